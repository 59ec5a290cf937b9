import type { GameCode } from '#pure/games/game.ts'
import { cell_size, game_frames, sheetOf } from '#storefront/pages/games/play/game-frames.ts'

interface GamePictureProps {
  game: GameCode
  name: string
  className: string
}

/** One picture of a game's sheet. It decorates: a text beside it says what the game is. */
export function GamePicture({ game, name, className }: GamePictureProps) {
  const { columns, rows } = game_frames[game]
  const cells: Readonly<Record<string, readonly [number, number]>> = game_frames[game].cells
  const [column, row] = cells[name] ?? [0, 0]
  return (
    <svg
      aria-hidden
      viewBox={`${column * cell_size} ${row * cell_size} ${cell_size} ${cell_size}`}
      className={className}
    >
      <image href={sheetOf(game)} width={columns * cell_size} height={rows * cell_size} />
    </svg>
  )
}
