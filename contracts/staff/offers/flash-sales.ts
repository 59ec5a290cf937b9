import { z } from 'zod'
import { dong, flag, id, page, requiredLine, stateCounts, whole } from '#contracts/fields.ts'
import { declared, operation } from '#pure/contract.ts'

/** draft: not approved, or stopped. Of the approved ones, coming and running; ended: its time is over. */
export const FlashSaleState = z.enum(['draft', 'coming', 'running', 'ended'])
export type FlashSaleState = z.infer<typeof FlashSaleState>

const FlashSaleRow = z.object({
  flash_sale_id: z.int(),
  name: z.string(),
  state: FlashSaleState,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  needs_member: z.boolean(),
  items: z.int(),
  /** Null: an item has as many as are asked for. */
  slots: z.int().nullable(),
  taken: z.int(),
})
export type FlashSaleRow = z.infer<typeof FlashSaleRow>

const FlashSaleItem = z.object({
  sku: z.string(),
  name: z.string(),
  price: dong,
  /** What it costs everywhere at other times; null: "Giá liên hệ". */
  usual_price: dong.nullable(),
  slots: z.int().nullable(),
  taken: z.int(),
  /** What all shops have, less what is reserved. */
  free: z.int(),
})
export type FlashSaleItem = z.infer<typeof FlashSaleItem>

const FlashSale = FlashSaleRow.omit({ items: true, slots: true, taken: true }).extend({
  per_customer: z.int(),
  is_online_only: z.boolean(),
  pay_within_min: z.int(),
  items: z.array(FlashSaleItem),
  version: z.int(),
  changed_at: z.iso.datetime().nullable(),
  changed_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  /** The reader saved it last: somebody else approves it. */
  is_own: z.boolean(),
  moves: z.array(z.enum(['save', 'approve', 'stop'])),
})
export type FlashSale = z.infer<typeof FlashSale>

/** Why a line of typed items is refused. */
const ItemProblem = z.object({
  line: z.int(),
  sku: z.string(),
  reason: z.enum(['unreadable', 'unknown', 'twice', 'not_cheaper', 'slots_taken', 'missing']),
})
export type ItemProblem = z.infer<typeof ItemProblem>

const refusals = {
  flash_sale_not_found: { status: 404, meaning: 'There is no such flash sale.' },
  flash_sale_changed: {
    status: 409,
    meaning: 'Somebody has changed, approved or stopped it meanwhile, or its time is over.',
  },
} as const
/** What every change may be refused with. */
export const { refuse: refuseChange } = declared(refusals)
const seen = { flash_sale_id: id, version: whole(1, 2_147_483_647) }
/** A time of Vietnam as a browser's field sends it. */
const localTime = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/)
  // A parser takes 30 February for 2 March.
  .refine((time) => z.iso.date().safeParse(time.slice(0, 10)).success)
const changing = { access: 'staff', permission: 'offers.change' } as const

/** Flash sales: who plans them does not approve them (decision 212). */
export const flashSales = {
  flashSales: operation({
    method: 'GET',
    path: '/flash-sales',
    summary: 'Flash sales, the latest first.',
    access: 'staff',
    permission: 'offers.see',
    input: z.object({ state: FlashSaleState.optional(), page: page.optional() }),
    output: z.object({
      rows: z.array(FlashSaleRow),
      has_next: z.boolean(),
      counts: stateCounts(FlashSaleState),
      may_change: z.boolean(),
    }),
  }),
  flashSale: operation({
    method: 'GET',
    path: '/flash-sales/one',
    summary: 'A flash sale with its items, their usual prices and what is free of them.',
    access: 'staff',
    permission: 'offers.see',
    input: z.object({ flash_sale_id: id }),
    output: FlashSale,
    refusals: { flash_sale_not_found: refusals.flash_sale_not_found },
  }),
  saveFlashSale: operation({
    ...changing,
    method: 'POST',
    path: '/flash-sales/save',
    summary:
      'Save a new flash sale, or one that does not run. It runs when somebody else approves it.',
    input: z.object({
      /** Absent: a new one. */
      flash_sale_id: id.optional(),
      /** The version that was shown. */
      version: whole(1, 2_147_483_647).optional(),
      name: requiredLine(80, 'Cần đặt tên.'),
      starts_at: localTime,
      ends_at: localTime,
      per_customer: whole(1, 99),
      pay_within_min: whole(1, 1_440),
      is_online_only: flag,
      needs_member: flag,
      /** One item in a line: SKU, price, slots. */
      items: z.string().max(20_000),
    }),
    output: z.object({ flash_sale_id: z.int() }),
    refusals: {
      ...refusals,
      window_refused: {
        status: 422,
        meaning: 'The end is not after the start, is over, or is more than 31 days after it.',
        data: z.object({ reason: z.enum(['order', 'over', 'too_long']) }),
      },
      items_refused: {
        status: 422,
        meaning: 'Lines of the items are not right.',
        data: z.object({ problems: z.array(ItemProblem) }),
      },
    },
  }),
  approveFlashSale: operation({
    method: 'POST',
    path: '/flash-sales/approve',
    summary: 'Let a flash sale run in its time.',
    access: 'staff',
    permission: 'offers.approve',
    input: z.object(seen),
    output: z.object({ version: z.int() }),
    refusals: {
      ...refusals,
      own_flash_sale: { status: 409, meaning: 'Whoever planned it does not approve it.' },
      items_in_other_sale: {
        status: 409,
        meaning: 'An approved flash sale for the same people has the same item at the same time.',
        data: z.object({ skus: z.array(z.string()) }),
      },
    },
  }),
  stopFlashSale: operation({
    ...changing,
    method: 'POST',
    path: '/flash-sales/stop',
    summary: 'Stop a flash sale at once. What was sold stays sold.',
    input: z.object(seen),
    output: z.object({ version: z.int() }),
    refusals,
  }),
}
