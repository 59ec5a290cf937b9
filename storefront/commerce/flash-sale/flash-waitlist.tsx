import { useEffect, useSyncExternalStore } from 'react'
import type { SlotPlace } from '#contracts/storefront/promotion.ts'
import { whenLookedAt } from '#storefront/commerce/flash-sale/flash-renewal.ts'

const address = '/api/promotion/v1/slot-wait'
const after_silence_s = 5

interface FlashWaitlistProps {
  /** What was answered last: each press of the button may have begun a new place. */
  asked: unknown
  place: SlotPlace | null
  onTold: (place: SlotPlace) => void
}

/** The place in line for a slot that others hold, while the popup is open and looked at (contract §8 temporary_no_slot). */
export function FlashWaitlist({ asked, place, onTold }: FlashWaitlistProps) {
  useEffect(() => keepAsking(onTold), [asked, onTold])
  return (
    <div className="mt-3 rounded-xl bg-mist px-4 py-3">
      <p aria-live="polite" className="font-semibold">
        {wordsFor(place)}
      </p>
      {place?.state === 'yours' && <SecondsLeft />}
      {place?.state === 'waiting' && (
        <p className="mt-1 text-sm text-muted">
          Hãy giữ cửa sổ này mở. Có suất trả lại, chúng tôi giữ cho bạn trong 60 giây.
        </p>
      )}
    </div>
  )
}

/** Who closes the popup waits no longer: the next one need not wait for them. */
export function leaveLine(): void {
  void fetch(address, { method: 'DELETE', keepalive: true }).catch(() => undefined)
}

function wordsFor(place: SlotPlace | null): string {
  if (place === null) return 'Đang xem vị trí của bạn trong hàng chờ…'
  if (place.state === 'waiting') return `Bạn đang ở vị trí thứ ${place.place} trong hàng chờ.`
  if (place.state === 'yours') {
    return `Đã giữ suất cho bạn trong ${heard.seconds} giây. Đặt hàng ngay để không lỡ suất.`
  }
  return 'Hiện không có suất nào giữ cho bạn. Nhấn “Thử lại” để xem còn suất không.'
}

/** The latest slot that was kept: for how many seconds in all, and until when by this browser's clock. */
const heard = { until: '', seconds: 60, ends_at_ms: 0 }

function hear({ until, now }: SlotPlace): void {
  if (until === null || heard.until === until) return
  const lasts_ms = Date.parse(until) - Date.parse(now)
  const ends_at_ms = Date.now() + lasts_ms
  Object.assign(heard, { until, seconds: Math.round(lasts_ms / 1_000), ends_at_ms })
}

/** Not read out: a live region that counted down would never be silent. */
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
  return Math.max(0, Math.ceil((heard.ends_at_ms - Date.now()) / 1_000))
}

/** Asks until nothing is to be waited for; what the popup says stays when nobody answers. */
function keepAsking(onTold: (place: SlotPlace) => void): () => void {
  let is_on = true
  const ask = async () => {
    while (is_on) {
      await whenLookedAt()
      const told = is_on ? await placeNow().catch(() => null) : null
      if (!is_on) return
      if (told !== null) {
        hear(told)
        onTold(told)
        if (told.state === 'gone') return
      }
      await pause(told?.ask_again_s ?? after_silence_s)
    }
  }
  void ask()
  return () => {
    is_on = false
  }
}

async function placeNow(): Promise<SlotPlace | null> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const response = await fetch(address, { method: 'POST', headers, body: '{}' })
  if (!response.ok) return null
  return ((await response.json()) as { data: SlotPlace }).data
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}
