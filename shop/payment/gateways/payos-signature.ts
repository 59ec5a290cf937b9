import { hmacHex } from '#platform/http/signature.ts'

/**
 * The payment link in the test message that payOS sends, signed with the shop's key, when a webhook is
 * registered.
 */
export const payos_trial_link = '124c33293c43417ab7879e14c8d9eb18'

type Scalar = string | number | boolean | null

/**
 * Computes payOS's signature: keys sorted, key=value joined by &, null as an empty text, nothing URL-encoded,
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
