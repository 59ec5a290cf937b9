import { z } from 'zod'
import { operation } from '#pure/contract.ts'

/** A kind of work that waits, with the permission of its list. */
export const waiting_work = {
  pending_orders: 'orders.see',
  confirmed_orders: 'orders.see',
  refunds: 'refunds.see',
  reviews: 'payments.see',
  failed_messages: 'messages.see',
} as const
export type WaitingKind = keyof typeof waiting_work

const Tile = z.object({
  kind: z.enum(Object.keys(waiting_work) as [WaitingKind, ...WaitingKind[]]),
  count: z.int(),
  /** True: there are more; counting stops at 1,000. */
  is_capped: z.boolean(),
  oldest_at: z.iso.datetime().nullable(),
})
export type Tile = z.infer<typeof Tile>

/** What waits for staff now. */
export const today = {
  waiting: operation({
    method: 'GET',
    path: '/waiting',
    summary:
      'How much work of each kind waits, and since when. Only kinds whose list the caller may see.',
    access: 'staff',
    permission: 'today.see',
    input: z.object({}),
    output: z.array(Tile),
  }),
}
