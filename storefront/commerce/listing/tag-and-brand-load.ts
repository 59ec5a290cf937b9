import type { CollectionPage } from '#contracts/storefront/catalog.ts'
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
import type { CollectionData } from '#storefront/commerce/listing/tag-and-brand-data.ts'

/** Loads the page of a tag or a brand with its list. An unknown tag or brand gives "not found". */
export async function loadCollection(
  context: PublicContext,
  ask: () => Promise<CollectionPage>,
  subject: ListSubject,
): Promise<CollectionData | Detour> {
  try {
    const collection = await ask()
    const list = await loadList(context, collection.path, subject)
    if (isDetour(list)) return list
    if (wantsFilters(context)) return showPage('filters', { name: collection.name, list })
    const head = listMeta(catalogMeta(collection.meta), collection.name, list)
    return { head, collection, list, date: formatDate(context.now) }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return notFound
    throw error
  }
}
