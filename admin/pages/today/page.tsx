import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { countText } from '#admin/kit/list/list-page.tsx'
import type { TodayData } from '#admin/pages/today/page.server.ts'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { Tile } from '#contracts/staff/today.ts'

export const title = 'Hôm nay'

const kinds: Record<Tile['kind'], { title: string; path: string }> = {
  pending_orders: {
    title: 'Đơn chờ xác nhận',
    path: `${addresses.orders.path}?state=pending&sort=oldest`,
  },
  confirmed_orders: {
    title: 'Đơn chờ giao',
    path: `${addresses.orders.path}?state=confirmed&sort=oldest`,
  },
  packed_parcels: { title: 'Vận đơn chờ bàn giao', path: addresses.hand_over.path },
  failed_parcels: {
    title: 'Giao thất bại',
    path: `${addresses.parcels.path}?state=delivery_failed`,
  },
  ready_pickups: { title: 'Chờ khách đến lấy', path: `${addresses.pickups.path}?state=ready` },
  asked_returns: {
    title: 'Khách yêu cầu đổi trả',
    path: `${addresses.returns.path}?state=asked`,
  },
  refunds: { title: 'Khoản cần hoàn', path: addresses.refunds.path },
  reviews: { title: 'Tiền cần đối soát', path: addresses.reconciliation.path },
  failed_messages: { title: 'Tin không gửi được', path: addresses.outbox.path },
}

/** What waits now: each tile has a number and the age of the oldest, and opens its list. */
export function Page({ data: { tiles, now } }: { data: TodayData }) {
  if (tiles.every(({ count }) => count === 0)) {
    return <p className="sheet text-muted">Không có việc nào đang chờ. Cảm ơn bạn!</p>
  }
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
      {tiles.map((tile) => (
        <li key={tile.kind}>
          <TileLink tile={tile} now={now} />
        </li>
      ))}
    </ul>
  )
}

function TileLink({ tile, now }: { tile: Tile; now: number }) {
  const { title: name, path } = kinds[tile.kind]
  const is_waiting = tile.count > 0
  return (
    <Link to={path} className="sheet grid h-full content-between gap-3 hover:border-ink">
      <span className="text-sm font-semibold text-muted">{name}</span>
      <span>
        <span
          className={`block text-3xl font-extrabold tabular-nums ${is_waiting ? 'text-ink' : 'text-muted'}`}
        >
          {countText(tile)}
        </span>
        <span className="text-sm text-muted">
          {tile.oldest_at === null ? 'Không có gì chờ' : `Lâu nhất ${ageText(tile.oldest_at, now)}`}
        </span>
      </span>
    </Link>
  )
}
