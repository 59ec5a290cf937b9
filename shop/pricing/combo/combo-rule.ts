import type { Dong } from '#pure/money.ts'
import { no_reduction } from '#shop/pricing/price/reduction.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'
import { isWithin } from '#shop/pricing/promotion/offers.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** The price of an item when it is bought together with a main product ("Mua kèm giá sốc"). */
export interface ComboOffer {
  combo_item_id: number
  combo_id: number
  name: string
  /** A version, or one colour of it. */
  main_product_id: number
  product_id: number
  percent: number | null
  value: Dong | null
  price: Dong | null
  starts_at: number | null
  ends_at: number | null
  excludes: string[]
}

/** A line that may be the main line of a combo, and its quantity. */
interface MainLine {
  item: Pick<Item, 'item_id' | 'version_id'>
  item_quantity: number
}

/**
 * Returns the rule by which `item_quantity` units of an item cost less beside the main line. Null if the combo does
 * not apply: another item, another main product, outside its period, or more units than the main line has.
 */
export function comboRule(
  combo: ComboOffer,
  line: { item_id: number; item_quantity: number },
  main: MainLine | undefined,
  now: Date,
): Rule | null {
  if (!main || !isComboOf(combo, line.item_id, main.item, now)) return null
  if (line.item_quantity > main.item_quantity) return null
  const { percent, value, price } = combo
  return {
    rule: 'combo',
    reference: String(combo.combo_item_id),
    name: combo.name,
    valid_until: combo.ends_at === null ? null : new Date(combo.ends_at).toISOString(),
    excludes: combo.excludes,
    choice_group: null,
    reduction: { ...no_reduction, percent, value, price },
    claim: null,
  }
}

/** Whether a combo applies to these two items now. */
export function isComboOf(
  combo: ComboOffer,
  item_id: number,
  main: MainLine['item'],
  now: Date,
): boolean {
  if (combo.product_id !== item_id || !isWithin(combo, now.getTime())) return false
  return combo.main_product_id === main.item_id || combo.main_product_id === main.version_id
}
