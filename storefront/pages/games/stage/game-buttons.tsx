import type { GameCode } from '#pure/games/game.ts'
import type { Run } from '#storefront/pages/games/stage/use-run.ts'
import { Icon } from '#web/ui/icons.tsx'

const wide =
  'inline-flex h-12 flex-1 items-center justify-center rounded-button bg-night/60 text-lg font-bold text-white touch-none hover:bg-night/75 active:bg-night disabled:opacity-50'

/** The same controls as buttons: for whoever cannot drag or swipe. */
export function GameButtons({ game, run }: { game: GameCode; run: Run }) {
  const controls = () => run.open.current?.controls
  const is_off = run.phase !== 'playing'
  if (game === 'fruit-ninja') {
    return (
      <div className="flex w-full max-w-140 gap-1.5 px-3 py-2.5">
        {[1, 2, 3, 4, 5].map((lane) => (
          <button
            key={lane}
            type="button"
            disabled={is_off}
            aria-label={`Chém làn ${lane}`}
            onClick={() => controls()?.slash(lane - 1)}
            className={wide}
          >
            {lane}
          </button>
        ))}
      </div>
    )
  }
  return (
    <div className="flex w-full max-w-140 gap-2 px-3 py-2.5">
      {([-1, 1] as const).map((side) => (
        <button
          key={side}
          type="button"
          disabled={is_off}
          aria-label={side < 0 ? 'Sang trái' : 'Sang phải'}
          onPointerDown={() => controls()?.hold(side)}
          onPointerUp={() => controls()?.hold(0)}
          onPointerCancel={() => controls()?.hold(0)}
          onPointerLeave={() => controls()?.hold(0)}
          onClick={({ detail }) => {
            // 0: by a key or a screen reader. A finger has held it.
            if (detail === 0) controls()?.nudge(side)
          }}
          className={wide}
        >
          <Icon name={side < 0 ? 'chevron-left' : 'chevron-right'} className="size-6" />
        </button>
      ))}
    </div>
  )
}
