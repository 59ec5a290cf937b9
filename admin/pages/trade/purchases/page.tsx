import { Form } from 'react-router'
import { addresses, purchase_file_path } from '#admin/addresses/addresses.ts'
import { tradeInPath } from '#admin/addresses/paths.ts'
import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import type { PurchasesData } from '#admin/pages/trade/purchases/page.server.ts'
import { pay_method_titles } from '#admin/pages/trade/trade-in-texts.ts'
import type { Purchase } from '#contracts/staff/trade/trade-ins.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

export const title = 'Bảng kê thu mua'

/** The purchase list of a month and a shop (form 02/TNDN), and its file for the tax office. */
export function Page({ data }: { data: PurchasesData }) {
  const { month, shop_id, shops, rows, total } = data
  return (
    <>
      <Form
        action={addresses.purchases.path}
        className="sheet flex flex-wrap items-end gap-3 text-sm"
      >
        <label className="grid gap-1">
          <span className="text-muted">Tháng</span>
          <input type="month" name="month" defaultValue={month} className="field min-h-11" />
        </label>
        <label className="grid min-w-0 grow gap-1">
          <span className="text-muted">Cửa hàng</span>
          <select name="shop_id" defaultValue={shop_id ?? ''} className="field min-h-11 w-full">
            <option value="">Tất cả</option>
            {shops.map(({ shop_id: id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="tool min-h-11">
          Xem
        </button>
      </Form>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <strong>
          {rows.length} máy · {formatDong(total)}
        </strong>
        <button type="submit" form="tai-bang-ke" className="tool min-h-11">
          Tải Excel có số căn cước
        </button>
      </p>
      <form id="tai-bang-ke" method="post" action={purchase_file_path}>
        <input type="hidden" name="month" value={month} />
        <input type="hidden" name="shop_id" value={shop_id ?? ''} />
      </form>
      <DataTable
        label="Bảng kê thu mua"
        empty="Tháng này chưa thu máy nào."
        columns={columns}
        rows={rows}
        keyOf={({ code }) => code}
      />
    </>
  )
}

const columns: Column<Purchase>[] = [
  { title: 'Ngày', cell: ({ day }) => formatDate(startOfDay(day)) },
  {
    title: 'Người bán',
    look: 'text',
    cell: ({ seller_name, document, phone }) => <Lines lines={[seller_name, document, phone]} />,
  },
  { title: 'Địa chỉ', look: 'text', cell: ({ address }) => address },
  {
    title: 'Hàng',
    look: 'text',
    cell: ({ goods, code }) => (
      <a href={tradeInPath(code)} className="text-accent underline">
        {goods}
      </a>
    ),
  },
  { title: 'Thành tiền', look: 'number', cell: ({ total }) => formatDong(total) },
  { title: 'Cách trả', cell: ({ method }) => pay_method_titles[method] },
]
