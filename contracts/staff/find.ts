import { z } from 'zod'
import { dong, line } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** What the search box finds. */
export const FoundKind = z.enum([
  'customer',
  'order',
  'parcel',
  'ticket',
  'return',
  'unit',
  'used_unit',
  'trade_in',
  'product',
  'receipt',
  'transfer',
  'count',
  'money',
])
export type FoundKind = z.infer<typeof FoundKind>

/** One thing that was found. */
export const Found = z.object({
  /**
   * Names its page: a code, a SKU; of a customer the code of their newest order; null: it has no page for the caller.
   */
  key: z.string().nullable(),
  title: z.string(),
  /** What tells it apart: a masked phone, a product, a place. */
  note: z.string(),
  /** The state of an order, a parcel, a unit or a document. */
  state: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  amount: dong.nullable(),
})
export type Found = z.infer<typeof Found>

const FoundGroup = z.object({
  kind: FoundKind,
  rows: z.array(Found),
  /** There are more than the rows. */
  has_more: z.boolean(),
})
export type FoundGroup = z.infer<typeof FoundGroup>

/** The search box of the frame (decision 144). */
export const find = {
  find: operation({
    method: 'GET',
    path: '/find',
    summary:
      'Find customers, orders, parcels, repair tickets, returns, units, products, documents and money by what was typed or scanned. Only kinds and rows that the caller may see.',
    access: 'staff_self',
    input: z.object({ q: line(300).optional() }),
    output: z.array(FoundGroup),
  }),
}
