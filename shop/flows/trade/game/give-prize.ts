import { games as contract } from '#contracts/storefront/game.ts'
import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { GameCode } from '#pure/games/game.ts'
import type { CustomerId } from '#pure/ids.ts'
import type { Dong } from '#pure/money.ts'
import { day_ms, vietnamDay } from '#pure/vietnam-time.ts'
import { insertReward } from '#shop/loyalty/reward-store.ts'
import { newRewardCode } from '#shop/loyalty/reward-code.ts'
import { minTotalOf, type Prize } from '#shop/trade/game/games.ts'
import { takeOfDay } from '#shop/trade/game/game-store.ts'

interface Won {
  customer_id: CustomerId
  game: GameCode
  prize: Prize
  /** How many prizes the game gives on a day. */
  prizes_per_day: number
}

const voucher_days = 14

/**
 * Gives the voucher of a prize: one of all games for a member and day, and so many of a game on a day. Both limits are
 * held by the rows that they write.
 */
export async function givePrize(db: Database, won: Won, now: Date) {
  const { customer_id, game, prize, prizes_per_day } = won
  const { refuse } = contract.takePrize
  const day = vietnamDay(now)
  const voucher = newPrizeVoucher(prize.value, now)
  const name = 'Quà trò chơi'
  const reward = { ...voucher, customer_id, kind: 'game', occasion: day, name } as const
  await transaction(db, async (tx) => {
    if (!(await takeOfDay(tx, game, day, prizes_per_day))) throw refuse('prizes_gone')
    if (!(await insertReward(tx, reward, now))) throw refuse('prize_taken')
  })
  return voucher
}

/** A voucher with its conditions. */
export function newPrizeVoucher(value: Dong, now: Date) {
  return {
    code: newRewardCode(),
    value,
    min_total: minTotalOf({ value }),
    ends_at: new Date(now.getTime() + voucher_days * day_ms),
  }
}
