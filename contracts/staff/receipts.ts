import { z } from 'zod'
import {
  Choice,
  dong,
  emptyOr,
  line,
  requiredLine,
  stateCounts,
  typedDong,
  whole,
} from '#contracts/fields.ts'
import { Picture, pictureOperations } from '#contracts/staff/pictures.ts'
import { UnitState } from '#contracts/staff/units.ts'
import { operation } from '#pure/contract.ts'

export const ReceiptState = z.enum(['open', 'done'])
export type ReceiptState = z.infer<typeof ReceiptState>

/** A receipt of goods in a list. */
export const ReceiptRow = z.object({
  code: z.string(),
  state: ReceiptState,
  supplier: z.string(),
  shop: z.string(),
  invoice: z.string(),
  quantity: z.int(),
  received: z.int(),
  staff_name: z.string(),
  created_at: z.iso.datetime(),
})
export type ReceiptRow = z.infer<typeof ReceiptRow>

export const ReceiptList = z.object({
  rows: z.array(ReceiptRow),
  has_next: z.boolean(),
  counts: stateCounts(ReceiptState),
  shops: z.array(Choice),
  /** Names of suppliers that have delivered before. */
  suppliers: z.array(z.string()),
  may_create: z.boolean(),
})
export type ReceiptList = z.infer<typeof ReceiptList>

/** A pasted line that cannot be booked, and why. `known` is the state of the unit that has the code already. */
const WrongLine = z.object({
  line: z.int(),
  text: z.string(),
  problem: z.enum([
    'missing',
    'wrong_length',
    'wrong_check_digit',
    'not_a_serial',
    'repeated',
    'known',
  ]),
  code: z.string().nullable(),
  first_line: z.int().nullable(),
  known: UnitState.nullable(),
})
export type WrongLine = z.infer<typeof WrongLine>

export const ReceiptLine = z.object({
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  identified_by: z.enum(['imei', 'serial']).nullable(),
  quantity: z.int(),
  received: z.int(),
  cost: dong.nullable(),
  /** What the next booking brings on hand. */
  arriving: z.int(),
  pasted: z.string(),
  wrong_lines: z.array(WrongLine),
})
export type ReceiptLine = z.infer<typeof ReceiptLine>

export const Receipt = ReceiptRow.extend({
  pictures: z.array(Picture),
  version: z.int(),
  lines: z.array(ReceiptLine),
  close_reason: z.string().nullable(),
  may_change: z.boolean(),
  /** Also after the receipt is done: damage is found later. */
  may_change_pictures: z.boolean(),
  may_see_cost: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

const scopes = ['all', 'shops'] as const
/** The receipt as it was seen. */
const seen = { code: line(20), version: whole(1, 1_000_000) }
const used_device_not_received = {
  status: 409,
  meaning: 'A used device exists once: it comes in by its own page, and no supplier delivers it.',
  data: z.object({ sku: z.string() }),
} as const
const refusals = {
  receipt_not_found: { status: 404, meaning: 'There is no such receipt.' },
  receipt_changed: {
    status: 409,
    meaning: 'The receipt has changed since the page was shown, or is done.',
  },
} as const

/** Goods that suppliers deliver, in parts and once each (decision 133). */
export const receipts = {
  ...pictureOperations({ path: '/receipts', see: 'stock.see', change: 'stock.move', scopes }),
  receipts: operation({
    method: 'GET',
    path: '/receipts',
    summary: 'List receipts of goods, newest first.',
    access: 'staff',
    permission: 'stock.see',
    scopes,
    input: z.object({
      state: emptyOr(ReceiptState),
      /** A code, an invoice number, or a part of the supplier's name. */
      q: emptyOr(line(100)),
      shop: emptyOr(whole(1, 999_999)),
      page: whole(1, 100).optional(),
    }),
    output: ReceiptList,
  }),
  receipt: operation({
    method: 'GET',
    path: '/receipts/:code',
    summary: 'A receipt with its lines, and what is wrong with the pasted codes.',
    access: 'staff',
    permission: 'stock.see',
    scopes,
    input: z.object({ code: line(20) }),
    output: Receipt,
    refusals: { receipt_not_found: refusals.receipt_not_found },
  }),
  createReceipt: operation({
    method: 'POST',
    path: '/receipts',
    summary: 'Open a receipt. Nothing is on hand by it.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({
      supplier: requiredLine(120, 'Cần tên nhà cung cấp.'),
      shop_id: whole(1, 999_999),
      invoice: line(60).default(''),
    }),
    output: z.object({ code: z.string() }),
    refusals: { shop_not_found: { status: 404, meaning: 'There is no such shop.' } },
  }),
  saveLine: operation({
    method: 'POST',
    path: '/receipts/line',
    summary: 'Save a line as a draft: what is expected, and what lies on the table now.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({
      ...seen,
      sku: requiredLine(80, 'Cần SKU.'),
      /** All that the supplier delivers of it. */
      quantity: whole(1, 100_000),
      /** In đồng for one unit. Only for staff who may see costs; absent: unchanged. */
      cost: emptyOr(typedDong(0, 10_000_000_000)),
      /** What arrived now, of goods without codes. */
      arriving: emptyOr(whole(0, 100_000)),
      /** Codes of what arrived now, one unit a line. Lines with mistakes are saved too. */
      pasted: z
        .string()
        .max(100_000)
        .transform((text) => text.replace(/\r\n?/g, '\n'))
        .optional(),
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      ...refusals,
      product_not_found: { status: 404, meaning: 'No product has this SKU.' },
      used_device_not_received,
      cost_not_allowed: { status: 403, meaning: 'This member of staff may not see costs.' },
      too_few: {
        status: 422,
        meaning: 'More have been received already.',
        data: z.object({ received: z.int() }),
      },
    },
  }),
  removeLine: operation({
    method: 'POST',
    path: '/receipts/line/remove',
    summary: 'Remove a line of which nothing was received.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({ ...seen, sku: line(80) }),
    output: z.object({ version: z.int() }),
    refusals,
  }),
  receiveGoods: operation({
    method: 'POST',
    path: '/receipts/receive',
    summary:
      'Bring on hand what arrived, once: units with their codes, and movements. Wrong lines stay in the draft.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object(seen),
    output: z.object({ booked: z.int(), wrong: z.int() }),
    refusals: {
      ...refusals,
      used_device_not_received,
      nothing_arrived: { status: 422, meaning: 'No line has something to book.' },
      more_than_expected: {
        status: 422,
        meaning: 'More arrived than the line expects.',
        data: z.object({ sku: z.string(), missing: z.int(), arriving: z.int() }),
      },
    },
  }),
  closeReceipt: operation({
    method: 'POST',
    path: '/receipts/close',
    summary: 'End a receipt of which the rest does not come, with the reason.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({ ...seen, reason: requiredLine(200, 'Cần ghi lý do.') }),
    output: z.object({ state: ReceiptState }),
    refusals,
  }),
}
