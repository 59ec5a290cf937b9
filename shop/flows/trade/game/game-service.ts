import { randomInt, randomUUID } from 'node:crypto'
import { type GameBoard, games as contract, type OwnGame } from '#contracts/storefront/game.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { game_codes, type GameCode, seeds } from '#pure/games/game.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { maskedName } from '#shop/order/masked-contact.ts'
import { givePrize } from '#shop/flows/trade/game/give-prize.ts'
import {
  expiryOfRun,
  isTooFast,
  minTotalOf,
  playAgain,
  type Prize,
  prizeOf,
} from '#shop/trade/game/games.ts'
import {
  findBest,
  findGames,
  findOwnBest,
  findPrizeOf,
  type GameRow,
  insertRun,
  saveBest,
} from '#shop/trade/game/game-store.ts'
import { readRunToken, runToken } from '#shop/trade/game/run-token.ts'

interface GameDeps {
  db: Database
  now: Now
  /** Signs the starts of runs (hex). */
  run_key: string
}

const places = 20

/** Starts runs, plays them again when they are over, and gives the prizes of the fixed table. */
export function gameService({ db, now, run_key }: GameDeps): Service<typeof contract> {
  const own = (caller: Caller, game: GameCode) => ownGame(db, caller, game, now())
  return {
    boards: async () => {
      const day = vietnamDay(now())
      const rows = await findGames(db, day)
      const sorted = game_codes.flatMap((code) =>
        rows.filter(({ game_code }) => game_code === code),
      )
      return Promise.all(sorted.map((row) => boardOf(db, row, day)))
    },
    startRun: async ({ customer_id }, { game }) => {
      const row = await gameRow(db, game, now())
      if (!row.is_open) throw contract.startRun.refuse('game_closed')
      const run = { run_id: randomUUID(), game, seed: randomInt(seeds), started_at: now() }
      return {
        seed: run.seed,
        token: runToken(run, customer_id, run_key),
        expires_at: expiryOfRun(run.started_at).toISOString(),
      }
    },
    finishRun: async (caller, { token, inputs }) => {
      const { refuse } = contract.finishRun
      const { customer_id, kind } = caller
      const run = readRunToken(token, customer_id, run_key)
      if (run === null) throw refuse('run_is_invalid')
      const { run_id, game } = run
      const finished_at = now()
      if (expiryOfRun(run.started_at) <= finished_at) throw refuse('run_is_expired')
      const played = playAgain(game, run.seed, inputs)
      if (played === null) throw refuse('run_is_impossible')
      const { score, ticks } = played
      if (isTooFast(ticks, run.started_at, finished_at)) throw refuse('run_is_too_fast')
      const row = { run_id, game, customer_id, score, finished_at }
      await transaction(db, async (tx) => {
        if (!(await insertRun(tx, row))) throw refuse('run_is_used')
        if (kind === 'member' && score > 0) await saveBest(tx, row, vietnamDay(finished_at))
      })
      return { score, own: await own(caller, game) }
    },
    own: (caller, { game }) => own(caller, game),
    takePrize: async ({ customer_id }, { game }) => {
      const { is_open, prizes, prizes_per_day } = await gameRow(db, game, now())
      const { refuse } = contract.takePrize
      if (!is_open) throw refuse('game_closed')
      const best = await findOwnBest(db, customer_id, game, vietnamDay(now()))
      const prize = prizeOf(best?.score ?? 0, prizes)
      if (prize === null) throw refuse('prize_not_reached')
      const given = await givePrize(db, { customer_id, game, prize, prizes_per_day }, now())
      return { ...given, ends_at: given.ends_at.toISOString() }
    },
  }
}

async function gameRow(db: Database, game: GameCode, now: Date): Promise<GameRow> {
  const rows = await findGames(db, vietnamDay(now))
  const row = rows.find(({ game_code }) => game_code === game)
  if (row === undefined) throw new RangeError(`no row of the game ${game}`)
  return row
}

async function boardOf(db: Database, row: GameRow, day: string): Promise<GameBoard> {
  const { game_code: game, is_open, prizes_per_day, given, prizes } = row
  const { ranking_value: value, ranking_registration: registration } = row
  const best = await findBest(db, game, day, places)
  return {
    ...{ game, is_open, day, prizes_per_day },
    prizes_left: Math.max(0, prizes_per_day - given),
    rows: best.map(({ name, score }, n) => ({
      place: n + 1,
      name: name === null ? 'Thành viên' : maskedName(name),
      score,
    })),
    prizes: prizes.map(shownPrize),
    ranking: value === 0 ? null : { value, registration },
  }
}

async function ownGame(db: Database, caller: Caller, game: GameCode, now: Date): Promise<OwnGame> {
  const day = vietnamDay(now)
  const { customer_id, kind } = caller
  if (kind === 'guest')
    return { is_member: false, best: 0, place: null, reached: null, taken: null }
  const [row, best, taken] = await Promise.all([
    gameRow(db, game, now),
    findOwnBest(db, customer_id, game, day),
    findPrizeOf(db, customer_id, day),
  ])
  const score = best?.score ?? 0
  const prize = row.given < row.prizes_per_day ? prizeOf(score, row.prizes) : null
  return {
    is_member: true,
    best: score,
    place: best?.place ?? null,
    reached: prize && taken === null ? shownPrize(prize) : null,
    taken: taken && { ...taken, ends_at: taken.ends_at.toISOString() },
  }
}

function shownPrize(prize: Prize) {
  return { ...prize, min_total: minTotalOf(prize) }
}
