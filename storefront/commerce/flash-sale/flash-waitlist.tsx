import { useEffect, useSyncExternalStore } from 'react'
import type { WaitlistPosition } from '#contracts/storefront/promotion.ts'
import { whenVisible } from '#storefront/commerce/flash-sale/flash-renewal.ts'

const address = '/api/promotion/v1/waitlist'
const retry_s = 5

interface FlashWaitlistProps {
  /** The last answer of the form: each press of the button may start a new position. */
  answer: unknown
  position: WaitlistPosition | null
  onPosition: (position: WaitlistPosition) => void
}

/**
 * Shows the queue position for a reserved flash slot while the popup is open and visible (contract §8
 * temporary_no_slot).
 */
export function FlashWaitlist({ answer, position, onPosition }: FlashWaitlistProps) {
  useEffect(() => pollPosition(onPosition), [answer, onPosition])
  return (
    <div className="mt-3 rounded-xl bg-mist px-4 py-3">
      <p aria-live="polite" className="font-semibold">
        {textFor(position)}
      </p>
      {position?.state === 'yours' && <SecondsLeft />}
      {position?.state === 'waiting' && (
        <p className="mt-1 text-sm text-muted">
          Hãy giữ cửa sổ này mở. Có suất trả lại, chúng tôi giữ cho bạn trong 60 giây.
        </p>
      )}
    </div>
  )
}

/** Leaves the waitlist when the popup closes, so that the next buyer moves up. */
export function leaveWaitlist(): void {
  void fetch(address, { method: 'DELETE', keepalive: true }).catch(() => undefined)
}

function textFor(position: WaitlistPosition | null): string {
  if (position === null) return 'Đang xem vị trí của bạn trong hàng chờ…'
  if (position.state === 'waiting') return `Bạn đang ở vị trí thứ ${position.place} trong hàng chờ.`
  if (position.state === 'yours') {
    return `Đã giữ suất cho bạn trong ${reservation.seconds} giây. Đặt hàng ngay để không lỡ suất.`
  }
  return 'Hiện không có suất nào giữ cho bạn. Nhấn “Thử lại” để xem còn suất không.'
}

/** The latest reservation: its length in seconds, and its end by this browser's clock. */
const reservation = { until: '', seconds: 60, ends_at_ms: 0 }

function noteReservation({ until, now }: WaitlistPosition): void {
  if (until === null || reservation.until === until) return
  const lasts_ms = Date.parse(until) - Date.parse(now)
  const ends_at_ms = Date.now() + lasts_ms
  Object.assign(reservation, { until, seconds: Math.round(lasts_ms / 1_000), ends_at_ms })
}

/** Hidden from screen readers: a live region would be read out every second. */
function SecondsLeft() {
  const left = useSyncExternalStore(everySecond, secondsLeft, secondsLeft)
  return (
    <p aria-hidden className="mt-1 text-sm text-muted tabular-nums">
      Còn {left} giây
    </p>
  )
}

function everySecond(listener: () => void): () => void {
  const tick = setInterval(listener, 1_000)
  return () => clearInterval(tick)
}

function secondsLeft(): number {
  return Math.max(0, Math.ceil((reservation.ends_at_ms - Date.now()) / 1_000))
}

/** Asks for the position until the waitlist is over. Without an answer the popup keeps its text. */
function pollPosition(onPosition: (position: WaitlistPosition) => void): () => void {
  let is_active = true
  const poll = async () => {
    while (is_active) {
      await whenVisible()
      const position = is_active ? await fetchPosition().catch(() => null) : null
      if (!is_active) return
      if (position !== null) {
        noteReservation(position)
        onPosition(position)
        if (position.state === 'gone') return
      }
      await pause(position?.ask_again_s ?? retry_s)
    }
  }
  void poll()
  return () => {
    is_active = false
  }
}

async function fetchPosition(): Promise<WaitlistPosition | null> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(10_000)
  const response = await fetch(address, { method: 'POST', headers, body: '{}', signal })
  if (!response.ok) return null
  return ((await response.json()) as { data: WaitlistPosition }).data
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}
