import { z } from 'zod'
import { dong, requiredLine, typedDong, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** What a delivery costs, when it arrives, and how long an order waits in a shop. */
const DeliveryRuleSet = z.object({
  fee: dong,
  /** Goods of this much or more are delivered free. */
  free_from: dong,
  /** HH:MM: what is ordered before leaves on the same day. */
  cut_off: z.string(),
  /** Hours of a delivery from a shop of the same province. */
  near_hours: z.int(),
  /** Minutes until an order can be collected. */
  prepare_minutes: z.int(),
  /** Days of a delivery from another province. */
  away_days: z.int(),
  /** Days more to a ward that is no phường. */
  rural_days: z.int(),
  /** Days that an order lies ready after the day on which it was prepared. */
  keep_days: z.int(),
})
export type DeliveryRuleSet = z.infer<typeof DeliveryRuleSet>

// PostgreSQL knows no year 0.
const day = z.iso.date().refine((text) => text >= '2000')

/** The rules of delivery and pick-up, and the days on which shops are closed (decision 143). */
export const delivery = {
  deliveryRules: operation({
    method: 'GET',
    path: '/delivery-rules',
    summary: 'The rules of delivery, who changed them last, and the closed days from today on.',
    access: 'staff',
    permission: 'delivery.see',
    input: z.object({}),
    output: z.object({
      rules: DeliveryRuleSet,
      /** Raised by every change. */
      version: z.int(),
      changed_at: z.iso.datetime().nullable(),
      changed_by: z.string().nullable(),
      closed_days: z.array(
        z.object({
          closed_day_id: z.int(),
          day: z.string(),
          /** Null: every shop. */
          shop: z.string().nullable(),
          name: z.string(),
        }),
      ),
      shops: z.array(z.object({ shop_id: z.int(), name: z.string() })),
      may_change: z.boolean(),
    }),
  }),
  setDeliveryRules: operation({
    method: 'POST',
    path: '/delivery-rules/set',
    summary: 'Replace the rules, if nobody has changed them since they were shown.',
    access: 'staff',
    permission: 'delivery.change',
    input: z.object({
      fee: typedDong(0, 10_000_000),
      free_from: typedDong(0, 100_000_000_000),
      cut_off: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
      near_hours: whole(1, 72),
      prepare_minutes: whole(10, 1_440),
      away_days: whole(1, 30),
      rural_days: whole(0, 30),
      keep_days: whole(1, 60),
      /** The version that was shown. */
      version: whole(1, 2_147_483_647),
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      delivery_rules_changed: {
        status: 409,
        meaning: 'Somebody has changed the rules meanwhile.',
        data: z.object({ changed_by: z.string().nullable() }),
      },
    },
  }),
  addClosedDay: operation({
    method: 'POST',
    path: '/delivery-rules/closed-days',
    summary: 'Close a shop, or all shops, for a day.',
    access: 'staff',
    permission: 'delivery.change',
    input: z.object({
      day,
      /** Empty: every shop. */
      shop_id: z.union([z.literal('').transform(() => null), z.null(), whole(1, 999_999)]),
      name: requiredLine(60, 'Hãy ghi lý do nghỉ.'),
    }),
    output: z.object({ is_new: z.boolean() }),
    refusals: { shop_unknown: { status: 404, meaning: 'There is no such shop.' } },
  }),
  removeClosedDay: operation({
    method: 'POST',
    path: '/delivery-rules/closed-days/remove',
    summary: 'Open on a day again. A repeated call gets the same answer.',
    access: 'staff',
    permission: 'delivery.change',
    input: z.object({ closed_day_id: whole(1, 2_147_483_647) }),
    output: z.object({}),
  }),
}
