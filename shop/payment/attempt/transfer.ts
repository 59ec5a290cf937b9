/** The code of the payment method in addresses and rows; gateways/bank-transfer.ts is its gateway. */
export const transfer_method = 'bank_transfer'

/** How long a shown code is valid (contract §9: QR countdown 300 s). */
const code_ms = 300_000

/** Returns until when a code created at `now` is valid: five minutes, never beyond the order's own deadline. */
export function codeEnd(now: Date, order_expires_at: Date | null): Date {
  const end = now.getTime() + code_ms
  return new Date(order_expires_at === null ? end : Math.min(end, order_expires_at.getTime()))
}

/** Returns an order's code as in transfer texts: banks drop the hyphen, and some change the case. */
export function transferPurpose(order_code: string): string {
  return order_code.replaceAll('-', '').toUpperCase()
}

/**
 * Returns the codes of the orders that a transfer text may name, in stored form. Banks add their own text
 * before and after, break lines, insert blanks and change the case: only letters and digits are read.
 */
export function ordersNamedIn(text: string): string[] {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  // A lookahead, so that a false start ("DHDH…") never hides the real code after it.
  const matches = plain.matchAll(/(?=(DH\d{6}[0-9A-HJKMNP-TV-Z]{8}))/g)
  const codes = [...matches].map(([, code = '']) => `${code.slice(0, 8)}-${code.slice(8)}`)
  return [...new Set(codes)]
}
