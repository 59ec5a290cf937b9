import { useEffect, useState } from 'react'
import { formatTime } from '#pure/vietnam-time.ts'
import type { UsedRow } from '#contracts/storefront/trade/used.ts'

/**
 * "Đang giữ chỗ – còn 04:59" while another buyer pays, "Đã bán" afterwards. Before scripts run it says until when. When
 * the time is over the order has ended or is paid: the page is asked to be loaded again.
 */
export function HeldBadge({ supply, reserved_until }: Pick<UsedRow, 'supply' | 'reserved_until'>) {
  const left_s = useSecondsLeft(supply === 'held' ? reserved_until : null)
  if (supply === 'listed') return null
  return (
    <p className="inline-flex min-h-9 items-center rounded-lg bg-mist px-3 text-sm font-semibold text-ink tabular-nums">
      {supply === 'sold' ? 'Đã bán' : heldText(reserved_until, left_s)}
    </p>
  )
}

function heldText(reserved_until: string | null, left_s: number | null): string {
  if (reserved_until === null) return 'Đang giữ chỗ'
  if (left_s === null) {
    return `Đang giữ chỗ đến ${formatTime(new Date(reserved_until))}`
  }
  if (left_s === 0) return 'Đã hết giờ giữ, hãy tải lại trang'
  const minutes = String(Math.floor(left_s / 60)).padStart(2, '0')
  return `Đang giữ chỗ – còn ${minutes}:${String(left_s % 60).padStart(2, '0')}`
}

function useSecondsLeft(until: string | null): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (until === null) return
    const ends = Date.parse(until)
    const tick = () => setLeft(Math.max(0, Math.round((ends - Date.now()) / 1_000)))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [until])
  return until === null ? null : left
}
