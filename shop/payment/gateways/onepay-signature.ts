import { createHmac } from 'node:crypto'

type Fields = Readonly<Record<string, string>>

/**
 * Computes OnePay's vpc_SecureHash: non-empty vpc_ and user_ fields, sorted, key=value joined by & without any
 * encoding, HMAC-SHA256 with the secret decoded from hex, in upper-case hex
 * (naustudio/node-vn-payments 2019, phpviet/omnipay-onepay 2020, OnePay's own samples).
 */
export function onepayHash(hash_key: string, fields: Fields): string {
  const signed = Object.entries(fields)
    .filter(([key, value]) => isSigned(key) && value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
  return createHmac('sha256', Buffer.from(hash_key, 'hex'))
    .update(signed.join('&'), 'utf8')
    .digest('hex')
    .toUpperCase()
}

function isSigned(key: string): boolean {
  return /^(?:vpc_|user_)/.test(key) && !/^vpc_SecureHash(?:Type)?$/.test(key)
}
