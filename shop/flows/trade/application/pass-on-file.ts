import { csvLine, withoutFormula } from '#pure/formats/csv.ts'
import type { SentApplication } from '#shop/trade/lender/lender.ts'

/** Columns of the file that a company without an interface gets. */
const columns: readonly [title: string, value: (sent: SentApplication) => unknown][] = [
  ['ma_ho_so', ({ code }) => code],
  ['san_pham', ({ goods }) => goods.join('; ')],
  ['gia', ({ price }) => price],
  ['tra_truoc', ({ prepaid }) => prepaid],
  ['vay', ({ lent }) => lent],
  ['so_thang', ({ months }) => months],
  ['gop_moi_thang', ({ monthly }) => monthly],
  ['bao_hiem', ({ has_insurance }) => (has_insurance ? 'có' : 'không')],
  ['ho_ten', ({ applicant }) => applicant['name']],
  ['dien_thoai', ({ applicant }) => applicant['phone']],
  ['ngay_sinh', ({ applicant }) => applicant['birth_date']],
  ['so_can_cuoc', ({ applicant }) => applicant['document_number']],
  ['thu_nhap', ({ applicant }) => applicant['income']],
  ['nghe_nghiep', ({ applicant }) => applicant['job']],
  ['noi_o', ({ applicant }) => applicant['address']],
  ['nguoi_than', ({ applicant }) => relativesText(applicant['relatives'])],
]

/** What a company is told about an application, as a table of one row. */
export function passOnTable(sent: SentApplication): {
  titles: string[]
  cells: (string | number)[]
} {
  return {
    titles: columns.map(([title]) => title),
    cells: columns.map(([, value]) => {
      const told = value(sent) ?? ''
      return typeof told === 'number' ? told : String(told)
    }),
  }
}

/** The same as two lines of CSV, for a mail. */
export function passOnLines(sent: SentApplication): string[] {
  const { titles, cells } = passOnTable(sent)
  const texts = cells.map((cell) => (typeof cell === 'number' ? `${cell}` : withoutFormula(cell)))
  return [titles, texts].map((line) => csvLine(line).slice(0, -1))
}

function relativesText(relatives: unknown): string {
  if (!Array.isArray(relatives)) return ''
  return relatives
    .map((one: { name?: string; relation?: string; phone?: string }) =>
      [one.name, one.relation, one.phone].filter(Boolean).join(' '),
    )
    .join('; ')
}
