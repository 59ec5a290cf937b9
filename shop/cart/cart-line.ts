import type { ItemType } from '#contracts/fields.ts'
import type { ComboOffer } from '#shop/pricing/combo/combo-rule.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** What is asked: a call names a line by its number, or by its item (contract §3). */
export interface AskedLine {
  line_id?: number | undefined
  item_id?: number | undefined
  item_type: ItemType
  /** Where the item lies in several lines: the item of the main line that this one came beside. */
  main_product_combo_id?: number | undefined
}

/**
 * What is stored: a line of a cart, or of the checkout that was opened with it, with its item as it is
 * now. What it costs is a `PricedLine` (shop/pricing/basket), what was bought an `OrderedLine`.
 */
export interface StoredLine {
  /** One and the same in cart, checkout and order. */
  line_id: number
  item: Item
  item_type: ItemType
  item_quantity: number
  /** The item of the main line that this one came beside, and what the combo offers for it. */
  main_product_combo_id: number | null
  combo_item_id: number | null
  combo: ComboOffer | null
  /** Uuids of promotions that the shopper chose of their groups. */
  chosen_promotions?: readonly string[]
  /** Whether it is bought now: a checkout holds nothing else. */
  is_selected: boolean
  /** What a unit cost when it was put into the cart, or when a checkout last showed it. */
  price_seen: number | null
  /** The flash sale whose price a checkout last showed for it. */
  flash_sale_item_id: number | null
}

export type LineProblem =
  | { code: 'item_not_in_cart'; data?: undefined }
  | { code: 'line_ambiguous'; data: { item_id: number; line_ids: number[] } }

/** The one line that is asked for, or why there is none. */
export function findLine(
  lines: readonly StoredLine[],
  asked: AskedLine,
): { line: StoredLine; problem: null } | { line: null; problem: LineProblem } {
  const meant = lines.filter((line) => isMeant(line, asked))
  const [line] = meant
  if (!line) return { line: null, problem: { code: 'item_not_in_cart' } }
  if (meant.length === 1) return { line, problem: null }
  const { item_id } = line.item
  const line_ids = meant.map((one) => one.line_id)
  return { line: null, problem: { code: 'line_ambiguous', data: { item_id, line_ids } } }
}

function isMeant(line: StoredLine, asked: AskedLine): boolean {
  if (asked.line_id !== undefined) return line.line_id === asked.line_id
  return (
    line.item.item_id === asked.item_id &&
    line.item_type === asked.item_type &&
    (asked.main_product_combo_id === undefined ||
      asked.main_product_combo_id === line.main_product_combo_id)
  )
}

/** The line that another came beside. */
export function mainLineOf(
  beside: Pick<StoredLine, 'main_product_combo_id' | 'item_type'>,
  lines: readonly StoredLine[],
): StoredLine | undefined {
  return lines.find(
    (line) =>
      line.main_product_combo_id === null &&
      line.item.item_id === beside.main_product_combo_id &&
      line.item_type === beside.item_type,
  )
}
