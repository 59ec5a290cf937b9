import { Link } from 'react-router'
import { orderPath, parcelPath } from '#admin/addresses/paths.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { MoneyInput } from '#admin/kit/money-input.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { OpenClaim } from '#contracts/staff/cod-money.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

interface ClaimTableProps {
  claims: readonly OpenClaim[]
  may_settle: boolean
  path: string
}

/** Lost parcels: what the carrier paid for them, or that it refused. */
export function ClaimTable({ claims, may_settle, path }: ClaimTableProps) {
  return (
    <DataTable
      label="Vận đơn thất lạc"
      empty="Không có vận đơn thất lạc nào."
      columns={may_settle ? [...columns, decisionColumn(path)] : columns}
      rows={claims}
      keyOf={({ parcel_code }) => parcel_code}
    />
  )
}

const columns: Column<OpenClaim>[] = [
  {
    title: 'Vận đơn',
    cell: ({ parcel_code, carrier_code }) => (
      <Lines
        lines={[
          <Link key="parcel" to={parcelPath(parcel_code)} className="link tabular-nums">
            {parcel_code}
          </Link>,
          carrier_code,
        ]}
      />
    ),
  },
  {
    title: 'Đơn',
    cell: ({ order_code }) => (
      <Link to={orderPath(order_code)} className="link whitespace-nowrap tabular-nums">
        {order_code}
      </Link>
    ),
  },
  { title: 'Hãng', look: 'text', cell: ({ title }) => title },
  { title: 'Giá trị hàng', look: 'number', cell: ({ value }) => formatDong(value) },
  { title: 'Báo mất lúc', cell: ({ opened_at }) => formatDateTime(new Date(opened_at)) },
]

const decisionColumn = (path: string): Column<OpenClaim> => ({
  title: 'Xử lý',
  cell: ({ parcel_code }) => (
    <StaffForm
      action={path}
      hidden={{ intent: 'claim', parcel_code }}
      className="flex md:min-w-72 flex-wrap gap-2"
    >
      <MoneyInput
        name="amount"
        aria-label={`Số tiền hãng đền cho ${parcel_code}`}
        placeholder="Số tiền đã đền"
        className="field w-36 text-right tabular-nums"
      />
      <input
        name="reason"
        aria-label={`Lý do cho ${parcel_code}`}
        placeholder="Ghi chú, số biên bản"
        required
        maxLength={300}
        autoComplete="off"
        className="field min-w-40 grow"
      />
      <button type="submit" name="state" value="paid" className="tool">
        Đã đền
      </button>
      <button type="submit" name="state" value="refused" className="tool">
        Không đền
      </button>
    </StaffForm>
  ),
})
