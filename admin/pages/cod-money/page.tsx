import { addresses } from '#admin/addresses/addresses.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { ListFile } from '#admin/kit/list/list-file.tsx'
import { ClaimTable } from '#admin/pages/cod-money/claim-table.tsx'
import { LineTable } from '#admin/pages/cod-money/line-table.tsx'
import type { CodMoneyData } from '#admin/pages/cod-money/page.server.ts'
import { StatementForm } from '#admin/pages/cod-money/statement-form.tsx'
import { StatementResult } from '#admin/pages/cod-money/statement-result.tsx'
import type { CodDay, ReadCodStatement } from '#contracts/staff/cod-money.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'

export const title = 'Đối soát COD'

interface PageProps {
  data: CodMoneyData
  answer?: ReadCodStatement
}

/** What couriers owe by carrier and day, the carriers' statements, and what does not fit. */
export function Page({ data, answer }: PageProps) {
  const { days, lines, claims, carriers, may_settle } = data
  const due = days.reduce((sum, { due_amount }) => sum + due_amount, 0)
  return (
    <>
      <p className="text-sm text-muted">
        Hãng còn giữ <strong className="text-ink">{formatDong(due)}</strong> tiền thu hộ. Dòng khớp
        mã và số tiền được tự ghi là tiền đã về; các dòng còn lại chờ bạn xử lý.
      </p>
      {answer !== undefined && <StatementResult result={answer} />}
      {may_settle && <StatementForm key={answer?.name} carriers={carriers} />}
      <h2 className="mt-2 text-lg">{`Dòng chưa khớp (${lines.length})`}</h2>
      <LineTable lines={lines} may_settle={may_settle} path={addresses.cod_money.path} />
      {claims.length > 0 && (
        <>
          <h2 className="mt-2 text-lg">{`Thất lạc, chờ bồi thường (${claims.length})`}</h2>
          <ClaimTable claims={claims} may_settle={may_settle} path={addresses.cod_money.path} />
        </>
      )}
      <div className="mt-2 flex items-center">
        <h2 className="mr-auto text-lg">Theo hãng và ngày giao</h2>
        <ListFile path={addresses.cod_money.path} query={{}} />
      </div>
      <DataTable
        label="Tiền thu hộ theo hãng và ngày giao"
        empty="Chưa có vận đơn thu hộ nào được giao."
        columns={columns}
        rows={days}
        keyOf={({ carrier, day }) => `${carrier} ${day}`}
      />
    </>
  )
}

const columns: Column<CodDay>[] = [
  { title: 'Ngày giao', cell: ({ day }) => formatDate(new Date(`${day}T12:00:00+07:00`)) },
  { title: 'Hãng', look: 'text', cell: ({ title: name }) => name },
  {
    title: 'Đã thu hộ',
    look: 'number',
    cell: ({ amount, parcels }) => <Lines lines={[formatDong(amount), `${parcels} vận đơn`]} />,
  },
  {
    title: 'Chưa về',
    look: 'number',
    cell: ({ due_amount, due_parcels }) =>
      due_parcels === 0 ? (
        <span className="text-success">Đủ</span>
      ) : (
        <Lines
          lines={[<strong key="due">{formatDong(due_amount)}</strong>, `${due_parcels} vận đơn`]}
        />
      ),
  },
]
