import { z } from 'zod'
import type { quote } from '#contracts/storefront/quote.ts'
import type { Service } from '#pure/contract.ts'

type Vouchers = Awaited<ReturnType<Service<typeof quote>['vouchers']>>
export type ShownVoucher = Vouchers['vouchers'][number]
export type Cheapest = NonNullable<Vouchers['cheapest']>

/** A payment method together with a voucher; an empty text: none. */
export interface Way {
  payment_method: string
  code: string
}

/** A change of both, so that it can be undone. */
export interface ChangedWay {
  to: Way
  from: Way
}

const methodCode = z
  .string()
  .regex(/^([a-z0-9_]{1,40})?$/)
  .default('')
const voucherCode = z.string().max(40).default('')

/** The form that changes both in one press. */
export const WayForm = z.object({
  payment_method: methodCode,
  code: voucherCode,
  from_method: methodCode,
  from_code: voucherCode,
  /** Left out by a press that undoes. */
  can_undo: z.literal('1').optional(),
})

/** The query of the address that shows a change: it names what was before, so that one press undoes it. */
export function wayQuery(way: z.output<typeof WayForm>): string {
  return new URLSearchParams(Object.entries(way).filter(([, value]) => value !== '')).toString()
}

/** What the address says of the last change; null: nothing. */
export function changedWay(query: URLSearchParams): ChangedWay | null {
  const { data } = WayForm.safeParse(Object.fromEntries(query))
  if (data?.can_undo === undefined) return null
  const { payment_method, code, from_method, from_code } = data
  return {
    to: { payment_method, code },
    from: { payment_method: from_method, code: from_code },
  }
}

/** What the list of vouchers is asked, to tell what a change has saved. */
export function beforeChange(
  changed: ChangedWay | null,
): { before_method: string; before_code: string } | { before_method?: never; before_code: '' } {
  if (changed === null) return { before_code: '' }
  const { payment_method, code } = changed.from
  return { before_method: payment_method, before_code: code }
}

/** The payment method that was chosen on an earlier page; empty: none. */
export function wishedMethod(query: URLSearchParams): string {
  return methodCode.safeParse(query.get('payment_method') ?? '').data ?? ''
}
