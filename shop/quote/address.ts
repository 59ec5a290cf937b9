import { z } from 'zod'
import type { quote, Recipient } from '#contracts/quote.ts'
import { nationalForm, readMobile } from '#platform/vietnamese-phone.ts'

type AddressInput = z.output<typeof quote.setAddress.input>

/** Who buys, who receives and how; what the database knows of the place is still to come. */
export type CheckedAddress = Pick<
  Recipient,
  'name' | 'phone' | 'email' | 'recipient_name' | 'recipient_phone' | 'note'
> & { goes_to: HomeAddress | { method: 'store_pickup'; shop_id: number } }

interface HomeAddress {
  method: 'home_delivery'
  province_id: number
  district_id: number | null
  ward_id: number | null
  ward_name: string | null
  street: string
}

export const no_such_province = 'Chưa giao hàng đến tỉnh, thành phố này.'

/** Words for each field that a shopper must put right. */
export type Problems = Record<string, string>

/**
 * Checks what a shopper typed (spec §3 quote address, §7 POST /v1/quote/address). Fields of the way
 * of delivery that was not chosen are ignored.
 */
export function checkAddress(
  input: AddressInput,
): { address: CheckedAddress; problems: null } | { address: null; problems: Problems } {
  const problems: Problems = {}
  const name = checkedName(input.name, 'name', problems)
  const phone = checkedPhone(input.phone, 'phone', problems)
  const email = checkedEmail(input.email, problems)
  const other = otherRecipient(input, problems)
  const goes_to = destination(input, problems)
  if (Object.keys(problems).length > 0 || goes_to === null) return { address: null, problems }
  const note = textOrNull(input.note)
  return { address: { name, phone, email, ...other, note, goes_to }, problems: null }
}

/** One line that a driver or a shopper can read. */
export function addressText(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ')
}

function destination(input: AddressInput, problems: Problems): CheckedAddress['goes_to'] | null {
  if (input.shipping_method === 'store_pickup') {
    if (input.erp_shop_id !== undefined) {
      return { method: 'store_pickup', shop_id: input.erp_shop_id }
    }
    problems['erp_shop_id'] = 'Vui lòng chọn cửa hàng nhận hàng.'
    return null
  }
  const street = textOrNull(input.street)
  if (street === null) {
    problems['street'] = 'Vui lòng nhập số nhà, tên đường.'
    return null
  }
  return {
    method: 'home_delivery',
    province_id: input.province_id,
    district_id: input.district_id ?? null,
    ward_id: input.ward_id ?? null,
    ward_name: textOrNull(input.ward_name),
    street,
  }
}

function otherRecipient(input: AddressInput, problems: Problems) {
  const name = textOrNull(input.recipient_name)
  const phone = textOrNull(input.recipient_phone)
  if (name === null && phone === null) return { recipient_name: null, recipient_phone: null }
  if (name === null) problems['recipient_name'] = 'Vui lòng nhập tên người nhận.'
  if (phone === null) problems['recipient_phone'] = 'Vui lòng nhập số điện thoại người nhận.'
  return {
    recipient_name: name && checkedName(name, 'recipient_name', problems),
    recipient_phone: phone && checkedPhone(phone, 'recipient_phone', problems),
  }
}

function checkedName(name: string, field: string, problems: Problems): string {
  if (!/\p{L}/u.test(name)) problems[field] = 'Họ tên cần có chữ cái.'
  return name
}

function checkedPhone(text: string, field: string, problems: Problems): string {
  const { e164, problem } = readMobile(text)
  if (problem !== null) problems[field] = problem
  return e164 === null ? '' : nationalForm(e164)
}

function checkedEmail(given: string | undefined, problems: Problems): string | null {
  const email = textOrNull(given)
  if (email !== null && !z.email().safeParse(email).success) {
    problems['email'] = 'Email không đúng. Ví dụ: ten@gmail.com.'
  }
  return email
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}
