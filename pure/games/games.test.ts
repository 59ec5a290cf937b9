import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catch_money } from '#pure/games/catch-money.ts'
import { bladeInput, fruit_ninja } from '#pure/games/fruit-ninja.ts'
import { type Game, type GameState, type RunInput, seeds } from '#pure/games/game.ts'
import { jump_jump } from '#pure/games/jump-jump.ts'
import { replay } from '#pure/games/replay.ts'

type AnyGame = Game<GameState>
const games = [catch_money, jump_jump, fruit_ninja] as unknown as AnyGame[]

/** Any inputs in sequence. */
function inputsOf({ max_ticks, max_value }: AnyGame): fc.Arbitrary<RunInput[]> {
  const input = fc.tuple(fc.nat(max_ticks - 1), fc.nat(max_value))
  return fc
    .uniqueArray(input, { selector: ([tick]) => tick, maxLength: 400 })
    .map((inputs) => inputs.toSorted(([one], [other]) => one - other))
}

/** Plays tick by tick, as a browser does, and keeps only the inputs of before the end. */
function playOnce(game: AnyGame, seed: number, wanted: readonly RunInput[]) {
  const by_tick = new Map(wanted)
  const state = game.open(seed)
  const inputs: RunInput[] = []
  while (!state.is_over) {
    const value = by_tick.get(state.tick) ?? null
    if (value !== null) inputs.push([state.tick, value])
    game.step(state, value)
  }
  return { score: state.score, ticks: state.tick, inputs }
}

describe.each(games)('$code', (game) => {
  test('comes out the same again, whole, and in time, whatever is played', () => {
    const any = fc.tuple(fc.nat(seeds - 1), inputsOf(game))
    fc.assert(
      fc.property(any, ([seed, wanted]) => {
        const { score, ticks, inputs } = playOnce(game, seed, wanted)
        expect(replay(game, seed, inputs)).toEqual({ score, ticks })
        expect(Number.isSafeInteger(score) && score >= 0).toBe(true)
        expect(ticks).toBeLessThanOrEqual(game.max_ticks)
      }),
      { numRuns: 25 },
    )
  })

  test('is not played by inputs that nobody can give', () => {
    const last = game.max_ticks
    const impossible: RunInput[][] = [
      [[last, 0]],
      [[-1, 0]],
      [[0, -1]],
      [[0, game.max_value + 1]],
      [[0.5, 0]],
      [[0, Number.NaN]],
      [
        [5, 0],
        [4, 0],
      ],
      [
        [5, 0],
        [5, 1],
      ],
    ]
    for (const inputs of impossible) expect(replay(game, 1, inputs)).toBeNull()
  })
})

/** How often each kind is among these. */
function counted(kinds: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(kinds, (kind) => kind)
  return Object.fromEntries([...groups].map(([kind, all]) => [kind, all.length]).toSorted())
}

test('every run of a game has the same things: the seed changes places, and the sequence of a moment', () => {
  fc.assert(
    fc.property(fc.nat(seeds - 1), (seed) => {
      const falling = (one: number) => counted(catch_money.open(one).drops.map(({ kind }) => kind))
      expect(falling(seed)).toEqual(falling(1))
      const thrown = (one: number) =>
        counted(fruit_ninja.open(one).throws.map(({ fruit }) => fruit.kind))
      expect(thrown(seed)).toEqual(thrown(1))
    }),
    { numRuns: 30 },
  )
})

test('a blade that was lifted in between cuts nothing', () => {
  const { throws } = fruit_ninja.open(7)
  const first = throws[0]?.tick ?? 0
  const jump: RunInput[] = Array.from({ length: 40 }, (_, n) => [
    first + 20 + n,
    n % 2 === 0 ? bladeInput(0, 0) : bladeInput(359, 539),
  ])
  expect(replay(fruit_ninja, 7, jump)?.score).toBe(0)
})
