import type { Tx } from '#db/schema.ts'
import { sharesOf } from '#shop/payment/ledger/match-money.ts'
import { findSources, type Source } from '#shop/payment/ledger/part-store.ts'
import { findRefundable, insertRefund } from '#shop/payment/ledger/refund-store.ts'
import { giveBackAll } from '#shop/flows/receive-payment/settle-parts.ts'

/**
 * Money of an order that is locked goes back (house §5.3): rows of the ledger, which a job sends to the
 * gateways that took the money, or which staff pay out by hand. Never more than was paid and has not
 * gone back yet, so that asking twice gives back once; each part by the way it came. 'all': whatever
 * came, should it be more or less than was asked for. Returns how much goes back.
 */
export async function refundDue(
  tx: Tx,
  { order_id }: { order_id: number },
  amount: number | 'all',
  reason: string,
  now: Date,
): Promise<number> {
  const parts = amount === 'all' ? await giveBackAll(tx, order_id, now) : 0
  const paid = await findRefundable(tx, order_id)
  const due = paid === null ? 0 : amount === 'all' ? paid.left : Math.min(amount, paid.left)
  if (paid === null || due <= 0) return parts
  for (const way of waysBack(paid, await findSources(tx, order_id), due)) {
    const refund = { order_id, payment_review_id: null, ...way, reason }
    await insertRefund(tx, { ...refund, state: 'due' }, now)
  }
  return parts + due
}

/**
 * By which ways an amount goes back: as the order was paid, as far as its money came so, then by the
 * others; what no message accounts for goes back as it was paid too.
 */
function waysBack(
  { payment_id, method: gateway }: { payment_id: number; method: string },
  sources: readonly Source[],
  due: number,
): { gateway: string; payment_id: number | null; amount: number }[] {
  const isOwn = (one: Source) =>
    one.gateway === gateway && (one.payment_id === null || one.payment_id === payment_id)
  const own = sources.find(isOwn)?.left ?? 0
  const others = sources.filter((one) => !isOwn(one))
  const [first = 0, ...shares] = sharesOf(due, [own, ...others.map(({ left }) => left)])
  const unaccounted = due - first - shares.reduce((sum, share) => sum + share, 0)
  const ways = [
    { gateway, payment_id, amount: first + unaccounted },
    ...others.map((one, index) => ({
      gateway: one.gateway,
      payment_id: one.payment_id,
      amount: shares[index] ?? 0,
    })),
  ]
  return ways.filter(({ amount }) => amount > 0)
}
