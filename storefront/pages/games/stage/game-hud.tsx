import { useEffect, useState } from 'react'
import { hearts_at_first } from '#pure/games/game.ts'
import { formatWhole } from '#pure/formats/whole-number.ts'
import type { Run } from '#storefront/pages/games/stage/use-run.ts'
import { Icon } from '#web/ui/icons.tsx'

const round =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-night/60 text-white hover:bg-night'

/** Score, hearts and seconds over the field, with the buttons for sound and pause. */
export function GameHud({ run }: { run: Run }) {
  const { phase, shown, has_sound } = run
  return (
    <div className="flex w-full max-w-140 items-center gap-2 px-3 py-2">
      <p aria-hidden className="min-w-0 flex-1 leading-tight">
        <span className="text-2xl font-extrabold tabular-nums">{formatWhole(shown.score)}</span>
        {shown.badge !== '' && (
          <span className="ml-2 rounded-full bg-gold px-2 py-0.5 text-sm font-bold text-ink">
            {shown.badge}
          </span>
        )}
      </p>
      <p aria-hidden className="flex gap-0.5">
        {Array.from({ length: hearts_at_first }, (_, n) => (
          <svg
            key={n}
            viewBox="0 0 24 24"
            className={`size-5 ${n < shown.hearts ? 'fill-bright' : 'fill-white/25'}`}
          >
            <path d="M12 21C5 15.5 2 12 2 8a5 5 0 0 1 10-1 5 5 0 0 1 10 1c0 4-3 7.5-10 13Z" />
          </svg>
        ))}
      </p>
      <p aria-hidden className="w-11 text-right text-lg font-bold tabular-nums">
        {shown.seconds}s
      </p>
      <button
        type="button"
        aria-pressed={has_sound}
        aria-label="Âm thanh"
        onClick={run.turnSound}
        className={round}
      >
        <svg viewBox="0 0 24 24" aria-hidden className="size-5 fill-none stroke-current stroke-2">
          <path d="M11 5 6 9H3v6h3l5 4V5Z" strokeLinejoin="round" />
          <path
            d={has_sound ? 'M15 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12' : 'm16 9 6 6m0-6-6 6'}
            strokeLinecap="round"
          />
        </svg>
      </button>
      {phase === 'playing' && (
        <button
          type="button"
          aria-label="Tạm dừng"
          onClick={() => run.pause(true)}
          className={round}
        >
          <Icon name="pause" className="size-5" />
        </button>
      )}
      {phase !== 'playing' && (
        <button type="button" aria-label="Thoát trò chơi" onClick={run.leave} className={round}>
          <Icon name="x" className="size-5" />
        </button>
      )}
    </div>
  )
}

/** Says aloud what the field shows: the start, lost hearts, every 15 seconds, and the end. */
export function GameStatus({ run: { phase, shown, score, problem } }: { run: Run }) {
  const [said, setSaid] = useState('')
  const quarter = Math.ceil(shown.seconds / 15)
  const text =
    phase === 'over'
      ? `Hết lượt: ${score} điểm.`
      : phase === 'paused'
        ? 'Đã tạm dừng.'
        : phase === 'playing'
          ? `Còn ${shown.hearts} tim, ${shown.seconds} giây, ${shown.score} điểm.`
          : (problem ?? '')
  // oxlint-disable-next-line react/exhaustive-deps -- Not at every point: the numbers change many times a second.
  useEffect(() => setSaid(text), [phase, shown.hearts, quarter, score, problem])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
