import { addresses } from '#admin/addresses/addresses.ts'
import { returnPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { ReturnsData } from '#admin/pages/returns/page.server.ts'
import { ReturnStateMark } from '#admin/pages/returns/return-state-mark.tsx'
import { FindReturnable } from '#admin/pages/returns/find-returnable.tsx'
import { return_reason_titles, return_state_titles } from '#admin/pages/returns/return-texts.ts'
import type { ReturnRow } from '#contracts/staff/returns.ts'

export const title = 'Đổi trả'
export const has_own_heading = true

/** What customers bring back. A scanned IMEI or the code of an order begins a new return. */
export function Page({ data: { rows, has_next, counts, now } }: { data: ReturnsData }) {
  return (
    <>
      <FindReturnable />
      <ListPage
        title={title}
        path={addresses.returns.path}
        search={{ label: 'Tìm phiếu', placeholder: 'Mã phiếu, mã đơn hoặc IMEI' }}
        tabs={stateTabs(return_state_titles, counts)}
        filters={[]}
        columns={columnsAt(now)}
        rows={rows}
        keyOf={({ code }) => code}
        hrefOf={({ code }) => returnPath(code)}
        nameOf={({ code }) => `phiếu ${code}`}
        has_next={has_next}
        empty="Không có phiếu đổi trả nào ở đây."
      />
    </>
  )
}

const columnsAt = (now: number): ListColumn<ReturnRow>[] => [
  {
    title: 'Phiếu',
    cell: ({ code }) => <span className="whitespace-nowrap tabular-nums">{code}</span>,
  },
  {
    title: 'Khách',
    small: 'line',
    cell: ({ customer, order_code }) => (
      <>
        <span className="mr-2 font-semibold md:block">{customer}</span>
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">{order_code}</span>
      </>
    ),
  },
  {
    title: 'Hàng',
    small: 'line',
    cell: ({ item, quantity, unit_code }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">
          {quantity > 1 && `${quantity} × `}
          {item}
        </span>
        {unit_code !== null && (
          <span className="block text-xs text-muted tabular-nums">{unit_code}</span>
        )}
      </>
    ),
  },
  { title: 'Lý do', small: 'start', cell: ({ reason }) => return_reason_titles[reason] },
  { title: 'Cửa hàng', small: 'hidden', cell: ({ shop }) => shop ?? 'Chưa chọn' },
  { title: 'Trạng thái', small: 'start', cell: ({ state }) => <ReturnStateMark state={state} /> },
  {
    title: 'Mở',
    small: 'end',
    cell: ({ created_at }) => (
      <span className="text-xs whitespace-nowrap text-muted">{ageText(created_at, now)} trước</span>
    ),
  },
]
