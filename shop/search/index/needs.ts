import { type Bits, createBits, forEachBit, setBit } from '#shop/search/index/bits.ts'
import { addressName } from '#shop/search/index/fact-columns.ts'
import { at } from '#shop/search/index/product-index.ts'
import type { PriceView, ProductIndex } from '#shop/search/index/product-index.ts'
import type { NeedCondition, NeedRow } from '#shop/search/index/taxonomy-store.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'

/** Returns whether a product is in the need's category and fits all its conditions except prices. */
export function isNeeded(index: ProductIndex, ordinal: number, need: NeedRow): boolean {
  const branch = index.branches.get(need.category_id)
  if (!branch?.has(at(index.category_id, ordinal))) return false
  return need.conditions.every((condition) => fits(index, ordinal, condition))
}

function fits(index: ProductIndex, ordinal: number, condition: NeedCondition): boolean {
  if (!('attribute' in condition)) return true
  const { attribute, min = -Infinity, max = Infinity, any, is } = condition
  const found = index.taxonomy.attributes.find((each) => each.code === attribute)
  const column = found && index.facts.get(found.attribute_id)
  const code = column ? at(column.codes, ordinal) : 0
  const value = column?.values[code]
  if (code === 0 || value === undefined) return false
  if (is !== undefined) return value === is
  if (any !== undefined) return any.map(slugify).includes(addressName(value))
  return typeof value === 'number' && value >= min && value <= max
}

type PriceCondition = Exclude<NeedCondition, { attribute: string }>

function isPrice(condition: NeedCondition): condition is PriceCondition {
  return !('attribute' in condition)
}

/** Returns the products that fit at least one of the needs, price conditions included. */
export function needBits(index: ProductIndex, view: PriceView, needs: readonly NeedRow[]): Bits {
  const fitting = createBits(index.capacity)
  for (const need of needs) {
    const { min, max } = priceBoundsOf(need)
    const is_priced = min > 0 || max < Infinity
    forEachBit(index.needs.get(need.need_id) ?? createBits(0), (ordinal) => {
      const price = at(view.final_price, ordinal)
      if (!is_priced || (price > 0 && price >= min && price <= max)) setBit(fitting, ordinal, true)
    })
  }
  return fitting
}

/** Returns the price bounds of a need: the intersection of all its price conditions. */
function priceBoundsOf({ conditions }: NeedRow): { min: number; max: number } {
  const prices = conditions.filter(isPrice)
  return {
    min: Math.max(0, ...prices.map((condition) => condition.price_min ?? 0)),
    max: Math.min(Infinity, ...prices.map((condition) => condition.price_max ?? Infinity)),
  }
}
