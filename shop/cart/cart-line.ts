import type { ItemType } from '#pure/formats/item-types.ts'
import type { ComboOffer } from '#shop/pricing/combo/combo-rule.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** How a call names a line: by its line_id, or by its item (contract §3). */
export interface LineReference {
  line_id?: number | undefined
  item_id?: number | undefined
  item_type: ItemType
  /** The item of the main line that this line is beside; needed if the item is in several lines. */
  main_product_combo_id?: number | undefined
}

/**
 * A stored line of a cart or of a checkout, with the current data of its item. `PricedLine` (shop/pricing/basket) is
 * the line with its price, `OrderedLine` the line that was bought.
 */
export interface StoredLine {
  /** The same number in cart, checkout and order. */
  line_id: number
  item: Item
  item_type: ItemType
  item_quantity: number
  /** The item of the main line that this line is beside, and its combo offer. */
  main_product_combo_id: number | null
  combo_item_id: number | null
  combo: ComboOffer | null
  /** Uuids of the promotions that the shopper chose. */
  chosen_promotions?: readonly string[]
  /** The key of the press that last added to a line of a cart. */
  added_with?: string | null
  /** Whether it is bought now; always true in a checkout. */
  is_selected: boolean
  /** The unit price when the line was added to the cart or last shown in a checkout. */
  price_seen: number | null
  /** The flash sale item whose price a checkout last showed for it. */
  flash_sale_item_id: number | null
}

type LineProblem =
  | { code: 'item_not_in_cart'; data?: undefined }
  | { code: 'line_ambiguous'; data: { item_id: number; line_ids: number[] } }

/** Finds the named line, or returns the problem: no such line, or several. */
export function findLine(
  lines: readonly StoredLine[],
  reference: LineReference,
): { line: StoredLine; problem: null } | { line: null; problem: LineProblem } {
  const matching = lines.filter((line) => isNamed(line, reference))
  const [line] = matching
  if (!line) return { line: null, problem: { code: 'item_not_in_cart' } }
  if (matching.length === 1) return { line, problem: null }
  const { item_id } = line.item
  const line_ids = matching.map((match) => match.line_id)
  return { line: null, problem: { code: 'line_ambiguous', data: { item_id, line_ids } } }
}

function isNamed(line: StoredLine, reference: LineReference): boolean {
  if (reference.line_id !== undefined) return line.line_id === reference.line_id
  return (
    line.item.item_id === reference.item_id &&
    line.item_type === reference.item_type &&
    (reference.main_product_combo_id === undefined ||
      reference.main_product_combo_id === line.main_product_combo_id)
  )
}

/** The main line that another line is beside. */
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
