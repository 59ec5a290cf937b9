import { chance } from '#db/seed/chance.ts'
import type { DemoData, DemoModel, DemoVariant } from '#db/seed/demo-data.ts'
import { labelOf, nameOf, pathOf } from '#db/seed/naming.ts'
import { factsOf, type Fact } from '#db/seed/specification.ts'

/** A colour of a version: the item that is added to a cart. */
export interface PlannedColor {
  product_id: number
  variant: DemoVariant
  list_price: number
  /** What a guest pays without a promotion: less than the list price only if the model is on sale. */
  price: number
}

/** The share of models with a sale price. With the promotions a third of all items costs less than its list price. */
const on_sale_share = 0.17

/** A version of a model: a product with an address of its own. */
export interface PlannedVersion {
  product_id: number
  family_id: number
  model: DemoModel
  /** The version's name within the model, as in the data. */
  raw_label: string
  label: string
  name: string
  path: string
  sku: string
  position: number
  views: number
  facts: Fact[]
  colors: PlannedColor[]
}

/** Assigns ids to all versions and colours in the order of the data, so that all seed files use the same ids. */
export function planProducts(data: DemoData): PlannedVersion[] {
  const positions = positionsInCategory(data.models)
  let next_id = 1
  return data.models.flatMap((model, index) =>
    [...Map.groupBy(model.variants, (variant) => variant.label)].map(
      ([raw_label, variants], turn): PlannedVersion => {
        const label = labelOf(raw_label)
        const position = Math.round((turn + (positions.get(model.id) ?? 0)) * 10_000)
        const first = variants[0] as DemoVariant
        return {
          product_id: next_id++,
          family_id: index + 1,
          model,
          raw_label,
          label,
          name: nameOf(model, label),
          path: pathOf(model, label),
          sku: first.sku.slice(0, -1),
          position,
          views: Math.round(
            (40_000 / (1 + position / 1500)) * (0.5 + chance(`views ${first.sku}`)),
          ),
          facts: factsOf(model, raw_label, first),
          colors: variants.map((variant) => ({
            product_id: next_id++,
            variant,
            ...pricesOf(variant, model, data),
          })),
        }
      },
    ),
  )
}

function pricesOf(
  { list_price, sale_price }: DemoVariant,
  { id, price_basis }: DemoModel,
  { oddities }: DemoData,
): Pick<PlannedColor, 'list_price' | 'price'> {
  const is_on_sale = oddities.always_on_sale.includes(id) || chance(`sale ${id}`) < on_sale_share
  if (is_on_sale) return { list_price, price: sale_price }
  const price = price_basis === 'public' ? list_price : sale_price
  return { list_price: price, price }
}

/** Returns a position between 0 and 1 for each model. In a category brands alternate in proportion to their models. */
function positionsInCategory(models: readonly DemoModel[]): Map<string, number> {
  const positions = new Map<string, number>()
  const groups = Map.groupBy(models, (model) => `${model.category} ${model.brand}`)
  for (const group of groups.values()) {
    group.forEach((model, index) => positions.set(model.id, (index + 0.5) / group.length))
  }
  return positions
}
