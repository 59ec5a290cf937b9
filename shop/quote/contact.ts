import { z } from 'zod'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { InvalidInput } from '#pure/contract.ts'
import { withoutLinks } from '#pure/without-links.ts'
import { nameProblem } from '#shop/quote/address-letters.ts'

interface TypedContact {
  customer_name: string
  customer_phone: string
  customer_mail?: string | undefined
}

/** A contact as it is stored: the phone in E.164. */
interface Contact {
  name: string
  phone: string
  email: string | null
}

/** Checks the contact of a form. Throws InvalidInput with what is wrong, by field, and with `more` of other fields. */
export function checkedContact(
  { customer_name, customer_phone, customer_mail }: TypedContact,
  more: Readonly<Record<string, string | null>> = {},
): Contact {
  const { e164, problem } = readMobile(customer_phone)
  const email = customer_mail || null
  const is_email = email === null || z.email().safeParse(email).success
  const problems = {
    ...more,
    customer_name: nameProblem(customer_name),
    customer_phone: problem,
    customer_mail: is_email ? null : 'Email không đúng. Ví dụ: ten@gmail.com.',
  }
  const found = Object.entries(problems).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  if (e164 === null || found.length > 0) throw new InvalidInput(Object.fromEntries(found))
  return { name: withoutLinks(customer_name), phone: e164, email }
}
