import { z } from 'zod'
import { dong, line, whole } from '#contracts/fields.ts'
import { return_refusals } from '#contracts/return-refusals.ts'
import { drafts } from '#contracts/staff/orders/drafts.ts'
import { askRefusals } from '#contracts/staff/refund-requests.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

/** The return whose goods are exchanged for those of a draft. */
export const GoodsExchange = z.object({
  return_code: z.string(),
  return_version: z.int(),
  /** What comes back: quantity and product. */
  item: z.string(),
  /** What it cost its buyer, and what the shop keeps of it: the difference pays the new goods. */
  value: dong,
  fee: dong,
  /** False: the return was settled or rejected in another way. */
  is_open: z.boolean(),
  /** Whether this member of staff may settle the return. */
  may_place: z.boolean(),
})
export type GoodsExchange = z.infer<typeof GoodsExchange>

const { return_not_found, return_changed } = return_refusals
const { draft_of_return: _, ...placing } = drafts.placeDraft.refusals
const { draft_not_found } = placing
const scopes = ['all', 'shops'] as const
const nothing_to_exchange = {
  status: 409,
  meaning: 'The goods that come back are worth nothing after what the shop keeps.',
} as const
const draft_id = whole(1, 2_147_483_647)

/** Returned goods are exchanged for other goods (decision 165). */
export const returnExchanges = {
  openExchange: operation({
    method: 'POST',
    path: '/returns/exchanges',
    summary: 'Open the draft of an inspected return, for its buyer; the same one if it is open.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({ code: line(20) }),
    output: z.object({ draft_id: z.int() }),
    refusals: { return_not_found, return_changed, nothing_to_exchange, draft_not_found },
  }),
  exchangeOfDraft: operation({
    method: 'GET',
    path: '/returns/exchanges/one',
    summary: 'The return whose goods are exchanged for those of a draft; null if there is none.',
    access: 'staff',
    permission: 'orders.create',
    scopes: staff_scopes,
    input: z.object({ draft_id }),
    output: z.object({ exchange: GoodsExchange.nullable() }),
    refusals: { draft_not_found },
  }),
  placeExchange: operation({
    method: 'POST',
    path: '/returns/exchanges/place',
    summary:
      'Take the goods back and make the order of the draft, which their value pays first: the customer pays what is missing, or is refunded the rest. One act.',
    access: 'staff',
    permission: 'returns.handle',
    scopes,
    input: z.object({
      draft_id,
      version: whole(1, 2_147_483_647),
      /** The return as it was seen. */
      return_version: whole(1, 1_000_000),
      /**
       * `counter`: the customer stands here, pays what is missing in cash and takes the new goods along. `hold`: they
       * have 24 hours to pay it online, by the link of the draft.
       */
      way: z.enum(['on_delivery', 'hold', 'counter'], 'Hãy chọn cách giao.'),
      /** At the counter: SKUs and codes of all units, with blanks between them. */
      scanned: line(4_000).optional(),
      /** The total of the new goods that was shown, in đồng. */
      grand_total: whole(0, 100_000_000_000),
    }),
    output: z.object({ order_code: z.string(), is_in_reach: z.boolean() }),
    refusals: { ...placing, return_not_found, return_changed, nothing_to_exchange, ...askRefusals },
  }),
}
