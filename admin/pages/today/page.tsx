import { Link, useLocation } from 'react-router'
import { signInPath } from '#admin/addresses/auth-paths.ts'
import { countText } from '#admin/kit/count-text.ts'
import { useNow } from '#admin/kit/live/use-now.ts'
import { useWaiting } from '#admin/kit/live/use-waiting.ts'
import { SalesCharts } from '#admin/pages/today/sales-charts.tsx'
import { kinds } from '#admin/pages/today/tile-kinds.ts'
import type { TodayData } from '#admin/pages/today/page.server.ts'
import { useAnnouncement } from '#admin/pages/today/use-announcement.ts'
import { ageText } from '#admin/pages/orders/order-texts.ts'
import type { Tile } from '#contracts/staff/today.ts'

export const title = 'Hôm nay'

/**
 * What waits now: each tile has a number and the age of the oldest, and opens its list. While the page is open the
 * numbers follow. Tiles never come, go or move.
 */
export function Page({ data }: { data: TodayData }) {
  const live = useWaiting()
  const { tiles, now: known_at } = live !== null && live.now > data.now ? live : data
  const now = useNow(known_at)
  const announced = useAnnouncement(tiles)
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 lg:grid-cols-5">
        {tiles.map((tile) => (
          <li key={tile.kind}>
            <TileLink tile={tile} now={now} />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <Below
        is_signed_out={live?.is_signed_out ?? false}
        is_empty={tiles.every(({ count }) => count === 0)}
      />
      {data.sales !== null && <SalesCharts {...data.sales} />}
    </>
  )
}

/** Stands below the tiles, where it moves nothing. */
function Below({ is_signed_out, is_empty }: { is_signed_out: boolean; is_empty: boolean }) {
  const { pathname } = useLocation()
  if (is_signed_out) {
    return (
      <p role="alert" className="sheet">
        Phiên làm việc đã kết thúc, các số trên không còn mới.{' '}
        <a href={signInPath(pathname)} className="font-semibold underline">
          Đăng nhập lại
        </a>
      </p>
    )
  }
  return is_empty && <p className="sheet text-muted">Không có việc nào đang chờ. Cảm ơn bạn!</p>
}

function TileLink({ tile, now }: { tile: Tile; now: number }) {
  const { title: name, path } = kinds[tile.kind]
  const is_waiting = tile.count > 0
  return (
    <Link
      to={path}
      className="sheet grid h-full content-between gap-1 px-3 py-2.5 hover:border-ink lg:px-4"
    >
      <span className="text-sm font-semibold text-muted">{name}</span>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span
          className={`text-2xl font-extrabold tabular-nums ${is_waiting ? 'text-ink' : 'text-muted'}`}
        >
          {countText(tile)}
        </span>
        <span className="truncate text-xs text-muted">
          {tile.oldest_at === null ? 'Không có gì chờ' : `Lâu nhất ${ageText(tile.oldest_at, now)}`}
        </span>
      </span>
    </Link>
  )
}
