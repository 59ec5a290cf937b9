import { z } from 'zod'
import { dong, whole } from '#contracts/fields.ts'
import { CallOutcome } from '#contracts/staff/calls.ts'
import { ReturnReason } from '#contracts/staff/returns.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

const WaitingKind = z.enum([
  'due_calls',
  'pending_orders',
  'orders_to_pack',
  'packed_parcels',
  'failed_parcels',
  'lost_parcels',
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

/** Orders and revenue of a shop, or of a way to pay. Null: of none. */
const Sold = z.object({ name: z.string().nullable(), orders: z.int(), revenue: dong })

/** A month of Vietnam in numbers, the largest first. Null: the caller may not see such a list. */
const MonthReport = z.object({
  /** YYYY-MM */
  month: z.string(),
  /** The shops to choose from. */
  shops: z.array(z.object({ value: z.string(), title: z.string() })),
  by_shop: z.array(Sold),
  by_method: z.array(Sold),
  calls: z.array(z.object({ outcome: CallOutcome, count: z.int() })),
  returns: z.array(z.object({ reason: ReturnReason, count: z.int() })).nullable(),
  /** Units with a code that are on hand now, by the days since they came in. */
  stock_ages: z
    .array(
      z.object({
        from_days: z.int(),
        units: z.int(),
        /** What those with a known cost have cost. Null: the caller may not see costs. */
        cost: dong.nullable(),
      }),
    )
    .nullable(),
})
export type MonthReport = z.infer<typeof MonthReport>

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
  monthReport: operation({
    method: 'GET',
    path: '/month-report',
    summary:
      'A month by shop and way to pay, its calls and returns, and the age of the stock. Cancelled, expired and unpaid prepaid orders do not count.',
    access: 'staff',
    permission: 'orders.see',
    scopes: staff_scopes,
    input: z.object({
      /** YYYY-MM; this month if it is left out. */
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .optional()
        .catch(undefined),
      shop: whole(1, 2_147_483_647).optional().catch(undefined),
    }),
    output: MonthReport,
  }),
}
