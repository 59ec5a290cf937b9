/** One record of a CSV text and the line it begins on. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Reads CSV in chunks. A record may extend over several chunks. */
interface CsvReader {
  push: (text: string) => CsvRecord[]
  /** Returns the last record if the text does not end with a line break. */
  end: () => CsvRecord[]
}

/** Reads CSV according to RFC 4180: quoted cells may contain separators, line breaks and doubled quotes. */
export function csvReader(separator: string): CsvReader {
  let line = 1
  let first_line = 1
  let cell = ''
  let cells: string[] = []
  let state: 'start' | 'plain' | 'quoted' | 'quote_seen' = 'start'
  let records: CsvRecord[] = []

  const endCell = () => {
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRecord = () => {
    endCell()
    // A blank line is skipped; it is not a record of one empty cell.
    if (cells.length > 1 || cells[0] !== '') records.push({ line: first_line, cells })
    cells = []
  }
  const read = (character: string) => {
    if (character === '\n') line++
    if (state === 'quoted') {
      if (character === '"') state = 'quote_seen'
      else cell += character
    } else if (character === '"' && state !== 'plain') {
      if (state === 'quote_seen') cell += character
      state = 'quoted'
    } else if (character === separator) {
      endCell()
    } else if (character === '\n') {
      endRecord()
      first_line = line
    } else if (character !== '\r') {
      cell += character
      state = 'plain'
    }
  }
  const takeRecords = () => {
    const complete = records
    records = []
    return complete
  }
  return {
    push(text) {
      for (const character of text) read(character)
      return takeRecords()
    },
    end() {
      if (cell !== '' || cells.length > 0) endRecord()
      return takeRecords()
    },
  }
}

/** Formats one line of CSV, with quotes where they are needed. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`
}

/** Finds the separator of a heading line: the most frequent of comma, semicolon and tab. */
export function csvSeparator(heading: string): string {
  const counts = [',', ';', '\t'].map((sign) => ({
    separator: sign,
    count: heading.split(sign).length,
  }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ','
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Where a spreadsheet may run a formula: at the beginning of a cell, or behind what parts a line in some countries. */
const formula = /(^|[;|\t\r\n])([\s"']*)([=+\-@＝＋－＠])/g
const guarded = /(^|[;|\t\r\n])([\s"']*)'([=+\-@＝＋－＠])/g
const plain_number = /^[+-]?\d[\d .]*$/

/**
 * A spreadsheet runs a cell that begins like a formula. An apostrophe before the sign makes it a text. Spreadsheets
 * in Vietnam part a line at semicolons, so a cell may also begin behind one. A plain number such as a phone with "+84"
 * is no formula.
 */
export function withoutFormula(text: string): string {
  return plain_number.test(text) ? text : text.replace(formula, "$1$2'$3")
}

/**
 * Digits with a zero in front, such as the number of an identity card or of a company, and more digits than the fifteen
 * that a spreadsheet counts stand in groups of four, which every spreadsheet takes for a text. Groups of three would be
 * thousands in some languages.
 */
export function keptDigits(text: string): string {
  return /^0\d+$|^\d{16,}$/.test(text) ? text.replace(/\d{4}(?=\d)/g, '$& ') : text
}

/** The text of a cell that `withoutFormula` wrote: exactly one apostrophe before each such sign is taken away. */
export function withFormula(cell: string): string {
  return cell.replace(guarded, '$1$2$3')
}
