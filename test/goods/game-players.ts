import { catch_money } from '#pure/games/catch-money.ts'
import { bladeInput, fruit_ninja } from '#pure/games/fruit-ninja.ts'
import { field, type Game, type GameCode, type GameState, parts } from '#pure/games/game.ts'
import { jump_jump } from '#pure/games/jump-jump.ts'

/** What somebody has played: the inputs, and what they saw at the end. */
interface Played {
  inputs: [number, number][]
  score: number
  ticks: number
}

/** Plays every game as somebody who is good at it. */
export const players: Readonly<Record<GameCode, (seed: number) => Played>> = {
  'catch-money': (seed) =>
    play(catch_money, seed, ({ tick, things, bag }) => {
      if (tick % 4 !== 0) return null
      const [lowest] = things
        .filter(({ kind, y }) => kind !== 'bomb' && y < 500 * parts)
        .toSorted((a, b) => b.y - a.y)
      const to = Math.floor((lowest?.x ?? bag) / parts)
      const bomb = things.find(
        ({ kind, x, y }) => kind === 'bomb' && y > 360 * parts && Math.abs(x / parts - to) < 50,
      )
      if (bomb === undefined) return to
      const away = Math.floor(bomb.x / parts)
      return away > field.width / 2 ? away - 70 : away + 70
    }),
  'jump-jump': (seed) =>
    play(jump_jump, seed, ({ tick, platforms, y, speed_y }) => {
      if (tick % 10 !== 0) return null
      const rise = speed_y > 0 ? Math.floor((speed_y * speed_y) / 14) : 0
      const highest = platforms.findLast((one) => !one.is_broken && one.y < y + rise - 80)
      return highest === undefined ? null : Math.floor((highest.x + highest.speed * 20) / parts)
    }),
  'fruit-ninja': (seed) => {
    let way: number[] = []
    return play(fruit_ninja, seed, ({ tick, fruits }) => {
      if (way.length === 0 && tick % 24 === 0) {
        const fruit = fruits.find(({ kind, y }) => kind !== 'bomb' && y < 430 * parts)
        if (fruit === undefined) return null
        const near = fruits.some((one) => one.kind === 'bomb' && distance(one, fruit) < 90 * parts)
        const [x, y] = [fruit.x / parts, fruit.y / parts]
        if (!near) way = [...[-60, -20, 20, 60].map((off) => bladeInput(x + off, y)), 0]
      }
      return way.shift() ?? null
    })
  },
}

function distance(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

function play<State extends GameState>(
  game: Game<State>,
  seed: number,
  choose: (state: State) => number | null,
): Played {
  const state = game.open(seed)
  const inputs: [number, number][] = []
  while (!state.is_over) {
    const wanted = choose(state)
    const value = wanted === null ? null : Math.max(0, Math.min(game.max_value, wanted))
    if (value !== null) inputs.push([state.tick, value])
    game.step(state, value)
  }
  return { inputs, score: state.score, ticks: state.tick }
}
