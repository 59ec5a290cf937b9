import { z } from 'zod'
import { dong, flag, line, typedDong, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'
import { game_codes } from '#pure/games/game.ts'

const game = z.enum(game_codes)
const version = whole(1, 2_147_483_647)
/** More steps than this do not fit beside a game. */
const most_prizes = 6

const Offer = z.object({
  /** YYYY-MM-DD in Vietnam. */
  from_day: z.iso.date(),
  prizes_per_day: z.int(),
  prizes: z.array(z.object({ score: z.int(), value: dong })),
  /** Đồng for the first place of a day; 0: nothing. */
  ranking_value: dong,
  ranking_registration: z.string(),
})
export type StaffGameOffer = z.infer<typeof Offer>

const StaffGame = z.object({
  game,
  is_open: z.boolean(),
  version: z.int(),
  changed_at: z.iso.datetime().nullable(),
  changed_by: z.string().nullable(),
  /** What holds today, and what follows it. */
  offer: Offer,
  next: Offer.nullable(),
  /** Of today. */
  runs: z.int(),
  players: z.int(),
  best: z.int(),
  given: z.int(),
})
export type StaffGame = z.infer<typeof StaffGame>

const game_changed = { status: 409, meaning: 'Somebody has changed the game meanwhile.' } as const
const changes = { method: 'POST', access: 'staff', permission: 'games.change' } as const

/** Games, for staff (decision 258). */
export const games = {
  games: operation({
    method: 'GET',
    path: '/games',
    summary: 'Every game with its table of prizes, the next one, and what was played today.',
    access: 'staff',
    permission: 'games.see',
    input: z.object({}),
    output: z.object({ games: z.array(StaffGame), may_change: z.boolean() }),
  }),
  openGame: operation({
    ...changes,
    path: '/games/open',
    summary: 'Open or close a game at once.',
    input: z.object({ game, is_open: flag, version }),
    output: z.object({ version: z.int() }),
    refusals: { game_changed },
  }),
  setPrizes: operation({
    ...changes,
    path: '/games/prizes',
    summary: 'Set the table of prizes from tomorrow on. The table of today is published and stays.',
    input: z.object({
      game,
      version,
      prizes_per_day: whole(0, 10_000),
      prizes: z
        .array(z.object({ score: typedDong(1, 1_000_000), value: typedDong(1_000, 500_000) }))
        .min(1)
        .max(most_prizes),
      ranking_value: typedDong(0, 500_000),
      ranking_registration: line(60).default(''),
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      game_changed,
      prizes_out_of_order: {
        status: 422,
        meaning: 'A higher score gives a higher value, and each score is there once.',
      },
      registration_missing: {
        status: 422,
        meaning: 'A prize for the first place needs the number of its registration.',
      },
    },
  }),
}
