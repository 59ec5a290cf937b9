import { storedUnitCode } from '#pure/formats/unit-codes.ts'

/** What an order wants of one SKU. */
export interface WantedUnits {
  sku: string
  name: string
  quantity: number
  /** Units that may be packed by their SKU alone: all, unless each has an IMEI or serial number. */
  by_sku: number
}

/** A scanned IMEI or serial number of a unit that lies where the order has reserved it. */
export interface ScannedUnit {
  code: string
  unit_id: number
  sku: string
}

/** The scanned codes of these units. */
export function codesOfUnits(
  scanned: readonly ScannedUnit[],
  unit_ids: readonly number[],
): string[] {
  return scanned.filter(({ unit_id }) => unit_ids.includes(unit_id)).map(({ code }) => code)
}

/** Reads what a scanner sent: codes with blanks or line breaks between them. */
export function scannedCodes(text: string): string[] {
  return text.toUpperCase().split(/\s+/).filter(Boolean)
}

/** The same for an order: SKUs as they are; every other code once, as a unit's code is stored. */
export function scannedForOrder(wanted: readonly WantedUnits[], text: string): string[] {
  const skus = new Set(wanted.map(({ sku }) => sku.toUpperCase()))
  const codes = scannedCodes(text).map((code) => (skus.has(code) ? code : storedUnitCode(code)))
  return codes.filter((code, n) => skus.has(code) || codes.indexOf(code) === n)
}

/**
 * Compares what was scanned with the units that an order wants. A unit with an IMEI or serial number counts by that
 * code alone; its SKU may be scanned beside it. Everything else counts once for each scan.
 */
export function compareScan(
  wanted: readonly WantedUnits[],
  scanned: readonly string[],
  units: readonly ScannedUnit[],
): { missing: Omit<WantedUnits, 'by_sku'>[]; unexpected: string[] } {
  const by_code = new Map(units.map((unit) => [unit.code, unit]))
  const skus = new Set(wanted.map(({ sku }) => sku.toUpperCase()))
  const seen = new Set<number>()
  const unexpected: string[] = []
  const counts = new Map<string, { codes: number; skus: number }>()
  const countOf = (sku: string) => {
    const count = counts.get(sku.toUpperCase()) ?? { codes: 0, skus: 0 }
    counts.set(sku.toUpperCase(), count)
    return count
  }
  for (const code of scanned) {
    const unit = by_code.get(code)
    if (skus.has(code)) countOf(code).skus += 1
    else if (unit !== undefined && skus.has(unit.sku.toUpperCase()) && !seen.has(unit.unit_id)) {
      seen.add(unit.unit_id)
      countOf(unit.sku).codes += 1
    } else unexpected.push(code)
  }
  const missing = wanted.flatMap(({ by_sku, ...units_of }) => {
    const { codes, skus: by_scan } = countOf(units_of.sku)
    const packed = codes + Math.min(by_scan, by_sku)
    // Beside a code the SKU may be scanned once more for each unit.
    const may_scan = by_sku === units_of.quantity ? units_of.quantity - codes : units_of.quantity
    const surplus = Math.max(0, codes - units_of.quantity) + Math.max(0, by_scan - may_scan)
    unexpected.push(...Array<string>(surplus).fill(units_of.sku.toUpperCase()))
    const quantity = units_of.quantity - packed
    return quantity > 0 ? [{ ...units_of, quantity }] : []
  })
  return { missing, unexpected }
}
