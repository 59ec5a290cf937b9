import type { WrongLine } from '#contracts/staff/receipts.ts'
import type { UnitState } from '#contracts/staff/units.ts'
import type { Database } from '#db/schema.ts'
import { codesOf, readUnitLines, type UnitLine } from '#pure/formats/unit-codes.ts'
import { findKnownUnits } from '#shop/inventory/unit/unit-store.ts'
import type { StoredReceiptLine } from '#shop/receipt/receipt-store.ts'

/** What lies on the table of one line: units that can be booked, and pasted lines that cannot. */
export interface Arrival {
  line: StoredReceiptLine
  good: UnitLine[]
  wrong_lines: WrongLine[]
}

/** Reads the pasted codes of a receipt. A code that another line or another unit of the shop has is wrong. */
export async function readArrivals(
  db: Database,
  lines: readonly StoredReceiptLine[],
): Promise<Arrival[]> {
  const read = lines.map((line) => ({
    line,
    units: line.identified_by === null ? [] : readUnitLines(line.pasted, line.identified_by),
  }))
  const codes = read.flatMap(({ units }) => units.flatMap(codesOf))
  const known = new Map((await findKnownUnits(db, codes)).map((one) => [one.code, one.state]))
  const taken = new Set<string>()
  return read.map(({ line, units }) => {
    const good: UnitLine[] = []
    const wrong_lines: WrongLine[] = []
    for (const unit of units) {
      const problem = wrongLine(unit, known, taken)
      if (problem === null) good.push(unit)
      else wrong_lines.push(problem)
    }
    for (const code of good.flatMap(codesOf)) taken.add(code)
    return { line, good, wrong_lines }
  })
}

function wrongLine(
  unit: UnitLine,
  known: ReadonlyMap<string, UnitState>,
  taken: ReadonlySet<string>,
): WrongLine | null {
  const { line, text, problem, problem_code, first_line } = unit
  if (problem !== null) return { line, text, problem, code: problem_code, first_line, known: null }
  const other = codesOf(unit).find((code) => known.has(code))
  if (other !== undefined) {
    const state = known.get(other) ?? null
    return { line, text, problem: 'known', code: other, first_line: null, known: state }
  }
  const again = codesOf(unit).find((code) => taken.has(code))
  if (again === undefined) return null
  return { line, text, problem: 'repeated', code: again, first_line: null, known: null }
}
