import type { GameCode } from '#pure/games/game.ts'

/** Cells of 192 pixels in /media/games/<game>.webp, as column and row. */
export const game_frames = {
  'catch-money': {
    columns: 6,
    rows: 2,
    cells: {
      ...{
        coin: [0, 0],
        'coin-side': [1, 0],
        note: [2, 0],
        envelope: [3, 0],
        'envelope-2': [4, 0],
      },
      ...{ gift: [5, 0], 'gift-navy': [0, 1], bomb: [1, 1], bag: [3, 1], double: [4, 1] },
      magnet: [5, 1],
    },
  },
  'jump-jump': {
    columns: 4,
    rows: 2,
    cells: {
      ...{ idle: [0, 0], up: [1, 0], coral: [2, 0], teal: [3, 0] },
      ...{ navy: [0, 1], spring: [1, 1], coin: [2, 1], bolt: [3, 1] },
    },
  },
  'fruit-ninja': {
    columns: 6,
    rows: 4,
    cells: {
      ...{ orange: [0, 0], 'half-orange': [1, 0], apple: [3, 0], 'half-apple': [4, 0] },
      ...{ melon: [0, 1], 'half-melon': [1, 1], lemon: [3, 1], 'half-lemon': [4, 1] },
      ...{ dragon: [0, 2], 'half-dragon': [1, 2], kiwi: [3, 2], 'half-kiwi': [4, 2] },
      ...{ blade: [0, 3], bomb: [1, 3] },
    },
  },
} as const satisfies Record<
  GameCode,
  { columns: number; rows: number; cells: Record<string, readonly [number, number]> }
>

export const cell_size = 192

/** The sheet of a game's pictures. */
export function sheetOf(game: GameCode): string {
  return `/media/games/${game}.webp`
}
