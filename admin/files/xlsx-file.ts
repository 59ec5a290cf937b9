import type { FileCell } from '#admin/files/file-columns.ts'
import { zipFile } from '#web/runtime/zip-file.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const type_root = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes of `cellXfs` in the styles below. */
const styles: Record<FileCell['kind'] | 'title', number> = {
  number: 0,
  title: 1,
  money: 2,
  time: 3,
  day: 4,
  text: 5,
  phone: 5,
}

/** A table as an Excel workbook (ECMA-376) with one sheet, in parts. Texts stay texts, also codes and phones. */
export function xlsxFile(
  titles: readonly string[],
  parts: AsyncIterable<readonly (readonly FileCell[])[]>,
): AsyncGenerator<Buffer> {
  return zipFile([
    { name: '[Content_Types].xml', text: [content_types] },
    { name: '_rels/.rels', text: [package_relations] },
    { name: 'xl/workbook.xml', text: [workbook] },
    { name: 'xl/_rels/workbook.xml.rels', text: [workbook_relations] },
    { name: 'xl/styles.xml', text: [style_sheet] },
    { name: 'xl/worksheets/sheet1.xml', text: sheet(titles, parts) },
  ])
}

async function* sheet(
  titles: readonly string[],
  parts: AsyncIterable<readonly (readonly FileCell[])[]>,
): AsyncGenerator<string> {
  yield (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<cols><col min="1" max="${titles.length}" width="20" customWidth="1"/></cols><sheetData>` +
      rowText(
        1,
        titles.map((title, n) => textCell(`${columnName(n)}1`, styles.title, title)),
      )
  )
  let row = 1
  for await (const rows of parts) {
    let text = ''
    for (const cells of rows) {
      row++
      text += rowText(
        row,
        cells.map((cell, n) => cellText(`${columnName(n)}${row}`, cell)),
      )
    }
    yield text
  }
  yield '</sheetData></worksheet>'
}

function rowText(row: number, cells: readonly string[]): string {
  return `<row r="${row}">${cells.join('')}</row>`
}

/** "A" … "Z", "AA" … */
function columnName(n: number): string {
  const last = String.fromCharCode(65 + (n % 26))
  return n < 26 ? last : columnName(Math.floor(n / 26) - 1) + last
}

function cellText(name: string, { kind, value }: FileCell): string {
  if (value === null || value === '') return ''
  if (kind === 'time') return numberCell(name, kind, serialOf(Date.parse(`${value}`)))
  if (kind === 'day') return numberCell(name, kind, serialOf(Date.parse(`${value}T00:00:00+07:00`)))
  return typeof value === 'number' && Number.isFinite(value)
    ? numberCell(name, kind, value)
    : textCell(name, styles.text, `${value}`)
}

function numberCell(name: string, kind: FileCell['kind'], value: number): string {
  return `<c r="${name}" s="${styles[kind]}"><v>${value}</v></c>`
}

function textCell(name: string, style: number, text: string): string {
  return `<c r="${name}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** Days since 1899-12-30, as the clock in Vietnam shows them. */
function serialOf(ms: number): number {
  return Math.round(((ms + 7 * 3_600_000) / 86_400_000 + 25_569) * 86_400) / 86_400
}

/** A cell has at most so many characters. */
const max_cell = 32_767

/** Text for XML 1.0, which has no place for other control characters. */
function xmlText(text: string): string {
  return text
    .slice(0, max_cell)
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const content_types = `${declaration}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type_root}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type_root}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type_root}.worksheet+xml"/></Types>`

const package_relations = `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const workbook = `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Danh sách" sheetId="1" r:id="rId1"/></sheets></workbook>`

const workbook_relations = `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`

const style_sheet = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`
