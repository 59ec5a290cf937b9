/** The way to pay by transfer, as it stands in addresses and rows; gateways/bank-transfer.ts is the rest of it. */
export const transfer_method = 'bank_transfer'

/** How long a shown code is good for (contract §9: QR countdown 300 s). */
const code_ms = 300_000

/** Until when a code made at `now` is good: five minutes, never beyond the order's own deadline. */
export function codeEnd(now: Date, order_expires_at: Date | null): Date {
  const end = now.getTime() + code_ms
  return new Date(order_expires_at === null ? end : Math.min(end, order_expires_at.getTime()))
}

/** An order's code as transfer texts carry it: banks drop the hyphen, some of them the case. */
export function transferPurpose(order_code: string): string {
  return order_code.replaceAll('-', '').toUpperCase()
}

/**
 * The orders a transfer text may mean, as their codes are stored. Banks put their own words before
 * and after, break lines, insert blanks and change the case: only letters and digits are looked at.
 */
export function ordersNamedIn(text: string): string[] {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  // Looked ahead, so that a false start ("DHDH…") never hides the true code behind it.
  const found = plain.matchAll(/(?=(DH\d{6}[0-9A-HJKMNP-TV-Z]{8}))/g)
  const codes = [...found].map(([, code = '']) => `${code.slice(0, 8)}-${code.slice(8)}`)
  return [...new Set(codes)]
}
