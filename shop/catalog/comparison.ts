import type { ComparedRow, Comparison } from '#contracts/storefront/catalog.ts'
import { attributeText, type AttributeRow } from '#shop/catalog/specification.ts'
import type { Tree } from '#shop/catalog/tree.ts'

/** A product as a comparison needs it. */
export interface ComparedProduct {
  product_id: number
  category_id: number
  attributes: AttributeRow[]
}

/** This many products fit beside each other on a desktop. */
const max_compared = 4

/**
 * Compares products of one category. The first product decides the category. Products of other categories
 * and those after the fourth are left out.
 */
export function comparisonOf(tree: Tree, products: readonly ComparedProduct[]): Comparison {
  const first = products[0]
  const fitting = products.filter((one) => one.category_id === first?.category_id)
  const compared = fitting.slice(0, max_compared)
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
    left_out: products.filter((one) => !compared.includes(one)).map((one) => one.product_id),
    groups: comparedGroups(compared),
  }
}

/** Returns every attribute that at least one of the products has, in the groups of the specification table. */
export function comparedGroups(products: readonly ComparedProduct[]): Comparison['groups'] {
  const rows = products
    .flatMap((product, column) => product.attributes.map((row) => ({ row, column })))
    .toSorted((one, other) => one.row.position - other.row.position)
  const groups = Map.groupBy(rows, ({ row }) => row.group_name)
  return [...groups].map(([name, members]) => ({
    name,
    rows: [...Map.groupBy(members, ({ row }) => row.code).values()].map((cells) =>
      comparedRow(cells, products.length),
    ),
  }))
}

interface Cell {
  row: AttributeRow
  column: number
}

function comparedRow(cells: readonly Cell[], count: number): ComparedRow {
  const [{ row }] = cells as [Cell, ...Cell[]]
  const values = Array.from({ length: count }, (_, column) => {
    const own = cells.find((one) => one.column === column)
    return own ? attributeText(own.row.value, own.row.unit) : null
  })
  return {
    code: row.code,
    name: row.name,
    values,
    is_different: new Set(values).size > 1,
    best: bestColumns(cells, row.better),
  }
}

/**
 * Returns the columns with the best value: numbers are compared by size, true and false as 1 and 0. Returns
 * none if all values are equal, only one is known, or one is a text.
 */
function bestColumns(cells: readonly Cell[], better: AttributeRow['better']): number[] {
  if (better === null || cells.length < 2) return []
  const amounts = cells.map(({ row, column }) => ({ column, amount: amountOf(row.value) }))
  if (amounts.some(({ amount }) => amount === null)) return []
  const all = amounts.map(({ amount }) => amount ?? 0)
  const best = better === 'higher' ? Math.max(...all) : Math.min(...all)
  if (all.every((amount) => amount === best)) return []
  return amounts.filter(({ amount }) => amount === best).map(({ column }) => column)
}

function amountOf(value: AttributeRow['value']): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'boolean' ? Number(value) : null
}
