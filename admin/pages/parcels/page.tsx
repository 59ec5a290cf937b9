import { addresses } from '#admin/addresses/addresses.ts'
import { parcelPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import { ParcelMark } from '#admin/pages/parcels/parcel-mark.tsx'
import { parcel_state_titles, partText, weightText } from '#admin/pages/parcels/parcel-texts.ts'
import type { ParcelsData } from '#admin/pages/parcels/page.server.ts'
import type { ParcelRow } from '#contracts/staff/parcels.ts'
import { formatDong } from '#pure/money.ts'

export const title = 'Vận đơn'
export const has_own_heading = true

/** Every parcel of the shop. */
export function Page({ data: { rows, has_next, counts, now } }: { data: ParcelsData }) {
  return (
    <ListPage
      title={title}
      path={addresses.parcels.path}
      search={{ label: 'Tìm vận đơn', placeholder: 'Quét hoặc gõ mã vận đơn, mã đơn' }}
      tabs={stateTabs(parcel_state_titles, counts)}
      filters={[]}
      columns={columnsAt(now)}
      rows={rows}
      keyOf={({ code }) => code}
      hrefOf={({ code }) => parcelPath(code)}
      nameOf={({ code }) => `vận đơn ${code}`}
      has_next={has_next}
      empty="Không tìm thấy vận đơn nào."
    />
  )
}

const columnsAt = (now: number): ListColumn<ParcelRow>[] => [
  {
    title: 'Mã vận đơn',
    cell: ({ code, carrier_code }) => (
      <>
        <span className="whitespace-nowrap tabular-nums">{code}</span>
        {carrier_code !== null && (
          <span className="block text-xs text-muted tabular-nums wrap-anywhere">
            {carrier_code}
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Cập nhật',
    small: 'end',
    cell: ({ updated_at }) => (
      <span className="text-xs whitespace-nowrap text-muted">{ageText(updated_at, now)} trước</span>
    ),
  },
  {
    title: 'Người nhận',
    small: 'line',
    cell: ({ to, order_code, part }) => (
      <>
        <span className="mr-2 font-semibold md:block">{to}</span>
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
          {order_code}
          {part !== null && ` · ${partText(part)}`}
        </span>
      </>
    ),
  },
  {
    title: 'Hãng',
    small: 'hidden',
    cell: ({ carrier_title, shop }) => (
      <>
        <span className="block">{carrier_title}</span>
        <span className="line-clamp-1 text-xs text-muted">{shop}</span>
      </>
    ),
  },
  {
    title: 'Thu hộ',
    look: 'number',
    small: 'start',
    cell: ({ cod_amount, weight_g }) => (
      <>
        <span className="font-bold">{cod_amount > 0 ? formatDong(cod_amount) : 'Không thu'}</span>
        <span className="text-xs text-muted max-md:ml-2 md:block">{weightText(weight_g)}</span>
      </>
    ),
  },
  { title: 'Trạng thái', small: 'end', cell: ({ state }) => <ParcelMark state={state} /> },
]
