import type { Basket, BasketLine, ReadyLine } from '#shop/pricing/basket/basket-parts.ts'
import { comboRule } from '#shop/pricing/combo/combo-rule.ts'
import { pieceRules, type PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'
import { tablePrice } from '#shop/pricing/price/table-price.ts'

/** The lines of a basket with the price table's price and the rules of one piece. */
export function readyLines({ lines }: Basket, question: PriceQuestion): ReadyLine[] {
  return lines.map((line) => {
    const { price_rows, offers, item_id } = line.item
    const base = tablePrice(price_rows, question)
    if (!base) throw new RangeError(`item ${item_id} has no price to be sold at`)
    const rules = pieceRules(price_rows, offers, question, base.amount)
    const beside = comboOfLine(line, lines, question.now)
    return { line, base, rules: beside ? [...rules, beside] : rules }
  })
}

function comboOfLine(
  { item, item_quantity, combo, main_product_combo_id }: BasketLine,
  lines: readonly BasketLine[],
  now: Date,
): Rule | null {
  if (!combo) return null
  const main = lines.find(
    (other) => other.item.item_id === main_product_combo_id && other.main_product_combo_id === null,
  )
  return comboRule(combo, { item_id: item.item_id, item_quantity }, main, now)
}
