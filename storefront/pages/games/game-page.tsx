import { useEffect, useState } from 'react'
import type { GameBoard, OwnGame } from '#contracts/storefront/game.ts'
import { GameAside } from '#storefront/pages/games/game-aside.tsx'
import { readBoards, readOwn } from '#storefront/pages/games/game-calls.ts'
import { GameRules } from '#storefront/pages/games/game-rules.tsx'
import { game_texts, hub_texts } from '#storefront/pages/games/game-texts.ts'
import { GameStage } from '#storefront/pages/games/stage/game-stage.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

/** A game: the stage, then prizes, the board of today, how it is played, and the rules. */
export function GamePage({ board: first }: { board: GameBoard }) {
  const { game } = first
  const { name, pitch } = game_texts[game]
  const [board, setBoard] = useState(first)
  const [own, setOwn] = useState<OwnGame | null>(null)
  const refresh = async () => {
    const boards = await readBoards()
    setBoard(boards.find((one) => one.game === game) ?? first)
  }
  useEffect(() => {
    // Without an answer the page shows what everybody sees.
    void readOwn(game).then(setOwn, () => undefined)
  }, [game])
  return (
    <>
      <Breadcrumb crumbs={[hub_texts, game_texts[game]]} />
      <div className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_340px] md:gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="min-w-0">
          <h1 className="text-2xl md:text-title-lg">{name}</h1>
          <p className="mt-1 mb-3 text-pretty text-muted">{pitch}</p>
          <GameStage
            board={board}
            own={own}
            onCounted={(next) => {
              setOwn(next)
              void refresh().catch(() => undefined)
            }}
          />
        </div>
        <GameAside board={board} own={own} onOwn={setOwn} />
      </div>
      <GameRules board={board} />
    </>
  )
}
