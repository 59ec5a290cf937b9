import { createHmac } from 'node:crypto'

type Fields = Readonly<Record<string, string>>

function hmac512(secret: string, text: string): string {
  return createHmac('sha512', secret).update(text, 'utf8').digest('hex')
}

/**
 * Of redirects, returns and IPN (VNPay PAY 2.1.0): vnp_ fields that say something, in order,
 * form-encoded, HMAC-SHA512. The hash fields themselves are left out.
 */
export function vnpayQueryHash(secret: string, fields: Fields): string {
  return hmac512(secret, signedQuery(fields).toString())
}

/** The fields that the hash is over, in its order. */
export function signedQuery(fields: Fields): URLSearchParams {
  const said = Object.entries(fields).filter(
    ([key, value]) => key.startsWith('vnp_') && !key.startsWith('vnp_SecureHash') && value !== '',
  )
  return new URLSearchParams(said.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Of querydr and refund: the values of the named fields joined by |, an absent one as nothing. */
export function vnpayApiHash(secret: string, fields: Fields, order: readonly string[]): string {
  return hmac512(secret, order.map((name) => fields[`vnp_${name}`] ?? '').join('|'))
}

const asked = ['TmnCode', 'TxnRef'] as const
const answered = [
  ...['ResponseId', 'Command', 'ResponseCode', 'Message', ...asked, 'Amount', 'BankCode'],
  ...['PayDate', 'TransactionNo', 'TransactionType', 'TransactionStatus', 'OrderInfo'],
]

/** What is signed, and in which order (VNPay, "API querydr, refund"). */
export const vnpay_orders = {
  querydr: [
    ...['RequestId', 'Version', 'Command', ...asked],
    ...['TransactionDate', 'CreateDate', 'IpAddr', 'OrderInfo'],
  ],
  querydr_answer: [...answered, 'PromotionCode', 'PromotionAmount'],
  refund: [
    ...['RequestId', 'Version', 'Command', 'TmnCode', 'TransactionType', 'TxnRef', 'Amount'],
    ...['TransactionNo', 'TransactionDate', 'CreateBy', 'CreateDate', 'IpAddr', 'OrderInfo'],
  ],
  refund_answer: answered,
} as const
