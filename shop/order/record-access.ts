import type { Caller } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { storedCode } from '#shop/order/order.ts'

/** How a shopper reaches a record with a code: it is their own, or they have the secret of its link. */
export type RecordAccess =
  | { customer_id: CustomerId; code: string }
  | { secret: string; code: string }

/** How a caller reaches the record that they name. Throws `absent()` if they are nobody and name no secret. */
export function accessOf(
  caller: Caller | null,
  { code, secret }: { code: string; secret?: string | undefined },
  absent: () => Error,
): RecordAccess {
  const stored = storedCode(code)
  if (secret !== undefined) return { code: stored, secret }
  if (caller === null) throw absent()
  return { code: stored, customer_id: caller.customer_id }
}
