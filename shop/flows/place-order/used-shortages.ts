import { order as contract } from '#contracts/storefront/order.ts'
import type { Tx } from '#db/schema.ts'
import type { ReadyOrder, RefusedOrder } from '#shop/flows/place-order/load-checkouts.ts'
import { findUsedDevices } from '#shop/inventory/used/used-store.ts'
import { usedProblem } from '#shop/inventory/used/used.ts'

const shortages: ReadonlySet<string> = new Set([
  'sold_out',
  'quantity_not_available',
  'shop_out_of_stock',
])

/** A refused order, by the index of its request. */
export interface RefusedCheckout {
  n: number
  order: ReadyOrder
  refused: RefusedOrder
}

/**
 * Says for used devices that were refused for lack of stock what has become of them: sold, or held by an order that
 * waits for its payment. Runs after the orders of the batch are written, because one of them may have it.
 */
export async function withUsedShortages(
  tx: Tx,
  checkouts: readonly RefusedCheckout[],
  now: Date,
): Promise<Map<number, RefusedOrder>> {
  const short = checkouts.filter(({ refused }) => shortages.has(refused.refusal.code))
  const item_ids = short.flatMap(({ order }) => devicesOf(order).map(({ item_id }) => item_id))
  if (item_ids.length === 0) return new Map()
  const holds = await findUsedDevices(tx, [...new Set(item_ids)])
  return new Map(
    short.flatMap(({ n, order, refused }) => {
      const gone = devicesOf(order).find(({ item_id }) => holds.get(item_id)?.is_free === false)
      const hold = gone && holds.get(gone.item_id)
      if (!gone || !hold) return []
      const { code, data } = usedProblem(hold, gone, now)
      return [[n, { ...refused, refusal: contract.createOrder.refuse(code, data) }]]
    }),
  )
}

function devicesOf({ quote }: ReadyOrder) {
  return quote.lines.flatMap(({ item }) => (item.used == null ? [] : [item]))
}
