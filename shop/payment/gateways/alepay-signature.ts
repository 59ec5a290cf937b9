import { createHash } from 'node:crypto'
import { hmacHex } from '#platform/http/signature.ts'

/**
 * Computes the signature of a request to AlePay: keys sorted, key=value joined by &, nothing URL-encoded, HMAC-SHA256
 * with the checksum key.
 */
export function alepaySignature(
  checksum_key: string,
  fields: Readonly<Record<string, string | number | boolean>>,
): string {
  const pairs = Object.keys(fields)
    .toSorted()
    .map((key) => `${key}=${fields[key]}`)
  return hmacHex(checksum_key, pairs.join('&'))
}

/**
 * Computes the checksum of a webhook: MD5 of code, amount and transaction with the key behind. It leaves out the
 * status.
 */
export function alepayChecksum(
  checksum_key: string,
  about: { orderCode: string; amount: number | string; transactionCode: string },
): string {
  const text = `${about.orderCode}${about.amount}${about.transactionCode}${checksum_key}`
  return createHash('md5').update(text).digest('hex')
}
