import { csvReader } from '#pure/formats/csv.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'

/** A line of a carrier's statement: a code of the carrier or of ours, and the amount in đồng. */
export interface StatementLine {
  position: number
  code: string
  amount: number
}

interface ReadStatement {
  lines: StatementLine[]
  /** Numbers of the lines, from 1, that cannot be read. */
  unreadable: number[]
}

/** A heading that names the code of a parcel, and one that names the amount. */
const code_heading = /\b(ma|code|tracking|van don)\b/
const amount_heading = /\b(cod|thu ho|so tien|amount)\b/

/**
 * Reads a statement as CSV or as it is copied from a sheet: code and amount are the first two columns, or those that a
 * heading names. Lines of nothing are left out. An amount is read only if it can mean one number.
 */
export function readStatement(text: string): ReadStatement {
  const plain = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(plain)
  const reader = csvReader(separator)
  const records = [...reader.push(plain), ...reader.end()]
  const [first] = records
  const heading = first === undefined ? null : headingOf(first.cells)
  const columns = heading ?? { code: 0, amount: 1 }
  const read: ReadStatement = { lines: [], unreadable: [] }
  for (const { line, cells } of heading === null ? records : records.slice(1)) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const code = (cells[columns.code] ?? '').trim().toUpperCase()
    const is_cut = separator === ',' && isCut(cells.slice(columns.amount))
    const amount = is_cut ? null : amountOf(cells[columns.amount] ?? '')
    if (amount === null || !/^[\w.-]{3,60}$/.test(code)) read.unreadable.push(line)
    else if (amount > 0) read.lines.push({ position: line, code, amount })
  }
  return read
}

/** The separator that most lines have. A comma may stand in an amount, so it is tried last. */
function separatorOf(text: string): string {
  const rows = text.split('\n').filter((row) => row.trim() !== '')
  const has = (separator: string) => rows.filter((row) => row.includes(separator)).length
  return ['\t', ';'].find((separator) => has(separator) * 2 > rows.length) ?? ','
}

function headingOf(cells: readonly string[]): { code: number; amount: number } | null {
  const folded = cells.map(fold)
  const code = folded.findIndex((cell) => code_heading.test(cell) && !/\d/.test(cell))
  const amount = folded.findIndex((cell) => amount_heading.test(cell) && !/\d/.test(cell))
  return code === -1 || amount === -1 || code === amount ? null : { code, amount }
}

/** Whether an amount such as 1,250,000 was split where its commas are: it would be read as 1. */
function isCut([first = '', second = '']: readonly string[]): boolean {
  return /^\d{1,3}$/.test(first.trim()) && /^\d{3}\D*$/.test(second.trim())
}

/** 1250000, 1.250.000đ and 1,250,000.00 are amounts; 1.25 and -5 are not. */
function amountOf(cell: string): number | null {
  const text = cell.replace(/(đ|₫|vnd|vnđ)$/i, '').replace(/\s/g, '')
  const match =
    /^(\d{1,3}(?:\.\d{3})+(?:,0{1,2})?|\d{1,3}(?:,\d{3})+(?:\.0{1,2})?|\d{1,12}(?:[.,]0{1,2})?)$/.exec(
      text,
    )
  if (match === null) return null
  const amount = Number(text.replace(/[.,]0{1,2}$/, '').replace(/[.,]/g, ''))
  return Number.isSafeInteger(amount) ? amount : null
}
