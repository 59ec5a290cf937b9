import type { Dong } from '#pure/money.ts'
import { priceAt } from '#shop/pricing/price/price.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import type { Offers } from '#shop/pricing/promotion/offers.ts'

/** The next change of a price that is known: a planned offer begins, or one that runs ends. */
interface NextPrice {
  at: string
  amount: Dong
}

/** Later changes are too uncertain to be told. */
const days_ahead = 30
const day_ms = 86_400_000

/** Returns when the price of a guest is next another than `current`, as far as the planned offers say; null: never. */
export function nextPrice(
  rows: readonly PriceRow[],
  offers: Offers,
  { province_id, now }: { province_id: number; now: Date },
  current: Dong,
): NextPrice | null {
  const from = now.getTime()
  const edges = [...offers.promotions, ...offers.flash]
    .flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
    .filter((edge) => edge !== null && edge > from && edge <= from + days_ahead * day_ms)
    .toSorted((one, other) => Number(one) - Number(other))
  for (const edge of new Set(edges)) {
    const then = new Date(Number(edge))
    const price = priceAt(rows, offers, { province_id, customer_group_id: null, now: then })
    if (price && price.final_price !== current) {
      return { at: then.toISOString(), amount: price.final_price }
    }
  }
  return null
}
