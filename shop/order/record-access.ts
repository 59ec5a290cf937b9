import type { Caller } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { storedCode } from '#shop/order/order.ts'

/** A record with a code that a shopper means: their own, or that of a link. */
export type WhichRecord =
  | { customer_id: CustomerId; code: string }
  | { secret: string; code: string }

/** Which record a shopper means. Throws what `absent` makes, if they name no secret and are nobody. */
export function whichOf(
  caller: Caller | null,
  { code, secret }: { code: string; secret?: string | undefined },
  absent: () => Error,
): WhichRecord {
  const stored = storedCode(code)
  if (secret !== undefined) return { code: stored, secret }
  if (caller === null) throw absent()
  return { code: stored, customer_id: caller.customer_id }
}
