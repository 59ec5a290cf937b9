import { addresses } from '#admin/addresses/addresses.ts'
import { shopReservationPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import type { ShopReservationsData } from '#admin/pages/pickups/reservations/page.server.ts'
import { shop_reservation_titles } from '#admin/pages/pickups/reservations/reservation-texts.ts'
import type { ShopReservationRow } from '#contracts/staff/trade/shop-reservations.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = 'Đặt giữ'
export const has_own_heading = true

/** Pieces that are set aside, the next to lapse first, and those that ended in the last week. */
export function Page({ data }: { data: ShopReservationsData }) {
  const { rows, has_next, counts } = data
  return (
    <ListPage
      title={title}
      path={addresses.shop_reservations.path}
      search={{ label: 'Quét hoặc gõ mã giữ hàng', placeholder: 'DG…' }}
      tabs={stateTabs(shop_reservation_titles, counts)}
      filters={[]}
      columns={columnsAt(data)}
      rows={rows}
      keyOf={({ code }) => code}
      hrefOf={({ code }) => shopReservationPath(code)}
      nameOf={({ code }) => `mã giữ hàng ${code}`}
      has_next={has_next}
      empty="Không có món nào đang giữ ở đây."
    />
  )
}

const looks = {
  reserved: 'bg-cream text-accent-dark',
  sold: 'bg-success-soft text-success',
  cancelled: 'bg-mist text-ink',
  lapsed: 'bg-sale-soft text-sale',
}

const columnsAt = ({ now }: ShopReservationsData): ListColumn<ShopReservationRow>[] => [
  {
    title: 'Mã',
    cell: ({ code }) => <span className="whitespace-nowrap tabular-nums">{code}</span>,
  },
  {
    title: 'Khách',
    small: 'line',
    cell: ({ name, phone, shop }) => (
      <>
        <span className="mr-2 font-semibold md:block">{name}</span>
        <span className="text-xs text-muted">
          {phone} · {shop}
        </span>
      </>
    ),
  },
  {
    title: 'Hàng',
    small: 'line',
    cell: ({ item, sku }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">{item}</span>
        <span className="text-xs text-muted">{sku}</span>
      </>
    ),
  },
  {
    title: 'Trạng thái',
    small: 'start',
    cell: ({ state }) => (
      <span
        className={`inline-block rounded-md px-2 text-xs leading-6 font-bold whitespace-nowrap ${looks[state]}`}
      >
        {shop_reservation_titles[state]}
      </span>
    ),
  },
  {
    title: 'Giữ đến',
    small: 'end',
    cell: ({ expires_at, state }) => (
      <span
        className={`text-xs whitespace-nowrap tabular-nums ${state === 'reserved' && Date.parse(expires_at) - now < 4 * 3_600_000 ? 'font-bold text-sale' : 'text-muted'}`}
      >
        {formatDateTime(new Date(expires_at))}
      </span>
    ),
  },
]
