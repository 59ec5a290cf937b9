import { createHmac } from 'node:crypto'

type Fields = Readonly<Record<string, string>>

function hmac512(secret: string, text: string): string {
  return createHmac('sha512', secret).update(text, 'utf8').digest('hex')
}

/**
 * Computes the hash of redirects, returns and IPN (VNPay PAY 2.1.0): non-empty vnp_ fields, sorted,
 * form-encoded, HMAC-SHA512. The hash fields themselves are left out.
 */
export function vnpayQueryHash(secret: string, fields: Fields): string {
  return hmac512(secret, signedQuery(fields).toString())
}

/** Returns the fields that the hash covers, sorted. */
export function signedQuery(fields: Fields): URLSearchParams {
  const filled = Object.entries(fields).filter(
    ([key, value]) => key.startsWith('vnp_') && !key.startsWith('vnp_SecureHash') && value !== '',
  )
  return new URLSearchParams(filled.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Computes the hash of querydr and refund: the values of the named fields joined by |, an absent value as
 * empty.
 */
export function vnpayApiHash(secret: string, fields: Fields, order: readonly string[]): string {
  return hmac512(secret, order.map((name) => fields[`vnp_${name}`] ?? '').join('|'))
}

const request_fields = ['TmnCode', 'TxnRef'] as const
const answer_fields = [
  ...['ResponseId', 'Command', 'ResponseCode', 'Message', ...request_fields, 'Amount', 'BankCode'],
  ...['PayDate', 'TransactionNo', 'TransactionType', 'TransactionStatus', 'OrderInfo'],
]

/** The signed fields and their sequence (VNPay, "API querydr, refund"). */
export const vnpay_orders = {
  querydr: [
    ...['RequestId', 'Version', 'Command', ...request_fields],
    ...['TransactionDate', 'CreateDate', 'IpAddr', 'OrderInfo'],
  ],
  querydr_answer: [...answer_fields, 'PromotionCode', 'PromotionAmount'],
  refund: [
    ...['RequestId', 'Version', 'Command', 'TmnCode', 'TransactionType', 'TxnRef', 'Amount'],
    ...['TransactionNo', 'TransactionDate', 'CreateBy', 'CreateDate', 'IpAddr', 'OrderInfo'],
  ],
  refund_answer: answer_fields,
} as const
