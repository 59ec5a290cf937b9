import { z } from 'zod'
import { requiredLine } from '#contracts/fields.ts'
import { CustomerBlock } from '#contracts/staff/customers.ts'
import { operation } from '#pure/contract.ts'

/** Phones of one person. More would be a company, or a mistake. */
export const max_phones = 5

/** Another phone, as it is shown before staff say that it is of the same person. */
const OtherPhone = z.object({
  /** Its newest order: it names the phone. */
  other_code: z.string(),
  /** Masked. */
  phone: z.string(),
  /** The names in its orders, newest first. */
  names: z.array(z.string()),
  provinces: z.array(z.string()),
  is_member: z.boolean(),
  order_count: z.int(),
  delivered_count: z.int(),
  first_at: z.iso.datetime(),
  /** Of this phone, or of another one of the same person. */
  block: CustomerBlock.nullable(),
})
export type OtherPhone = z.infer<typeof OtherPhone>

const code = z.string().min(1).max(40)
const refusals = {
  customer_not_found: {
    status: 404,
    meaning: 'There is no order with this code, so there is no such customer.',
  },
  other_not_found: { status: 404, meaning: 'Nobody has ordered with the other phone.' },
  same_person: { status: 409, meaning: 'The phones are of one person already.' },
  both_have_others: {
    status: 409,
    meaning: 'Both phones have other phones of their person: one has to be taken out first.',
  },
  too_many_phones: { status: 409, meaning: 'The person has the most phones that are allowed.' },
} as const
const about = { access: 'staff', permission: 'customers.join' } as const

/** Staff say that phones are of one person (decision 268). Each operation names a phone by an order. */
export const samePerson = {
  lookUp: operation({
    ...about,
    method: 'GET',
    path: '/same-person',
    summary: 'Another phone, by its digits or the code of an order, before it is joined.',
    input: z.object({
      order_code: code,
      other: requiredLine(40, 'Ghi số điện thoại kia, hoặc mã một đơn của số đó.'),
    }),
    output: OtherPhone,
    refusals,
  }),
  join: operation({
    ...about,
    method: 'POST',
    path: '/same-person',
    summary: 'Say that two phones are of one person, for a reason. One of them is alone so far.',
    input: z.object({
      order_code: code,
      other_code: code,
      reason: requiredLine(200, 'Cần ghi lý do.'),
    }),
    output: z.object({}),
    refusals,
  }),
  part: operation({
    ...about,
    method: 'POST',
    path: '/same-person/part',
    summary: 'Take the phone of an order out of its person again, for a reason.',
    input: z.object({ order_code: code, reason: requiredLine(200, 'Cần ghi lý do.') }),
    output: z.object({}),
    refusals: {
      customer_not_found: refusals.customer_not_found,
      alone: { status: 409, meaning: 'The phone is alone.' },
    },
  }),
}
