import type { GameBoard } from '#contracts/storefront/game.ts'
import { game_codes } from '#pure/games/game.ts'
import { game_texts, hub_texts } from '#storefront/pages/games/game-texts.ts'
import { notFound, publicPage, showPage } from '#storefront/runtime/page.ts'
import { toolGraph } from '#storefront/seo/structured-data/tool-graph.ts'

export interface GamesData {
  boards: GameBoard[]
  /** The game of this page; null: the list of them. */
  board: GameBoard | null
}

/** /games and /games/<game>. Boards are up to a minute old; the page asks for its own at once. */
export const page = publicPage<GamesData>({
  tags: () => ['games'],
  loader: async ({ services, params }) => {
    const code = game_codes.find((one) => one === params['game'])
    if (params['game'] !== undefined && code === undefined) return notFound
    const boards = await services.games.boards(null, {})
    const data: GamesData = { boards, board: boards.find(({ game }) => game === code) ?? null }
    // Named here and not in the table of addresses, which is in the first script of every page.
    return showPage('games', data, 'landing-page')
  },
  structured: ({ board }, shop) =>
    board === null
      ? toolGraph(hub_texts, [], [], shop)
      : toolGraph(game_texts[board.game], [hub_texts], [], shop),
})
