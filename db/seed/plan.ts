import { chance } from '#db/seed/chance.ts'
import type { DemoData, DemoModel, DemoVariant } from '#db/seed/demo-data.ts'
import { labelOf, nameOf, pathOf } from '#db/seed/naming.ts'
import { factsOf, type Fact } from '#db/seed/specification.ts'

/** A colour of a version: what is put into a cart. */
export interface PlannedColor {
  product_id: number
  variant: DemoVariant
}

/** A version of a model: a product with an address of its own. */
export interface PlannedVersion {
  product_id: number
  family_id: number
  model: DemoModel
  /** The version's name inside the model, as the data has it. */
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

/** Numbers every version and colour once, in the order of the data, so that all files agree on them. */
export function planProducts(data: DemoData): PlannedVersion[] {
  const places = placesInCategory(data.models)
  let next_id = 1
  return data.models.flatMap((model, index) =>
    [...Map.groupBy(model.variants, (variant) => variant.label)].map(
      ([raw_label, variants], turn): PlannedVersion => {
        const label = labelOf(raw_label)
        const position = Math.round((turn + (places.get(model.id) ?? 0)) * 10_000)
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
          colors: variants.map((variant) => ({ product_id: next_id++, variant })),
        }
      },
    ),
  )
}

/** Between 0 and 1: brands take turns on the shelf, each as often as it has models there. */
function placesInCategory(models: readonly DemoModel[]): Map<string, number> {
  const places = new Map<string, number>()
  const groups = Map.groupBy(models, (model) => `${model.category} ${model.brand}`)
  for (const group of groups.values()) {
    group.forEach((model, index) => places.set(model.id, (index + 0.5) / group.length))
  }
  return places
}
