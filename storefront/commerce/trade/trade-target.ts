import type { Services } from '#contracts/all.ts'

/** A new device that an old one is given for. */
export interface TradeTarget {
  /** The item or the version that was chosen. */
  id: number
  name: string
  thumbnail: { src: string; alt: string; width: number; height: number } | null
  price: number | null
}

/** The digits of an id in an address; null: there are none. */
export function idIn(text: string | null): number | null {
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null
}

/** The version that an address names, by its own id or by that of one of its colours. Null: it is not on sale. */
export async function findTarget(
  services: Services,
  id: number | null,
  province_id: number,
): Promise<TradeTarget | null> {
  if (id === null) return null
  const { version_id } = await services.cartTrade.tradeTarget(null, { item_id: id })
  if (version_id === null) return null
  const [card] = await services.search.cards(null, { product_ids: [version_id], province_id })
  if (card === undefined) return null
  const { name, thumbnail, price, special_price } = card
  return { id, name, thumbnail, price: special_price ?? price }
}
