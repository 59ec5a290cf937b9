import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { findBlocks } from '#shop/customer/customer-profile-store.ts'
import { type CodProblem, codProblem } from '#shop/order/cod-rules.ts'
import { findCodHistories, findCodRules, lockCounted } from '#shop/order/cod-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'

/** An order that is to be paid on delivery. */
interface WantedCod {
  phone: string
  total: number
  quantity: number
  /** The hash of the network that it comes from; null: unknown, or made by staff. */
  network: string | null
}

/**
 * Says for each order why it cannot be paid on delivery; null if it can. Orders of one phone or network are counted in
 * their sequence, and no other transaction counts these until this one ends. `except` is an order that exists already.
 */
export async function codProblems(
  tx: Tx,
  wanted: readonly WantedCod[],
  except: OrderId | null = null,
): Promise<(CodProblem | null)[]> {
  if (wanted.length === 0) return []
  const rules = await findCodRules(tx)
  const phones = [...new Set(wanted.map(({ phone }) => phone))]
  const networks =
    rules.max_per_network === null
      ? []
      : [...new Set(wanted.flatMap(({ network }) => network ?? []))]
  await lockCounted(tx, [...phones, ...networks])
  const method = cashOnDelivery.code
  const histories = await findCodHistories(tx, { phones, networks, except, method })
  const blocks = await findBlocks(tx, phones)
  const accepted = new Map<string, number>()
  return wanted.map(({ phone, total, quantity, network }) => {
    const { open_orders = 0, came_back = 0 } = histories.get(phone) ?? {}
    const of_network = network === null ? 0 : (histories.get(network)?.of_network ?? 0)
    const before = (counted: string | null) => accepted.get(counted ?? '') ?? 0
    const problem = codProblem(rules, {
      ...{ total, quantity, came_back },
      open_orders: open_orders + before(phone),
      of_network: network === null ? 0 : of_network + before(network),
      is_prepaid: blocks.has(phone),
    })
    if (problem === null) {
      for (const counted of [phone, network ?? '']) accepted.set(counted, before(counted) + 1)
    }
    return problem
  })
}
