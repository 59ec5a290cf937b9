import type { CategoryRow } from '#shop/search/index/taxonomy-store.ts'

/** Returns for each category its own id and those of its descendants. */
export function branchesOf(
  categories: readonly CategoryRow[],
): ReadonlyMap<number, ReadonlySet<number>> {
  const by_id = new Map(categories.map((category) => [category.category_id, category]))
  const branches = new Map(categories.map(({ category_id }) => [category_id, new Set<number>()]))
  for (const category of categories) {
    for (const above of upwards(by_id, category)) {
      branches.get(above.category_id)?.add(category.category_id)
    }
  }
  return branches
}

/** Returns a category and its ancestors, up to the top. */
export function upwards(
  by_id: ReadonlyMap<number, CategoryRow>,
  category: CategoryRow,
): CategoryRow[] {
  const parent = category.parent_id === null ? undefined : by_id.get(category.parent_id)
  return parent ? [category, ...upwards(by_id, parent)] : [category]
}
