import { z } from 'zod'
import { dong } from '#contracts/fields.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

const WaitingKind = z.enum([
  'due_calls',
  'pending_orders',
  'orders_to_pack',
  'packed_parcels',
  'failed_parcels',
  'pickups_to_prepare',
  'ready_pickups',
  'repairs_due_today',
  'late_repairs',
  'repairs_without_parts',
  'repairs_to_approve',
  'asked_returns',
  'asked_cards',
  'new_reviews',
  'new_questions',
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

/** What was sold: days and hours of Vietnam, those without orders too. */
const Sales = z.object({
  /** The last 14 days, today last. */
  days: z.array(z.object({ day: z.iso.date(), orders: z.int(), revenue: dong })),
  /** The 24 hours of today. */
  hours: z.array(z.object({ hour: z.int(), orders: z.int() })),
})
export type Sales = z.infer<typeof Sales>

/** What waits for staff now, and what was sold. */
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
  sales: operation({
    method: 'GET',
    path: '/sales',
    summary:
      'Orders and revenue by day and hour. Cancelled, expired and unpaid prepaid orders do not count.',
    access: 'staff',
    permission: 'orders.see',
    scopes: staff_scopes,
    input: z.object({}),
    output: Sales,
  }),
}
