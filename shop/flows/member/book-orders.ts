import type { Tx } from '#db/schema.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import { findMemberOrders, type MemberOrder } from '#shop/flows/member/member-orders-store.ts'
import {
  findLoyaltyRule,
  findTiers,
  insertPoints,
  lockStanding,
  saveMemberOrder,
  sumSpent,
  updateStanding,
} from '#shop/loyalty/loyalty-store.ts'
import { countOrder } from '#shop/loyalty/points.ts'
import { countedFrom, tierAt } from '#shop/loyalty/tier.ts'

/**
 * Books what locked orders count for: the spending and the tier of their members, and points. It compares what should
 * be booked with what is, and writes the difference, so it may be called after every change of an order and as often as
 * wanted (decision 194). Orders of guests count for nothing. Returns whether an order was not booked yet.
 */
export async function bookOrders(
  tx: Tx,
  order_ids: readonly OrderId[],
  now: Date,
): Promise<boolean> {
  const orders = order_ids.length === 0 ? [] : await findMemberOrders(tx, order_ids)
  let was_missing = false
  for (const [customer_id, own] of Map.groupBy(orders, (order) => order.customer_id)) {
    const standing = await lockStanding(tx, customer_id)
    const tiers = await findTiers(tx)
    const tier = tiers.find(({ code }) => code === standing.tier_code)
    for (const order of own) {
      const is_booked = await bookOrder(tx, order, tier?.point_percent ?? 0, now)
      was_missing ||= is_booked
    }
    await bookTier(tx, customer_id, standing, tiers, now)
  }
  return was_missing
}

async function bookOrder(
  tx: Tx,
  order: MemberOrder,
  current_percent: number,
  now: Date,
): Promise<boolean> {
  const { order_id, customer_id, completed_at } = order
  const point_percent = order.point_percent ?? current_percent
  const { spent, entries } = countOrder({ ...order, point_percent })
  await insertPoints(
    tx,
    entries.map((entry) => ({ ...entry, customer_id, order_id })),
    now,
  )
  if (order.spent === spent || (order.spent === null && !order.is_completed)) {
    return entries.length > 0
  }
  const at = completed_at ?? now
  const points_expire_at = order.points_expire_at ?? (await expiryOf(tx, at))
  const counted = { completed_at: at, spent, point_percent, points_expire_at }
  await saveMemberOrder(tx, { order_id, customer_id, ...counted })
  return true
}

/** Points last whole months from the completion of their order. */
async function expiryOf(tx: Tx, completed_at: Date): Promise<Date> {
  const { points_last_months } = await findLoyaltyRule(tx)
  const until = new Date(completed_at)
  until.setUTCMonth(until.getUTCMonth() + points_last_months)
  return until
}

/** Sets the spending and the tier of a member with a locked standing. */
export async function bookTier(
  tx: Tx,
  customer_id: CustomerId,
  standing: Awaited<ReturnType<typeof lockStanding>>,
  tiers: Awaited<ReturnType<typeof findTiers>>,
  now: Date,
): Promise<void> {
  const spent = await sumSpent(tx, customer_id, countedFrom(now))
  const tier = tierAt(spent, tiers)
  const best = tiers.find(({ code }) => code === standing.best_tier)
  const best_tier = tier.position > (best?.position ?? 0) ? tier.code : standing.best_tier
  const is_changed =
    spent !== standing.spent || tier.code !== standing.tier_code || best_tier !== standing.best_tier
  if (is_changed) await updateStanding(tx, customer_id, { tier_code: tier.code, best_tier, spent })
}
