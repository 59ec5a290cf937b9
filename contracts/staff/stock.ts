import { z } from 'zod'
import { id, line, page, requiredLine, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** Stock of a product at a shop. reserved = on_hand − free + shortage. */
export const StockRow = z.object({
  product_id: z.int(),
  shop_id: z.int(),
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  shop_code: z.string(),
  shop_name: z.string(),
  on_hand: z.int(),
  reserved: z.int(),
  free: z.int(),
  /** Reserved units that are not on hand. */
  shortage: z.int(),
  /** Devices on hand whose IMEI or serial number nobody has scanned yet; 0 of goods without codes. */
  unnamed: z.int(),
})
export type StockRow = z.infer<typeof StockRow>

const StockList = z.object({
  rows: z.array(StockRow),
  has_next: z.boolean(),
  /** The shops to choose from. */
  shops: z.array(z.object({ value: z.string(), title: z.string() })),
})
export type StockList = z.infer<typeof StockList>

/** Which rows are looked for: with a shortage, with devices without a code, or with nothing free. */
const StockKind = z.enum(['short', 'unnamed', 'none_free'])
export type StockKind = z.infer<typeof StockKind>

export const StockMovement = z.object({
  stock_movement_id: z.int(),
  /** Negative: units left. */
  quantity: z.int(),
  /** On hand after it. */
  on_hand: z.int(),
  kind: z.enum([
    'opening',
    'import',
    'count',
    'adjustment',
    'sale',
    'return',
    'receipt',
    'exchange',
    'transfer_out',
    'transfer_in',
    'lost',
  ]),
  /** The code of the order, or the name of the imported file. */
  document: z.string().nullable(),
  reason: z.string().nullable(),
  /** The IMEI or serial number of the unit that came or left. */
  unit_code: z.string().nullable(),
  staff_name: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type StockMovement = z.infer<typeof StockMovement>

const stock_row_not_found = { status: 404, meaning: 'There is no such product or shop.' } as const

/** Stock of each product at each shop, and why it changed (decision 123). */
export const stock = {
  stockRows: operation({
    method: 'GET',
    path: '/stock',
    summary: 'List stock rows: those with a shortage first, then by SKU and shop.',
    access: 'staff',
    permission: 'stock.see',
    scopes: ['all', 'shops'],
    input: z.object({
      /** The beginning of a SKU, or a part of the name. */
      q: line(100).optional(),
      /** The id of a shop, or its code. */
      shop: line(20).optional(),
      kind: StockKind.optional().catch(undefined),
      page: page.optional(),
    }),
    output: StockList,
  }),
  stockRow: operation({
    method: 'GET',
    path: '/stock/row',
    summary:
      'A stock row with its latest movements, and the orders that have reserved units of it.',
    access: 'staff',
    permission: 'stock.see',
    scopes: ['all', 'shops'],
    input: z.object({ product_id: id, shop_id: id }),
    output: z.object({
      row: StockRow,
      movements: z.array(StockMovement),
      order_codes: z.array(z.string()),
    }),
    refusals: { stock_row_not_found },
  }),
  countStock: operation({
    method: 'POST',
    path: '/stock/count',
    summary:
      'Set on hand as counted, reserved units included. They stay reserved; a shortage names the orders concerned.',
    access: 'staff',
    permission: 'stock.adjust',
    scopes: ['all', 'shops'],
    input: z.object({
      product_id: id,
      shop_id: id,
      on_hand: whole(0, 1_000_000),
      /** What was on hand when the page was shown. */
      on_hand_seen: whole(0, 1_000_000),
      reason: requiredLine(200, 'Cần ghi lý do.'),
    }),
    output: z.object({ row: StockRow, order_codes: z.array(z.string()) }),
    refusals: {
      stock_row_not_found,
      stock_changed: {
        status: 409,
        meaning: 'On hand has changed since the page was shown.',
        data: z.object({ on_hand: z.int() }),
      },
      units_are_named: {
        status: 409,
        meaning:
          'Fewer were counted than there are units with an IMEI or serial number: say which one is missing.',
        data: z.object({ named: z.int() }),
      },
      used_device_not_counted: {
        status: 409,
        meaning: 'A used device exists once: it moves with its unit, and nobody sets its stock.',
      },
      above_limit: {
        status: 403,
        meaning: 'The difference is worth more, at the list price, than the role may decide on.',
      },
    },
  }),
}
