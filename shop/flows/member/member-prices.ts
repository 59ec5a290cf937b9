import type { z } from 'zod'
import type { member as contract } from '#contracts/storefront/member.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { questionOf } from '#shop/flows/cart/read-cart.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import { priceAt } from '#shop/pricing/price/price.ts'
import { findShownColors } from '#shop/views/member/shown-items-store.ts'

type Output = Awaited<ReturnType<Service<typeof contract>['prices']>>

/** What the member pays for products, where it is less than what everybody pays. */
export async function memberPrices(
  { db, now }: { db: Database; now: Now },
  caller: Caller,
  { products, province_id }: z.output<typeof contract.prices.input>,
): Promise<Output> {
  const question = await questionOf(db, caller, province_id, now())
  const colors = await findShownColors(db, products.split(',').map(Number))
  const items = await findItems(db, colors, question)
  const guest = { province_id, customer_group_id: null, now: question.now }
  const prices = items.flatMap(({ item_id, version_id, price, price_rows, offers }) => {
    const everybody = priceAt(price_rows, offers, guest)
    const saving = price && everybody ? everybody.final_price - price.final_price : 0
    if (price === null || saving <= 0) return []
    return [{ product_id: version_id ?? item_id, final_price: price.final_price, saving }]
  })
  return { prices: bestOf(prices) }
}

/** Of the colours of a product the one with the largest saving, as lists print it. */
function bestOf(prices: Output['prices']): Output['prices'] {
  const best = new Map<number, Output['prices'][number]>()
  for (const price of prices) {
    if (price.saving > (best.get(price.product_id)?.saving ?? 0)) best.set(price.product_id, price)
  }
  return [...best.values()]
}
