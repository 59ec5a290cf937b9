import type { ProductCard, Resolved } from '#contracts/storefront/catalog.ts'
import type { Order } from '#contracts/storefront/order.ts'
import { Refusal } from '#pure/contract.ts'
import { catalog_addresses } from '#storefront/addresses/catalog.ts'
import { firstCards } from '#storefront/commerce/listing/listing-load.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'

/** As many as a wide screen shows beside each other. */
const MOST = 4

/**
 * What fits the first product of an order: what the shop sells together with it, else the accessories that lead the
 * list of all. None where the shop has neither.
 */
export async function fittingGoods(
  context: PersonalContext,
  { items }: Order,
): Promise<ProductCard[]> {
  const { services, province_id } = context
  const together = await soldTogether(context, items[0]?.url_path)
  const ordered = new Set(items.map(({ url_path }) => url_path))
  const ids = await Promise.all(
    together.filter((path) => !ordered.has(path)).map((path) => idAt(context, path, 'product')),
  )
  const product_ids = ids.flatMap((id) => id ?? [])
  const cards = await services.search.cards(null, { product_ids, province_id })
  const sold = cards.filter(({ is_in_stock }) => is_in_stock)
  if (sold.length >= 2) return sold.slice(0, MOST)
  const category_id = await idAt(context, catalog_addresses.accessories.path.slice(1), 'category')
  if (category_id === null) return []
  const leading = await firstCards(context, { category_id }, MOST + ordered.size)
  return leading.filter(({ url_path }) => !ordered.has(url_path)).slice(0, MOST)
}

/** Returns the paths of what costs less together with the product at `path`. */
async function soldTogether(context: PersonalContext, path: string | undefined): Promise<string[]> {
  const product_id = path === undefined ? null : await idAt(context, path, 'product')
  if (product_id === null) return []
  const { services, province_id } = context
  const { combos } = await services.catalog.product(null, { product_id, province_id })
  return [...new Set(combos.map((combo) => combo.path.slice(1)))]
}

/** Returns the id of what stands at a root path; null if it is gone or something else. */
async function idAt(
  { services }: PersonalContext,
  path: string,
  kind: Resolved['kind'],
): Promise<number | null> {
  try {
    const found = await services.catalog.resolve(null, { path })
    return found.kind === kind ? found.id : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
