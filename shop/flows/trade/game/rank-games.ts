import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { insertReward } from '#shop/loyalty/reward-store.ts'
import { newPrizeVoucher } from '#shop/flows/trade/game/give-prize.ts'
import { findFirst, findGames, type GameRow, rankDay } from '#shop/trade/game/game-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Gives the first place of yesterday its voucher, where a registered contest promises one (decision 258). */
export function rankGamesJob({ db, now, log }: Deps): Job {
  return {
    name: 'rank-games',
    every_ms: 3_600_000,
    run: async () => {
      const given = await rankGames(db, now())
      if (given > 0) log.info({ given }, 'first places of games got vouchers')
    },
  }
}

/** Returns how many vouchers were given. */
export async function rankGames(db: Database, now: Date): Promise<number> {
  const day = vietnamDay(now, -1)
  let given = 0
  for (const game of await findGames(db, day)) {
    if (game.ranking_value > 0 && (await rank(db, game, day, now))) given += 1
  }
  return given
}

async function rank(
  db: Database,
  { game_code, ranking_value }: GameRow,
  day: string,
  now: Date,
): Promise<boolean> {
  const customer_id = await findFirst(db, game_code, day)
  if (customer_id === null) return false
  const voucher = newPrizeVoucher(ranking_value, now)
  const occasion = `${day} ${game_code}`
  const reward = { ...voucher, customer_id, kind: 'game_first', occasion } as const
  return transaction(db, async (tx) => {
    if (!(await rankDay(tx, game_code, day, now))) return false
    return insertReward(tx, { ...reward, name: 'Hạng nhất trò chơi' }, now)
  })
}
