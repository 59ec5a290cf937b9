import { Link } from 'react-router'
import { parcelPath } from '#admin/addresses/paths.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { outcome_texts } from '#admin/pages/cod-money/outcome-texts.ts'
import type { OpenCodLine } from '#contracts/staff/cod-money.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

interface LineTableProps {
  lines: readonly OpenCodLine[]
  may_settle: boolean
  path: string
}

/** The lines of statements that fit nothing. They stay until somebody decides, with a reason. */
export function LineTable({ lines, may_settle, path }: LineTableProps) {
  return (
    <DataTable
      label="Dòng chưa khớp"
      empty="Không còn dòng nào chưa khớp."
      columns={may_settle ? [...columns, decisionColumn(path)] : columns}
      rows={lines}
      keyOf={({ cod_line_id }) => cod_line_id}
    />
  )
}

const columns: Column<OpenCodLine>[] = [
  {
    title: 'Mã',
    cell: ({ code, parcel_code }) => (
      <Lines
        lines={[
          <span key="code" className="font-mono">
            {code}
          </span>,
          parcel_code !== null && (
            <Link key="parcel" to={parcelPath(parcel_code)} className="link tabular-nums">
              {parcel_code}
            </Link>
          ),
        ]}
      />
    ),
  },
  {
    title: 'Hãng trả',
    look: 'number',
    cell: ({ amount, expected }) => (
      <Lines
        lines={[
          <strong key="amount">{formatDong(amount)}</strong>,
          expected !== null && `phải thu ${formatDong(expected)}`,
        ]}
      />
    ),
  },
  { title: 'Vì sao', look: 'text', cell: ({ outcome }) => outcome_texts[outcome] },
  {
    title: 'Bảng kê',
    look: 'text',
    cell: ({ statement, title, read_at }) => (
      <Lines lines={[statement, title, formatDateTime(new Date(read_at))]} />
    ),
  },
]

const decisionColumn = (path: string): Column<OpenCodLine> => ({
  title: 'Xử lý',
  cell: ({ cod_line_id, code, is_due }) => (
    <StaffForm
      action={path}
      hidden={{ intent: 'line', cod_line_id }}
      className="flex md:min-w-64 flex-wrap gap-2"
    >
      <input
        name="reason"
        aria-label={`Lý do cho dòng ${code}`}
        placeholder="Lý do"
        required
        maxLength={300}
        autoComplete="off"
        className="field w-full"
      />
      {is_due && (
        <button type="submit" name="decision" value="accepted" className="tool">
          Nhận số tiền này
        </button>
      )}
      <button type="submit" name="decision" value="dismissed" className="tool">
        Bỏ qua
      </button>
    </StaffForm>
  ),
})
