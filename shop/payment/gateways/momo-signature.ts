import { hmacHex } from '#platform/http/signature.ts'

type Fields = Readonly<Record<string, unknown>>

/** The signed fields of each message, in MoMo's sequence (developers.momo.vn v2/v3; 2026). */
export const momo_orders = {
  create: [
    ...['accessKey', 'amount', 'extraData', 'ipnUrl', 'orderId', 'orderInfo', 'partnerCode'],
    ...['redirectUrl', 'requestId', 'requestType'],
  ],
  /** Of the IPN and of the return address. */
  result: [
    ...['accessKey', 'amount', 'extraData', 'message', 'orderId', 'orderInfo', 'orderType'],
    ...['partnerCode', 'payType', 'requestId', 'responseTime', 'resultCode', 'transId'],
  ],
  query: ['accessKey', 'orderId', 'partnerCode', 'requestId'],
  refund: [
    ...['accessKey', 'amount', 'description', 'orderId', 'partnerCode', 'requestId', 'transId'],
  ],
} as const satisfies Record<string, readonly string[]>

/**
 * Signs key=value pairs joined by & in a fixed sequence: HMAC-SHA256 in hex. An absent value counts as
 * empty.
 */
export function momoSignature(
  secret_key: string,
  fields: Fields,
  order: readonly string[],
): string {
  return hmacHex(secret_key, order.map((key) => `${key}=${fields[key] ?? ''}`).join('&'))
}
