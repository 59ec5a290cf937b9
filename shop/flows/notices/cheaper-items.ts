import type { Database } from '#db/schema.ts'
import { pricesOf } from '#shop/flows/notices/item-price.ts'
import { findPriceNotices } from '#shop/notice/notice-store.ts'

interface Part {
  now: Date
  /** The last notice that was looked at. */
  after: number
  batch: number
}

/**
 * Looks at the next notices of a lower price: which items cost their asker less than when they asked. The price engine
 * decides, because it alone knows provinces, members and flash sales. `last` is where the next part begins.
 */
export async function cheaperItems(
  db: Database,
  { now, after, batch }: Part,
): Promise<{ cheaper: number[]; last: number }> {
  const waiting = await findPriceNotices(db, { after, limit: batch })
  const askers = Map.groupBy(waiting, ({ customer_id, province_id, is_member }) =>
    // Guests of one province have the same price.
    is_member ? `${String(customer_id)} ${String(province_id)}` : String(province_id),
  )
  const cheaper: number[] = []
  for (const own of askers.values()) {
    const [asker] = own
    if (asker === undefined) continue
    const item_ids = [...new Set(own.map(({ product_id }) => product_id))]
    const prices = await pricesOf(db, item_ids, asker, now)
    for (const { product_notice_id, product_id, price_seen } of own) {
      if ((prices.get(product_id) ?? price_seen) < price_seen) cheaper.push(product_notice_id)
    }
  }
  return { cheaper, last: waiting.length < batch ? 0 : (waiting.at(-1)?.product_notice_id ?? 0) }
}
