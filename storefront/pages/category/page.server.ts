import { formatDate } from '#pure/vietnam-time.ts'
import { inSentence } from '#pure/vietnamese/vietnamese-text.ts'
import { catalogMeta } from '#storefront/seo/catalog-meta.ts'
import { isDetour, loadList, wantsFilters } from '#storefront/commerce/listing/listing-load.ts'
import { listMeta } from '#storefront/commerce/listing/listing-view.ts'
import {
  type Detour,
  notFound,
  type PublicContext,
  publicPage,
  showPage,
} from '#storefront/runtime/page.ts'
import type { CategoryData } from '#storefront/pages/category/page.tsx'
import { listGraph } from '#storefront/seo/structured-data/list-graph.ts'

/** Loads a category with the filters, the sort and the page of the address, or its filters as a page. */
export async function loadCategory(
  category_id: number,
  context: PublicContext,
): Promise<CategoryData | Detour> {
  const { services, now } = context
  const [category, banners] = await Promise.all([
    services.catalog.category(null, { category_id }),
    services.content.banners(null, { place: 'category', category_id }),
  ])
  const list = await loadList(context, category.path, { category_id })
  if (isDetour(list)) return list
  if (wantsFilters(context)) return showPage('filters', { name: category.name, list })
  const name_within = inSentence(category.name)
  const head = listMeta(catalogMeta(category.meta), category.name, list)
  return { head, category, name_within, banners, list, date: formatDate(now) }
}

/** Categories have root slugs: this page is only shown by the page `slug`. */
export const page = publicPage<CategoryData>({
  loader: () => Promise.resolve(notFound),
  tags: ({ category }) => [`category:${category.category_id}`, 'content'],
  structured: ({ category, list }, shop) => listGraph(category, list.listing.products, shop),
})
