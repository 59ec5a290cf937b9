import type { PricedQuote } from '#shop/quote/quote.ts'

interface FlashExcess {
  item_id: number | null
  name: string
  per_customer: number
}

/**
 * The first item with a higher quantity at a flash price than one customer may have; all colours of a version count
 * together (contract §8 exceed_quantity_flashsale). Null if there is none.
 */
export function flashExcess({ claims }: Pick<PricedQuote, 'claims'>): FlashExcess | null {
  const flash = claims.filter(({ reason }) => reason === 'flash')
  for (const { item_id, name, customer_limit } of flash) {
    if (!customer_limit) continue
    const wanted = flash
      .filter((other) => other.customer_limit?.key === customer_limit.key)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    if (wanted > customer_limit.max) return { item_id, name, per_customer: customer_limit.max }
  }
  return null
}
