import { catch_money } from '#pure/games/catch-money.ts'
import { fruit_ninja } from '#pure/games/fruit-ninja.ts'
import { type GameCode, type RunInput, ticks_per_second } from '#pure/games/game.ts'
import { jump_jump } from '#pure/games/jump-jump.ts'
import { replay } from '#pure/games/replay.ts'
import type { Dong } from '#pure/money.ts'

/** A step of the fixed table of prizes. */
export interface Prize {
  score: number
  value: Dong
}

/** Prizes are vouchers for orders of at least ten times their value. */
const order_per_value = 10
/** How long a start may wait for its end: a pause may take a while. */
const run_lasts_ms = 30 * 60_000
/** Clocks of browsers and frames that come early. */
const early_ms = 1_500

type Played = ReturnType<typeof replay>

const replays: Readonly<Record<GameCode, (seed: number, inputs: readonly RunInput[]) => Played>> = {
  'catch-money': (seed, inputs) => replay(catch_money, seed, inputs),
  'jump-jump': (seed, inputs) => replay(jump_jump, seed, inputs),
  'fruit-ninja': (seed, inputs) => replay(fruit_ninja, seed, inputs),
}

/** Plays a run again; null: nobody can have played it. */
export function playAgain(game: GameCode, seed: number, inputs: readonly RunInput[]): Played {
  return replays[game](seed, inputs)
}

export function expiryOfRun(started_at: Date): Date {
  return new Date(started_at.getTime() + run_lasts_ms)
}

/** Whether a run of so many ticks cannot be over yet. */
export function isTooFast(ticks: number, started_at: Date, now: Date): boolean {
  const least_ms = (ticks / ticks_per_second) * 1_000 - early_ms
  return now.getTime() - started_at.getTime() < least_ms
}

/** The best prize that a score reaches. */
export function prizeOf(score: number, prizes: readonly Prize[]): Prize | null {
  const reached = prizes.filter((prize) => prize.score <= score)
  return reached.toSorted((a, b) => b.score - a.score)[0] ?? null
}

/** The voucher of a prize is for orders from here. */
export function minTotalOf({ value }: Pick<Prize, 'value'>): Dong {
  return value * order_per_value
}

/** Whether a higher score always gives more. `prizes` are sorted by score. */
export function isAscending(prizes: readonly Prize[]): boolean {
  return prizes.every(({ score, value }, n) => {
    const before = prizes[n - 1]
    return before === undefined || (score > before.score && value > before.value)
  })
}
