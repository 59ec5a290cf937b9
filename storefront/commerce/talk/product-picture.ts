import type { Picture } from '#contracts/storefront/catalog.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'

/** Returns the picture of a product's card, for a form about it; null without one. */
export async function productPicture(
  { services, province_id }: Pick<PersonalContext, 'services' | 'province_id'>,
  product_id: number,
): Promise<Picture | null> {
  const cards = await services.search.cards(null, { product_ids: [product_id], province_id })
  return cards[0]?.thumbnail ?? null
}
