import type { CategoryLink } from '#contracts/storefront/catalog.ts'
import { Refusal } from '#pure/contract.ts'
import { catalog_addresses } from '#storefront/addresses/catalog.ts'
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

/** A group with fewer products gets no row: it is still linked by its tile. */
const MIN_ROW_PRODUCTS = 3
const ROW_SIZE = 10

/** /phu-kien: a row of leading products per group of accessories, then the filterable list of all. */
export const page = publicPage<AccessoriesData>({
  tags: ({ category }) => [`category:${category.category_id}`, 'content'],
  structured: ({ category, list }, shop) => listGraph(category, list.listing.products, shop),
  loader: async (context) => {
    try {
      const path = catalog_addresses.accessories.path.slice(1)
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

/** Loads the rows of products. Returns none when the list is filtered, sorted or past page 1. */
async function loadRows(
  { category, list }: Exclude<Awaited<ReturnType<typeof loadCategory>>, Detour>,
  context: PublicContext,
): Promise<AccessoryRow[]> {
  const { sort, page: page_number } = list.query
  if (filterCount(list.query) > 0 || sort !== null || page_number > 1) return []
  const rows = await Promise.all(category.children.map((group) => loadRow(group, context)))
  return rows.filter(({ products }) => products.length >= MIN_ROW_PRODUCTS)
}

async function loadRow(group: CategoryLink, context: PublicContext): Promise<AccessoryRow> {
  const { services } = context
  const { id: category_id } = await services.catalog.resolve(null, { path: group.path.slice(1) })
  return { ...group, products: await firstCards(context, { category_id }, ROW_SIZE) }
}
