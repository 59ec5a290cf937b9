/** One record of a CSV text and the line it begins on. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** Reads CSV piece by piece; a record may be spread over pieces. */
export interface CsvReader {
  push: (text: string) => CsvRecord[]
  /** Gives the last record when the text does not end with a line break. */
  end: () => CsvRecord[]
}

/** CSV as RFC 4180 has it: cells in double quotes may hold separators, line breaks and doubled quotes. */
export function csvReader(separator: string): CsvReader {
  let line = 1
  let begun_on = 1
  let cell = ''
  let cells: string[] = []
  let state: 'start' | 'plain' | 'quoted' | 'quote_seen' = 'start'
  let found: CsvRecord[] = []

  const endCell = () => {
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRecord = () => {
    endCell()
    // A blank line is nothing, not a record of one empty cell.
    if (cells.length > 1 || cells[0] !== '') found.push({ line: begun_on, cells })
    cells = []
  }
  const take = (sign: string) => {
    if (sign === '\n') line++
    if (state === 'quoted') {
      if (sign === '"') state = 'quote_seen'
      else cell += sign
    } else if (sign === '"' && state !== 'plain') {
      if (state === 'quote_seen') cell += sign
      state = 'quoted'
    } else if (sign === separator) {
      endCell()
    } else if (sign === '\n') {
      endRecord()
      begun_on = line
    } else if (sign !== '\r') {
      cell += sign
      state = 'plain'
    }
  }
  const given = () => {
    const records = found
    found = []
    return records
  }
  return {
    push(text) {
      for (const sign of text) take(sign)
      return given()
    },
    end() {
      if (cell !== '' || cells.length > 0) endRecord()
      return given()
    },
  }
}

/** One line of CSV, with quotes where they are needed. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`
}

/** The sign that parts the cells of a heading: comma, semicolon or tab, whichever is there most. */
export function csvSeparator(heading: string): string {
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: heading.split(sign).length }))
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ','
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
