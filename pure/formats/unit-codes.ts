/** What identifies each unit of a product. */
export type IdentifiedBy = 'imei' | 'serial'

/** Why a code cannot be the code of a unit. */
type CodeProblem = 'missing' | 'wrong_length' | 'wrong_check_digit' | 'not_a_serial' | 'repeated'

/** The codes of one unit. A phone has one or two IMEIs, and sometimes a serial number; a laptop a serial number. */
export interface UnitCodes {
  imei1: string | null
  imei2: string | null
  serial: string | null
}

/** One pasted line: the codes of one unit, or why they are not accepted. */
export interface UnitLine extends UnitCodes {
  /** From 1. */
  line: number
  text: string
  problem: CodeProblem | null
  /** The code that has the problem. */
  problem_code: string | null
  /** With the problem `repeated`: the line that has the code already. */
  first_line: number | null
}

/** The last digit of an IMEI, computed from its first 14 by Luhn's algorithm. */
export function imeiCheckDigit(first_digits: string): number {
  let sum = 0
  for (const [index, digit] of [...first_digits].entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}

/** Whether these are the 15 digits of an IMEI. */
export function isImei(text: string): boolean {
  return /^\d{15}$/.test(text) && imeiCheckDigit(text.slice(0, 14)) === Number(text[14])
}

const serial_pattern = /^[0-9A-Z][0-9A-Z-]{3,39}$/

/** Whether this is a serial number as it is stored. */
export function isSerial(text: string): boolean {
  return serial_pattern.test(text)
}

/** Returns a code as it is stored: without blanks, labels, invisible characters and, in numbers, separators. */
export function storedUnitCode(text: string): string {
  const code = withoutLabels(text).replace(/\s+/g, '')
  return /^[\d\-./]+$/.test(code) && /\d{2}/.test(code) ? code.replace(/[-./]/g, '') : code
}

/**
 * Reads pasted lines, one unit each: one or two IMEIs, and a serial number. Blank lines are left out. Every line is
 * returned, with its problem if it has one; a code that an earlier line has is `repeated`.
 */
export function readUnitLines(text: string, identified_by: IdentifiedBy): UnitLine[] {
  const first_lines = new Map<string, number>()
  return text.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    const shown = raw.trim()
    if (shown === '') return []
    const read = readLine(raw, identified_by, index + 1)
    if (read.problem !== null) return [read]
    const codes = codesOf(read)
    const again = codes.find((code) => first_lines.has(code))
    if (again !== undefined) return [refused(read, 'repeated', again, first_lines.get(again))]
    for (const code of codes) first_lines.set(code, index + 1)
    return [read]
  })
}

/** All codes of a unit. */
export function codesOf({ imei1, imei2, serial }: UnitCodes): string[] {
  return [imei1, imei2, serial].filter((code) => code !== null)
}

function readLine(raw: string, identified_by: IdentifiedBy, line: number): UnitLine {
  const codes = splitCodes(raw)
  const imeis = codes.filter((code) => /^\d+$/.test(code) && identified_by === 'imei')
  const serials = codes.filter((code) => !imeis.includes(code))
  const [imei1 = null, imei2 = null, third] = imeis
  const [serial = null, fourth] = serials
  const read = {
    ...{ line, text: raw.trim(), imei1, imei2, serial },
    ...{ problem: null, problem_code: null, first_line: null },
  }
  const surplus = third ?? fourth
  if (surplus !== undefined) return refused(read, 'wrong_length', surplus)
  if ((identified_by === 'imei' ? imei1 : serial) === null) return refused(read, 'missing', null)
  const short = imeis.find((imei) => imei.length !== 15)
  if (short !== undefined) return refused(read, 'wrong_length', short)
  const wrong = imeis.find((imei) => !isImei(imei))
  if (wrong !== undefined) return refused(read, 'wrong_check_digit', wrong)
  if (imei1 !== null && imei1 === imei2) return refused(read, 'repeated', imei1, line)
  if (serial !== null && !isSerial(serial)) return refused(read, 'not_a_serial', serial)
  return read
}

function refused(
  read: UnitLine,
  problem: CodeProblem,
  problem_code: string | null,
  first_line: number | null = null,
): UnitLine {
  return { ...read, problem, problem_code, first_line }
}

/** Splits a line into codes. Groups of digits that a single blank separates belong to one IMEI until it has 15. */
function splitCodes(raw: string): string[] {
  return withoutLabels(raw)
    .split(/[,;|\t]| {2,}/)
    .flatMap((part) => {
      const codes: string[] = []
      let digits = ''
      for (const group of part.split(/\s+/).map(storedUnitCode).filter(Boolean)) {
        if (!/^\d+$/.test(group)) codes.push(group)
        else if (digits !== '' && digits.length + group.length > 15) {
          codes.push(digits)
          digits = group
        } else digits += group
        if (digits.length >= 15) {
          codes.push(digits)
          digits = ''
        }
      }
      return digits === '' ? codes : [...codes, digits]
    })
}

/** Removes what labels and spreadsheets add: "IMEI 1:", "S/N:", a leading apostrophe, invisible characters. */
function withoutLabels(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\u00A0]/gu, ' ')
    .toUpperCase()
    .replace(/[‐-―−]/g, '-')
    .replace(/\b(IMEI|MEID|S\/N|SN|SERIAL)(\s*[12])?\s*(NO\.?|NUMBER)?\s*[:=#]\s*/g, ' ')
    .replace(/(^|[\s,;|])['"]+|['"]+(?=$|[\s,;|])/g, '$1')
    .trim()
}
