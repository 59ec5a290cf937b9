import { useEffect, useRef } from 'react'
import type { GameBoard, OwnGame } from '#contracts/storefront/game.ts'
import { field } from '#pure/games/game.ts'
import { game_texts } from '#storefront/pages/games/game-texts.ts'
import { GameHud, GameStatus } from '#storefront/pages/games/stage/game-hud.tsx'
import { GameButtons } from '#storefront/pages/games/stage/game-buttons.tsx'
import { useGameKeys } from '#storefront/pages/games/stage/use-game-keys.ts'
import { useRun } from '#storefront/pages/games/stage/use-run.ts'
import { PauseScreen, OverScreen, Poster } from '#storefront/pages/games/stage/game-screens.tsx'

interface StageProps {
  board: GameBoard
  own: OwnGame | null
  onCounted: (own: OwnGame) => void
}

/** Where a game is played. On phones it fills the screen while it runs. */
export function GameStage({ board, own, onCounted }: StageProps) {
  const { game } = board
  const { ground, picture } = game_texts[game]
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const run = useRun(game, canvas, onCounted)
  const { phase } = run
  const is_open = phase !== 'poster'
  useGameKeys(stage, game, run)
  useEffect(() => {
    if (phase === 'playing') stage.current?.focus({ preventScroll: true })
    // Below the header, which stays.
    if (phase === 'loading') stage.current?.scrollIntoView({ block: 'center' })
    // Behind a stage that fills the screen nothing scrolls.
    document.documentElement.classList.toggle('max-md:overflow-hidden', is_open)
    return () => document.documentElement.classList.remove('max-md:overflow-hidden')
  }, [phase, is_open])
  return (
    <div
      ref={stage}
      tabIndex={-1}
      data-playing={is_open ? '' : undefined}
      role="group"
      aria-label={`Sân chơi ${game_texts[game].name}`}
      className={`on-dark relative flex flex-col items-center overflow-hidden bg-linear-to-b md:scroll-mt-19 text-white outline-none select-none ${ground} ${is_open ? 'max-md:fixed max-md:inset-0 max-md:z-50 max-md:justify-center md:rounded-[20px]' : 'rounded-[20px]'}`}
    >
      {is_open && <GameHud run={run} />}
      <div
        className={`relative aspect-2/3 max-w-full overflow-hidden md:rounded-2xl ${is_open ? 'w-[min(100%,calc((100dvh-136px)*2/3))] md:w-[min(100%,max(320px,calc((100dvh-220px)*2/3)))]' : 'w-full sm:w-90'}`}
      >
        <canvas
          ref={canvas}
          width={field.width}
          height={field.height}
          role="img"
          aria-label={picture}
          className={`size-full touch-none ${is_open ? '' : 'invisible'}`}
          {...pointerProps(run)}
        />
        {phase === 'count' && (
          <p
            aria-hidden
            className="pointer-events-none absolute inset-0 grid place-content-center text-8xl font-extrabold"
          >
            {run.count}
          </p>
        )}
        {phase === 'paused' && <PauseScreen run={run} />}
        {phase === 'over' && <OverScreen run={run} board={board} own={own} />}
        {(phase === 'poster' || phase === 'loading') && <Poster board={board} run={run} />}
      </div>
      {is_open && <GameButtons game={game} run={run} />}
      <GameStatus run={run} />
    </div>
  )
}

/** Fingers and the mouse, in units of the field. */
function pointerProps({ open }: ReturnType<typeof useRun>) {
  const place = ({ currentTarget, clientX, clientY }: React.PointerEvent<HTMLCanvasElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const x = ((clientX - box.left) / box.width) * field.width
    return [x, ((clientY - box.top) / box.height) * field.height] as const
  }
  return {
    onPointerDown: (event: React.PointerEvent<HTMLCanvasElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      open.current?.controls.press(...place(event))
    },
    onPointerMove: (event: React.PointerEvent<HTMLCanvasElement>) => {
      open.current?.controls.move(...place(event))
    },
    onPointerUp: () => open.current?.controls.lift(),
    onPointerCancel: () => open.current?.controls.lift(),
  }
}
