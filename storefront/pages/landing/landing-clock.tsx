import { useEffect, useState } from 'react'
import { useRenewal } from '#storefront/commerce/flash-sale/flash-renewal.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'

interface LandingClockProps {
  label: string
  at: string
  /** The moment that a preview shows; null: the present. */
  shown_at: string | null
}

/** Days, hours, minutes and seconds until `at`. Without scripts the time itself stands there. */
export function LandingClock({ label, at, shown_at }: LandingClockProps) {
  const left_s = useSecondsUntil(at, shown_at)
  useRenewal(left_s === 0)
  const parts = left_s === null ? null : partsOf(left_s)
  return (
    <div className="landing-clock">
      <p>{label}</p>
      <time dateTime={at} role={parts === null ? undefined : 'timer'}>
        {parts === null ? (
          <span className="landing-clock-date">{dateText(at)}</span>
        ) : (
          parts.map(({ value, unit }) => (
            <span key={unit} className="landing-clock-part">
              <b>{String(value).padStart(2, '0')}</b> {unit}{' '}
            </span>
          ))
        )}
      </time>
    </div>
  )
}

/** Null until the page is hydrated. */
function useSecondsUntil(at: string, shown_at: string | null): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    // The clock of a preview goes on from the moment that it shows.
    const ahead_ms = shown_at === null ? 0 : Date.parse(shown_at) - Date.now()
    const tick = () => setNow(Date.now() + ahead_ms)
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [shown_at])
  return now === null ? null : Math.max(0, Math.ceil((Date.parse(at) - now) / 1_000))
}

function partsOf(left_s: number) {
  const days = Math.floor(left_s / 86_400)
  return [
    ...(days === 0 ? [] : [{ value: days, unit: 'ngày' }]),
    { value: Math.floor(left_s / 3_600) % 24, unit: 'giờ' },
    { value: Math.floor(left_s / 60) % 60, unit: 'phút' },
    { value: left_s % 60, unit: 'giây' },
  ]
}

/** 20:00 ngày 27/11/2026 */
export function dateText(at: string): string {
  const instant = new Date(at)
  return `${formatTime(instant)} ngày ${formatDate(instant)}`
}
