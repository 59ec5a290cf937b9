import { orderSources as contract } from '#contracts/staff/orders/order-sources.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { reachOf } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { listOrderSources, listReachedShops } from '#shop/views/sources/order-sources-store.ts'

/** Who brings orders (decision 282). */
export function orderSourcesStaffService({
  db,
  now,
}: {
  db: Database
  now: Now
}): Service<typeof contract> {
  return {
    async orderSources(actor, input) {
      const reach = reachOf(contract.orderSources, actor)
      const { month, ...part } = sourcesPart(input, now())
      const shops = await listReachedShops(db, reach)
      return {
        month,
        shops: shops.map(({ shop_id, name }) => ({ value: String(shop_id), title: name })),
        rows: await listOrderSources(db, reach, part),
      }
    },
  }
}

/** The days of a month, and the shop; without a month that of today. */
export function sourcesPart(
  { month, shop }: { month?: string | undefined; shop?: number | undefined },
  now: Date,
) {
  const shown = month ?? vietnamDay(now).slice(0, 7)
  const [year = 0, number = 0] = shown.split('-').map(Number)
  const until = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
  return { month: shown, from: `${shown}-01`, until, shop_id: shop ?? null }
}
