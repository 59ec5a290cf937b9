import { z } from 'zod'
import { dong, solvedCaptcha } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'
import { game_codes } from '#pure/games/game.ts'
import { most_inputs } from '#pure/games/replay.ts'

const game = z.enum(game_codes)

const GamePrize = z.object({
  /** Whoever reaches it gets the voucher: nothing is drawn. */
  score: z.int(),
  value: dong,
  /** The voucher is for orders from here. */
  min_total: dong,
})
export type GamePrize = z.infer<typeof GamePrize>

const GameBoard = z.object({
  game,
  is_open: z.boolean(),
  /** YYYY-MM-DD in Vietnam. */
  day: z.iso.date(),
  /** The 20 best members of the day, each once. Names are masked. */
  rows: z.array(z.object({ place: z.int(), name: z.string(), score: z.int() })),
  prizes: z.array(GamePrize),
  prizes_per_day: z.int(),
  prizes_left: z.int(),
  /** What the first place of the day gets; null: nothing. Such a contest is registered under a number. */
  ranking: z.object({ value: dong, registration: z.string() }).nullable(),
})
export type GameBoard = z.infer<typeof GameBoard>

const OwnVoucher = z.object({
  code: z.string(),
  value: dong,
  min_total: dong,
  ends_at: z.iso.datetime(),
})
export type OwnVoucher = z.infer<typeof OwnVoucher>

const OwnGame = z.object({
  /** A guest plays for fun: the board and prizes are for members. */
  is_member: z.boolean(),
  /** The best score of today; 0: none. */
  best: z.int(),
  place: z.int().nullable(),
  /** What this score may be exchanged for now. */
  reached: GamePrize.nullable(),
  /** The prize of today, of whichever game. */
  taken: OwnVoucher.nullable(),
})
export type OwnGame = z.infer<typeof OwnGame>

const game_closed = { status: 409, meaning: 'The shop has closed this game.' } as const

/** Games (contract §2, decisions 257 and 258). */
export const games = {
  boards: operation({
    method: 'GET',
    path: '/v1/boards',
    summary: 'Every game with its prizes and the board of today.',
    access: 'public',
    input: z.object({}),
    output: z.array(GameBoard),
  }),
  startRun: operation({
    method: 'POST',
    path: '/v1/runs',
    summary:
      'Starts a run: a seed, and a token that this caller sends back once with what was played.',
    access: 'customer',
    limits: limits.game_run,
    input: z.object({ game, ...solvedCaptcha }),
    output: z.object({ seed: z.int(), token: z.string(), expires_at: z.iso.datetime() }),
    refusals: { game_closed },
  }),
  finishRun: operation({
    method: 'POST',
    path: '/v1/runs/finish',
    summary: 'Plays the run again from its seed and inputs, and counts the score that comes out.',
    access: 'customer',
    limits: limits.game_run,
    input: z.object({
      token: z.string().max(400),
      /** Ticks, strictly ascending, each with the number that was given to the game. */
      inputs: z
        .array(z.tuple([z.int().min(0).max(100_000), z.int().min(0).max(1_000_000)]))
        .max(most_inputs),
      ...solvedCaptcha,
    }),
    output: z.object({ score: z.int(), own: OwnGame }),
    refusals: {
      run_is_invalid: {
        status: 404,
        meaning: 'This shop did not start the run for this caller, or its token was changed.',
      },
      run_is_expired: { status: 410, meaning: 'The run was started too long ago.' },
      run_is_used: { status: 409, meaning: 'The run was counted before.' },
      run_is_too_fast: {
        status: 409,
        meaning: 'Less time has passed since the start than the run takes.',
      },
      run_is_impossible: {
        status: 422,
        meaning: 'Inputs are out of sequence, after the end, or unknown to the game.',
      },
    },
  }),
  own: operation({
    method: 'GET',
    path: '/v1/own',
    summary: 'What the caller has reached today in a game.',
    access: 'customer',
    input: z.object({ game }),
    output: OwnGame,
  }),
  takePrize: operation({
    method: 'POST',
    path: '/v1/prize',
    summary: 'Exchanges the best score of today for its voucher: one of all games on a day.',
    access: 'member',
    limits: limits.game_prize,
    input: z.object({ game, ...solvedCaptcha }),
    output: OwnVoucher,
    refusals: {
      game_closed,
      prize_not_reached: { status: 409, meaning: 'The best score of today has no prize.' },
      prize_taken: { status: 409, meaning: 'The member has had the prize of today.' },
      prizes_gone: { status: 409, meaning: 'All prizes of this day are given.' },
    },
  }),
}
