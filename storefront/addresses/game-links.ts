import type { GameCode } from '#pure/games/game.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'

export function gameLink(game: GameCode): string {
  return `${frame_paths.games}/${game}`
}
