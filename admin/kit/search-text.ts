/**
 * What of a scanned text is searched. The QR code of a shopper has a pick-up code behind the code of the order: it
 * opens the order, but stands in no address, because addresses are kept in histories and logs.
 */
export function searchText(scanned: string): string {
  return scanned.trim().replace(/^(DH\d{6}-[0-9A-Z]{8})\.\d{6}$/i, '$1')
}
