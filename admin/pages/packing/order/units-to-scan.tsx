import type { Packing } from '#contracts/staff/parcels.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'

/** What has to be scanned, with how much of it was scanned. */
export function UnitsToScan({ units }: Pick<Counted, 'units'>) {
  return (
    <ul aria-label="Hàng phải có" className="sheet grid content-start gap-1 p-2">
      {units.map(({ sku, name, quantity, done, needs_code }) => (
        <li
          key={sku}
          className={`flex items-center gap-3 rounded-lg px-3 py-2 ${done >= quantity ? 'bg-success-soft' : ''}`}
        >
          <span className="w-14 shrink-0 text-lg font-bold tabular-nums">
            {done}/{quantity}
          </span>
          <span className="min-w-0 grow">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="block text-xs text-muted">
              {sku}
              {needs_code && ' · quét IMEI hoặc serial'}
            </span>
          </span>
          {done > quantity && <strong className="text-sale">Thừa {done - quantity}</strong>}
          {done === quantity && <span className="font-bold text-success">Đủ</span>}
        </li>
      ))}
    </ul>
  )
}

export interface Counted {
  units: (Packing['units'][number] & { done: number; needs_code: boolean })[]
  /** What belongs to no unit of the order. */
  unknown: string[]
}

/**
 * Counts what was scanned. Which unit an IMEI belongs to, the server knows: here it counts for the next that needs one,
 * unless the server has refused it.
 */
export function countUnits(
  units: Packing['units'],
  codes: readonly string[],
  refused: readonly string[] = [],
): Counted {
  const isSku = (code: string) => units.some(({ sku }) => sku.toUpperCase() === code)
  const isRefused = (code: string) => refused.includes(storedUnitCode(code))
  const unit_codes = [...new Set(codes.filter((code) => !isSku(code)))]
  const others = unit_codes.filter((code) => !isRefused(code))
  const counted = units.map((unit) => {
    const by_scan = codes.filter((code) => code === unit.sku.toUpperCase()).length
    const needs_code = unit.by_sku < unit.quantity
    const by_sku = needs_code ? Math.min(by_scan, unit.by_sku) : by_scan
    const by_code = needs_code ? others.splice(0, unit.quantity - by_sku).length : 0
    return { ...unit, needs_code, done: by_sku + by_code }
  })
  return { units: counted, unknown: [...others, ...unit_codes.filter(isRefused)] }
}

export function isComplete({ units, unknown }: Counted): boolean {
  return unknown.length === 0 && units.every(({ done, quantity }) => done === quantity)
}

export function codesIn(text: string): string[] {
  return text.toUpperCase().split(/\s+/).filter(Boolean)
}
