import type { GameCode } from '#pure/games/game.ts'

/** How staff call the games. */
export const game_names: Readonly<Record<GameCode, string>> = {
  'catch-money': 'Hứng tiền',
  'jump-jump': 'Nhảy nhảy',
  'fruit-ninja': 'Chém trái cây',
}

/** The page of a game in the shop. */
export function gameLink(game: GameCode): string {
  return `/games/${game}`
}
