import type { ColumnType, Generated } from 'kysely'
import type { GameCode } from '#pure/games/game.ts'

interface Game {
  game_code: GameCode
  is_open: Generated<boolean>
  version: Generated<number>
  changed_at: Date | null
  changed_by: string | null
}

interface GameOffer {
  game_code: GameCode
  /** YYYY-MM-DD. */
  from_day: ColumnType<string, string, never>
  prizes_per_day: number
  ranking_value: Generated<number>
  ranking_registration: Generated<string>
}

interface GamePrize {
  game_code: GameCode
  from_day: ColumnType<string, string, never>
  score: number
  value: number
}

interface GameRun {
  run_id: string
  game_code: GameCode
  customer_id: number
  score: number
  finished_at: Date
}

interface GameBest {
  game_code: GameCode
  /** YYYY-MM-DD. */
  day: ColumnType<string, string, never>
  customer_id: number
  score: number
  reached_at: Date
}

interface GameDay {
  game_code: GameCode
  /** YYYY-MM-DD. */
  day: ColumnType<string, string, never>
  given: Generated<number>
  ranked_at: Date | null
}

/** Tables of games (migration 160). */
export interface GameTables {
  game: Game
  game_best: GameBest
  game_day: GameDay
  game_offer: GameOffer
  game_prize: GamePrize
  game_run: GameRun
}
