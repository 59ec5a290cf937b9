import { hmacHex } from '#platform/http/signature.ts'

/**
 * payOS knows payments by whole numbers, its orderCode. From here on such a number is a payment attempt of the
 * gateway (gateways/payos.ts); below, it is a transfer code of our own (relays/payos.ts).
 */
export const first_attempt_number = 9_000_000_000

/** What payOS sends, signed with the shop's own key, when a webhook address is registered. */
export const payos_trial_link = '124c33293c43417ab7879e14c8d9eb18'

type Scalar = string | number | boolean | null

/**
 * payOS's signature: keys in order, key=value joined by &, null as nothing, nothing URL-encoded,
 * HMAC-SHA256 with the checksum key.
 */
export function payosSignature(
  checksum_key: string,
  data: Readonly<Record<string, Scalar>>,
): string {
  const pairs = Object.keys(data)
    .toSorted()
    .map((key) => `${key}=${data[key] ?? ''}`)
  return hmacHex(checksum_key, pairs.join('&'))
}
