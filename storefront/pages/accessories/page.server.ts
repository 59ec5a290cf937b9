import type { CategoryLink } from '#contracts/storefront/catalog.ts'
import { Refusal } from '#pure/contract.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import { firstCards } from '#storefront/commerce/listing/listing-load.ts'
import { filterCount } from '#storefront/commerce/listing/listing-query.ts'
import {
  type Detour,
  moved,
  notFound,
  type PublicContext,
  publicPage,
} from '#storefront/runtime/page.ts'
import type { AccessoriesData, AccessoryRow } from '#storefront/pages/accessories/page.tsx'
import { loadCategory } from '#storefront/pages/category/page.server.ts'
import { listGraph } from '#storefront/seo/structured-data/list-graph.ts'

/** A group with fewer is found among the tiles; a row of two looks like a shop that is closing. */
const FEWEST = 3
const ROW_SIZE = 10

/** /phu-kien: the groups of accessories with the best of each, then all of them to be filtered. */
export const page = publicPage<AccessoriesData>({
  tags: ({ category }) => [`category:${category.category_id}`, 'content'],
  structured: ({ category, list }, shop) => listGraph(category, list.listing.products, shop),
  loader: async (context) => {
    try {
      const path = addresses.accessories.path.slice(1)
      const { kind, id, moved_to } = await context.services.catalog.resolve(null, { path })
      if (moved_to !== null) return moved(moved_to, 301)
      if (kind !== 'category') return notFound
      const category = await loadCategory(id, context)
      if ('detour' in category) return category
      return { ...category, rows: await loadRows(category, context) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return notFound
      throw error
    }
  },
})

/** Rows lead those who look around; who has narrowed the list wants the list. */
async function loadRows(
  { category, list }: Exclude<Awaited<ReturnType<typeof loadCategory>>, Detour>,
  context: PublicContext,
): Promise<AccessoryRow[]> {
  const { sort, page: shown } = list.query
  if (filterCount(list.query) > 0 || sort !== null || shown > 1) return []
  const rows = await Promise.all(category.children.map((group) => loadRow(group, context)))
  return rows.filter(({ products }) => products.length >= FEWEST)
}

async function loadRow(group: CategoryLink, context: PublicContext): Promise<AccessoryRow> {
  const { services } = context
  const { id: category_id } = await services.catalog.resolve(null, { path: group.path.slice(1) })
  return { ...group, products: await firstCards(context, { category_id }, ROW_SIZE) }
}
