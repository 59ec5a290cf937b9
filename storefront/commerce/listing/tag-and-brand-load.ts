import type { ShelfPage } from '#contracts/storefront/catalog.ts'
import { Refusal } from '#pure/contract.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { catalogMeta } from '#storefront/seo/catalog-meta.ts'
import {
  isDetour,
  type ListSubject,
  loadList,
  wantsFilters,
} from '#storefront/commerce/listing/listing-load.ts'
import { listMeta } from '#storefront/commerce/listing/listing-view.ts'
import { type Detour, notFound, type PublicContext, showPage } from '#storefront/runtime/page.ts'
import type { ShelfData } from '#storefront/commerce/listing/tag-and-brand-data.ts'

/** A tag's or a brand's page with its list; what nobody knows is not found. */
export async function loadShelf(
  context: PublicContext,
  ask: () => Promise<ShelfPage>,
  subject: ListSubject,
): Promise<ShelfData | Detour> {
  try {
    const shelf = await ask()
    const list = await loadList(context, shelf.path, subject)
    if (isDetour(list)) return list
    if (wantsFilters(context)) return showPage('filters', { name: shelf.name, list })
    const head = listMeta(catalogMeta(shelf.meta), shelf.name, list)
    return { head, shelf, list, date: formatDate(context.now) }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return notFound
    throw error
  }
}
