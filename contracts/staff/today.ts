import { z } from 'zod'
import { operation } from '#pure/contract.ts'

const WaitingKind = z.enum([
  'due_calls',
  'pending_orders',
  'orders_to_pack',
  'packed_parcels',
  'failed_parcels',
  'pickups_to_prepare',
  'ready_pickups',
  'asked_returns',
  'asked_cards',
  'asked_refunds',
  'refunds',
  'reviews',
  'failed_messages',
])
/** A kind of work that waits. */
export type WaitingKind = z.infer<typeof WaitingKind>

const Tile = z.object({
  kind: WaitingKind,
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
    access: 'staff_self',
    input: z.object({}),
    output: z.array(Tile),
  }),
}
