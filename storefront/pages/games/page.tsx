import { game_texts, hub_texts } from '#storefront/pages/games/game-texts.ts'
import { GameHub } from '#storefront/pages/games/game-hub.tsx'
import { GamePage } from '#storefront/pages/games/game-page.tsx'
import type { GamesData } from '#storefront/pages/games/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'

export function meta({ board }: GamesData): PageMeta {
  const { title, description, path } = board === null ? hub_texts : game_texts[board.game]
  return { title, description, canonical_path: path }
}

/** /games and /games/<game>. */
export function Page({ data: { boards, board } }: { data: GamesData }) {
  return board === null ? <GameHub boards={boards} /> : <GamePage board={board} />
}
