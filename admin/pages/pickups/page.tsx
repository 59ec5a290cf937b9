import { addresses } from '#admin/addresses/addresses.ts'
import { pickupPath } from '#admin/addresses/paths.ts'
import { type ListColumn, ListPage, stateTabs } from '#admin/kit/list/list-page.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { PickupsData } from '#admin/pages/pickups/page.server.ts'
import { pickup_state_titles } from '#admin/pages/pickups/pickup-texts.ts'
import type { PickupRow } from '#contracts/staff/pickups.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

export const title = 'Nhận tại cửa hàng'
export const has_own_heading = true

/** What shoppers collect in the shop: to be prepared, ready, or to be put back. */
export function Page({ data }: { data: PickupsData }) {
  const { rows, has_next, counts, may_collect } = data
  return (
    <>
      {may_collect && (
        <StaffForm action={addresses.pickups.path} hidden={{}} className="sheet">
          <label className="block font-semibold">
            Khách đến lấy: quét mã QR
            <span className="mt-1 flex gap-2">
              <input
                name="presented"
                required
                autoFocus
                autoComplete="off"
                spellCheck={false}
                maxLength={80}
                className="field min-h-11 w-0 grow text-base"
              />
              <button type="submit" className="tool-main min-h-11">
                Mở đơn
              </button>
            </span>
          </label>
        </StaffForm>
      )}
      <ListPage
        title={title}
        path={addresses.pickups.path}
        search={{ label: 'Tìm đơn', placeholder: 'Mã đơn' }}
        tabs={stateTabs(pickup_state_titles, counts)}
        filters={[]}
        columns={columnsAt(data)}
        rows={rows}
        keyOf={({ order_code }) => order_code}
        hrefOf={({ order_code }) => pickupPath(order_code)}
        nameOf={({ order_code }) => `đơn ${order_code}`}
        has_next={has_next}
        empty="Không có đơn nào ở đây."
      />
    </>
  )
}

const looks = {
  to_prepare: 'bg-cream text-accent-dark',
  ready: 'bg-mist text-ink',
  lapsed: 'bg-sale-soft text-sale',
}

const columnsAt = ({ now, today }: PickupsData): ListColumn<PickupRow>[] => [
  {
    title: 'Đơn',
    cell: ({ order_code }) => <span className="whitespace-nowrap tabular-nums">{order_code}</span>,
  },
  {
    title: 'Khách',
    small: 'line',
    cell: ({ name, shop }) => (
      <>
        <span className="mr-2 font-semibold md:block">{name}</span>
        <span className="text-xs text-muted">{shop}</span>
      </>
    ),
  },
  {
    title: 'Hàng',
    small: 'line',
    cell: ({ items }) => <span className="line-clamp-2 wrap-anywhere">{items}</span>,
  },
  {
    title: 'Trạng thái',
    small: 'start',
    cell: ({ state }) => (
      <span
        className={`inline-block rounded-md px-2 text-xs leading-6 font-bold whitespace-nowrap ${looks[state]}`}
      >
        {pickup_state_titles[state]}
      </span>
    ),
  },
  {
    title: 'Chờ',
    small: 'start',
    cell: ({ since }) => (
      <span className="text-xs whitespace-nowrap text-muted">{ageText(since, now)}</span>
    ),
  },
  {
    title: 'Giữ đến hết',
    small: 'start',
    cell: ({ keep_until, state }) =>
      keep_until !== null && (
        <span
          className={`text-xs whitespace-nowrap tabular-nums ${state === 'ready' && keep_until <= today ? 'font-bold text-sale' : 'text-muted'}`}
        >
          {formatDate(startOfDay(keep_until))}
        </span>
      ),
  },
  {
    title: 'Còn phải thu',
    look: 'number',
    small: 'end',
    cell: ({ due }) => <span className="font-bold">{due > 0 ? formatDong(due) : 'Không thu'}</span>,
  },
]
