import type { GameCode } from '#pure/games/game.ts'

/** The list of all games. It is apart from the address, which is in the first script of every page. */
export const games_path = '/games'

export function gameLink(game: GameCode): string {
  return `${games_path}/${game}`
}
