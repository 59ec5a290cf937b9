/** Units of one SKU. */
export interface Units {
  sku: string
  name: string
  quantity: number
}

/** Reads what a scanner sent: codes with blanks or line breaks between them. */
export function scannedCodes(text: string): string[] {
  return text.toUpperCase().split(/\s+/).filter(Boolean)
}

/** Compares scanned SKUs with the units that an order wants: each unit is scanned once, and no other. */
export function compareScan(
  wanted: readonly Units[],
  scanned: readonly string[],
): { missing: Units[]; unexpected: string[] } {
  const left = new Map(wanted.map((units) => [units.sku.toUpperCase(), { ...units }]))
  const unexpected = scanned.filter((sku) => {
    const units = left.get(sku)
    if (units === undefined || units.quantity === 0) return true
    units.quantity -= 1
    return false
  })
  return { missing: [...left.values()].filter(({ quantity }) => quantity > 0), unexpected }
}
