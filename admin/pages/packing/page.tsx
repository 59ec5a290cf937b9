import { Form, Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { packPath } from '#admin/addresses/paths.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { PackingData } from '#admin/pages/packing/page.server.ts'
import type { OrderToPack } from '#contracts/staff/parcels.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Đóng gói'
export const has_own_heading = true

const { path } = addresses.packing

/** What waits to be packed. The scanner types into the field and sends it with Enter. */
export function Page({ data: { rows, unknown_scan, now } }: { data: PackingData }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="text-xl">{title}</h1>
        {rows.length > 0 && (
          <Link to={addresses.goods_to_collect.path} className="tool ml-auto">
            Phiếu nhặt hàng
          </Link>
        )}
      </div>
      <Form method="get" action={path} className="sheet grid gap-2">
        <label className="block font-semibold">
          Quét món hàng hoặc mã đơn
          <input
            key={unknown_scan}
            name="scan"
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={60}
            className="field mt-1 min-h-11 w-full text-base"
          />
        </label>
        {unknown_scan !== null && (
          <p role="alert" className="text-sm font-semibold text-sale wrap-anywhere">
            Không có đơn chờ gói nào cần “{unknown_scan}”.
          </p>
        )}
      </Form>
      <DataTable
        label="Đơn chờ đóng gói"
        empty="Không còn đơn nào chờ đóng gói."
        columns={columnsAt(now)}
        rows={rows}
        keyOf={({ order_code }) => order_code}
      />
    </>
  )
}

const columnsAt = (now: number): Column<OrderToPack>[] => [
  {
    title: 'Đơn',
    cell: ({ order_code, confirmed_at }) => (
      <Lines
        lines={[
          <Link
            key="code"
            to={packPath(order_code)}
            className="link whitespace-nowrap tabular-nums"
          >
            {order_code}
          </Link>,
          `chờ ${ageText(confirmed_at, now)}`,
        ]}
      />
    ),
  },
  { title: 'Hàng', look: 'text', cell: ({ items }) => items },
  { title: 'Người nhận', look: 'text', cell: ({ to, shop }) => <Lines lines={[to, shop]} /> },
  {
    title: 'Thu hộ',
    look: 'number',
    cell: ({ cod_amount }) => (cod_amount > 0 ? formatDong(cod_amount) : 'Không thu'),
  },
]
