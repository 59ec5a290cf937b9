import { useState } from 'react'
import type { Position } from '#pure/distance.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

type State = { kind: 'idle' | 'asking' | 'denied' | 'unknown' } | { kind: 'found'; from: Position }

interface Nearby {
  state: State
  ask: () => void
}

const TIMEOUT_MS = 10_000
const MAX_AGE_MS = 300_000

/** The position of the shopper, asked of the browser on request. It does not leave this page. */
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
  idle: '',
  asking: 'Đang tìm vị trí của bạn…',
  found: 'Đã xếp cửa hàng gần bạn lên trước.',
  denied:
    'Trình duyệt chưa cho phép dùng vị trí. Bạn hãy mở quyền vị trí cho trang này, hoặc chọn tỉnh thành bên cạnh.',
  unknown: 'Chưa xác định được vị trí của bạn. Mời bạn chọn tỉnh, thành phố.',
}

/** "Cửa hàng gần bạn". Hidden without scripts, because it needs them. */
export function NearbyButton({ nearby: { state, ask } }: { nearby: Nearby }) {
  return (
    <div className="w-full md:w-auto noscript:hidden">
      <button
        type="button"
        onClick={ask}
        disabled={state.kind === 'asking'}
        className={buttonClass('primary', 'min-h-12 w-full md:w-auto')}
      >
        <Icon name="locate-fixed" className="size-5" />
        Cửa hàng gần bạn
      </button>
      <p
        role="status"
        className={state.kind === 'idle' ? 'sr-only' : 'mt-2 max-w-xs text-sm text-muted'}
      >
        {status_texts[state.kind]}
      </p>
    </div>
  )
}
