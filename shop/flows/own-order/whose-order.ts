import type { Tx } from '#db/schema.ts'
import type { Caller } from '#pure/contract.ts'
import { lockLinkedOrder, lockOrder, type LockedOrder } from '#shop/order/order-store.ts'
import type { OrderSelector } from '#shop/views/payment/payment-result-store.ts'

/** Whose order a shopper means: that of a link, or their own; without a code their newest. Null: nobody's. */
export function whoseOrder(
  caller: Caller | null,
  code: string | null,
  secret: string | undefined,
): OrderSelector | null {
  if (secret !== undefined) return { code: code ?? '', secret }
  return caller && { customer_id: caller.customer_id, code }
}

/** Locks the order that a shopper means; null for a foreign one, as for an absent one. */
export async function lockOrderOf(tx: Tx, whose: OrderSelector): Promise<LockedOrder | null> {
  return 'secret' in whose
    ? lockLinkedOrder(tx, whose.code, whose.secret)
    : lockOrder(tx, whose.customer_id, whose.code, [])
}
