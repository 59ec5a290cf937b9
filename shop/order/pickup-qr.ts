/** What the QR code of a ready order says: the order and its pick-up code, so that one scan is enough. */
export function pickupQrText(order_code: string, code: string): string {
  return `${order_code}.${code}`
}
