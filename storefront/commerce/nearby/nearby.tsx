import { useState } from 'react'
import type { Position } from '#pure/distance.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

type State = { kind: 'idle' | 'asking' | 'denied' | 'unknown' } | { kind: 'found'; from: Position }

export interface Nearby {
  state: State
  ask: () => void
}

const TIMEOUT_MS = 10_000
const MAX_AGE_MS = 300_000

/** The position of the shopper, asked of the browser on a press only. It is neither sent nor stored (decision 307). */
export function useNearby(): Nearby {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const ask = () => {
    if (!('geolocation' in navigator)) return setState({ kind: 'unknown' })
    setState({ kind: 'asking' })
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        setState({ kind: 'found', from: { latitude, longitude } }),
      (error) => setState({ kind: error.code === error.PERMISSION_DENIED ? 'denied' : 'unknown' }),
      { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    )
  }
  return { state, ask }
}

const status_texts: Record<State['kind'], string> = {
  idle: 'Vị trí chỉ dùng trên máy của bạn, không gửi đi và không lưu lại.',
  asking: 'Đang tìm vị trí của bạn…',
  found: 'Đã xếp cửa hàng gần bạn lên trước.',
  denied:
    'Trình duyệt chưa cho phép dùng vị trí. Bạn hãy mở quyền vị trí cho trang này, hoặc chọn tỉnh thành trong danh sách.',
  unknown: 'Chưa xác định được vị trí của bạn. Mời bạn chọn tỉnh, thành phố.',
}

interface NearbyButtonProps {
  nearby: Nearby
  text?: string
  /** `primary`: the main thing of its page; `outline`: beside a list. */
  look?: 'primary' | 'outline'
  className?: string
}

/** Sorts shops by distance on a press, and says what becomes of the position. Hidden without scripts. */
export function NearbyButton({
  nearby: { state, ask },
  text = 'Cửa hàng gần bạn',
  look = 'primary',
  className = 'min-h-12 w-full md:w-auto',
}: NearbyButtonProps) {
  return (
    <div className="w-full md:w-auto noscript:hidden">
      <button
        type="button"
        onClick={ask}
        disabled={state.kind === 'asking'}
        className={buttonClass(look, className)}
      >
        <Icon name="locate-fixed" className="size-5" />
        {text}
      </button>
      <p role="status" className="mt-1.5 max-w-sm text-sm text-muted">
        {status_texts[state.kind]}
      </p>
    </div>
  )
}

/** Formats a distance as "850 m", "2,3 km" or "1.144 km". */
export function distanceText(km: number): string {
  if (km < 1) return `${Math.max(10, Math.round(km * 100) * 10)} m`
  const digits = km < 10 ? 1 : 0
  return `${km.toLocaleString('vi-VN', { maximumFractionDigits: digits })} km`
}
