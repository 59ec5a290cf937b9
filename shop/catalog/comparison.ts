import type { ComparedRow, Comparison } from '#contracts/storefront/catalog.ts'
import { attributeText, type AttributeRow } from '#shop/catalog/specification.ts'
import type { Tree } from '#shop/catalog/tree.ts'

/** A product as a comparison needs it. */
export interface ComparedProduct {
  product_id: number
  category_id: number
  attributes: AttributeRow[]
}

/** As many as fit beside each other on a desktop. */
export const most_compared = 4

/**
 * Puts products of one category beside each other. The first decides which category that is; those
 * of another, and a fifth, are left out.
 */
export function comparisonOf(tree: Tree, asked: readonly ComparedProduct[]): Comparison {
  const first = asked[0]
  const fitting = asked.filter((one) => one.category_id === first?.category_id)
  const compared = fitting.slice(0, most_compared)
  const category = first ? tree.get(first.category_id) : undefined
  return {
    category: category
      ? {
          category_id: category.category_id,
          name: category.name,
          path: `/${category.url_path}`,
        }
      : null,
    product_ids: compared.map((one) => one.product_id),
    left_out: asked.filter((one) => !compared.includes(one)).map((one) => one.product_id),
    groups: comparedGroups(compared),
  }
}

/** Every attribute that at least one of the products has, under the headings of the table. */
export function comparedGroups(products: readonly ComparedProduct[]): Comparison['groups'] {
  const rows = products
    .flatMap((product, place) => product.attributes.map((row) => ({ row, place })))
    .toSorted((one, other) => one.row.position - other.row.position)
  const groups = Map.groupBy(rows, ({ row }) => row.group_name)
  return [...groups].map(([name, members]) => ({
    name,
    rows: [...Map.groupBy(members, ({ row }) => row.code).values()].map((of_one) =>
      comparedRow(of_one, products.length),
    ),
  }))
}

interface Placed {
  row: AttributeRow
  place: number
}

function comparedRow(held: readonly Placed[], count: number): ComparedRow {
  const [{ row }] = held as [Placed, ...Placed[]]
  const values = Array.from({ length: count }, (_, place) => {
    const own = held.find((one) => one.place === place)
    return own ? attributeText(own.row.value, own.row.unit) : null
  })
  return {
    code: row.code,
    name: row.name,
    values,
    is_different: new Set(values).size > 1,
    best: bestPlaces(held, row.better),
  }
}

/** Numbers by size, yes before no; nobody wins when all are alike or only one is known. */
function bestPlaces(held: readonly Placed[], better: AttributeRow['better']): number[] {
  if (better === null || held.length < 2) return []
  const amounts = held.map(({ row, place }) => ({ place, amount: amountOf(row.value) }))
  if (amounts.some(({ amount }) => amount === null)) return []
  const all = amounts.map(({ amount }) => amount ?? 0)
  const best = better === 'higher' ? Math.max(...all) : Math.min(...all)
  if (all.every((amount) => amount === best)) return []
  return amounts.filter(({ amount }) => amount === best).map(({ place }) => place)
}

function amountOf(value: AttributeRow['value']): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'boolean' ? Number(value) : null
}
