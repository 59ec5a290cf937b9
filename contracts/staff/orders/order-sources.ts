import { z } from 'zod'
import { whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/**
 * Who brought the buyer of an order: an affiliate, an advertisement, staff who made it for its shopper, or nobody. The
 * first that is true counts.
 */
const Source = z.enum(['affiliate', 'ads', 'staff', 'direct'])
export type OrderSource = z.infer<typeof Source>

const Row = z.object({
  /** In Vietnam, YYYY-MM-DD. */
  day: z.string(),
  /** Null: no shop answers for them yet. */
  shop: z.string().nullable(),
  source: Source,
  orders: z.int(),
  revenue: z.int(),
})
export type OrderSourceRow = z.infer<typeof Row>

/** Orders by source (decision 282). */
export const orderSources = {
  orderSources: operation({
    method: 'GET',
    path: '/order-sources',
    summary: 'Orders of a month that still count, by day, shop and source.',
    access: 'staff',
    permission: 'orders.see',
    scopes: ['all', 'shops'],
    input: z.object({
      /** YYYY-MM; this month if it is left out. */
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
        .optional()
        .catch(undefined),
      shop: whole(1, 2_147_483_647).optional().catch(undefined),
    }),
    output: z.object({
      month: z.string(),
      shops: z.array(z.object({ value: z.string(), title: z.string() })),
      rows: z.array(Row),
    }),
  }),
}
