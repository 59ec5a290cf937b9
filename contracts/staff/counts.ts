import { z } from 'zod'
import { Choice, dong, emptyOr, line, requiredLine, stateCounts, whole } from '#contracts/fields.ts'
import { UnitState } from '#contracts/staff/units.ts'
import { operation } from '#pure/contract.ts'

export const CountState = z.enum(['open', 'closed', 'approved', 'cancelled'])
export type CountState = z.infer<typeof CountState>

/** A count in a list. */
export const CountRow = z.object({
  code: z.string(),
  state: CountState,
  shop: z.string(),
  /** Null: everything in the shop. */
  category: z.string().nullable(),
  staff_name: z.string(),
  created_at: z.iso.datetime(),
  approved_by: z.string().nullable(),
})
export type CountRow = z.infer<typeof CountRow>

export const CountList = z.object({
  rows: z.array(CountRow),
  has_next: z.boolean(),
  counts: stateCounts(CountState),
  /** Shops that the reader may count, and categories. */
  shops: z.array(Choice),
  categories: z.array(Choice),
})
export type CountList = z.infer<typeof CountList>

/** What was counted of a product: scanned units, or a quantity of units without codes. */
export const CountLine = z.object({
  sku: z.string(),
  name: z.string(),
  color_name: z.string().nullable(),
  scanned: z.int(),
  counted: z.int().nullable(),
  counted_at: z.iso.datetime().nullable(),
  /** Counted − the book at the minute of the count. Null while people count: they see no expected number. */
  difference: z.int().nullable(),
})
export type CountLine = z.infer<typeof CountLine>

const CountedUnit = z.object({
  code: z.string(),
  sku: z.string().nullable(),
  /** Null: no unit has this code. */
  state: UnitState.nullable(),
})
export type CountedUnit = z.infer<typeof CountedUnit>

export const Count = CountRow.extend({
  version: z.int(),
  lines: z.array(CountLine),
  /** Scanned codes that are not in stock here, by the book. */
  surplus: z.array(CountedUnit),
  /** Only when closed: units that nobody has scanned, and SKUs of which nothing was counted. */
  missing: z.array(CountedUnit),
  not_counted: z.array(z.string()),
  /** The cost of all differences, for whoever may see costs. */
  amount: dong.nullable(),
  may_count: z.boolean(),
  may_approve: z.boolean(),
})
export type Count = z.infer<typeof Count>

const scopes = ['all', 'shops'] as const
const code = line(20)
/** The count as it was seen. */
const seen = { code, version: whole(1, 1_000_000) }
const count_not_found = { status: 404, meaning: 'There is no such count.' } as const
const count_changed = {
  status: 409,
  meaning: 'The count has changed since the page was shown, or is not in this state.',
} as const
const refusals = { count_not_found, count_changed }

/** Blind counts while the shop sells (decision 134). */
export const counts = {
  counts: operation({
    method: 'GET',
    path: '/counts',
    summary: 'List counts, newest first.',
    access: 'staff',
    permission: 'stock.see',
    scopes,
    input: z.object({ state: emptyOr(CountState), page: whole(1, 100).optional() }),
    output: CountList,
  }),
  count: operation({
    method: 'GET',
    path: '/counts/:code',
    summary: 'A count: what was counted, and once it is closed the differences from the book.',
    access: 'staff',
    permission: 'stock.see',
    scopes,
    input: z.object({ code }),
    output: Count,
    refusals: { count_not_found },
  }),
  createCount: operation({
    method: 'POST',
    path: '/counts',
    summary: 'Begin to count a shop, or one category there.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({ shop_id: whole(1, 999_999), category_id: emptyOr(whole(1, 999_999)) }),
    output: z.object({ code: z.string() }),
    refusals: {
      shop_not_found: { status: 404, meaning: 'There is no such shop or category.' },
    },
  }),
  scanCount: operation({
    method: 'POST',
    path: '/counts/scan',
    summary:
      'Count a unit by its code, or more of a product by its SKU. The book is read in the same moment. 0: there is none.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({
      code,
      scan: requiredLine(80, 'Quét IMEI, serial hoặc SKU.'),
      quantity: whole(0, 100_000).default(1),
    }),
    output: z.object({ name: z.string() }),
    refusals: {
      ...refusals,
      code_not_found: { status: 404, meaning: 'This is no code, and no product has this SKU.' },
      scanned_already: { status: 409, meaning: 'This code was scanned before.' },
      needs_code: { status: 422, meaning: 'Units of this product have codes: scan these.' },
      out_of_scope: { status: 409, meaning: 'The product is not in the counted category.' },
    },
  }),
  recount: operation({
    method: 'POST',
    path: '/counts/recount',
    summary: 'Count a product again: its quantity begins anew, and a closed count is open again.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object({ ...seen, sku: emptyOr(line(80)) }),
    output: z.object({ version: z.int() }),
    refusals,
  }),
  closeCount: operation({
    method: 'POST',
    path: '/counts/close',
    summary: 'End the counting. Then the differences are shown.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object(seen),
    output: z.object({ version: z.int() }),
    refusals,
  }),
  cancelCount: operation({
    method: 'POST',
    path: '/counts/cancel',
    summary: 'Cancel a count. Nothing changes.',
    access: 'staff',
    permission: 'stock.move',
    scopes,
    input: z.object(seen),
    output: z.object({ version: z.int() }),
    refusals,
  }),
  approveCount: operation({
    method: 'POST',
    path: '/counts/approve',
    summary:
      'Book the differences of a closed count, once, up to the amount of the role. Reserved units stay reserved.',
    access: 'staff',
    permission: 'stock.adjust',
    scopes,
    input: z.object(seen),
    output: z.object({ movements: z.int() }),
    refusals: {
      ...refusals,
      above_limit: {
        status: 403,
        meaning: 'The differences cost more than this member of staff may approve.',
      },
    },
  }),
}
