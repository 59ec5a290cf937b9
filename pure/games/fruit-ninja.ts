import {
  field,
  type Game,
  type GameState,
  hearts_at_first,
  loseHeart,
  parts,
  ticks_per_second,
} from '#pure/games/game.ts'
import { type Numbers, seededNumbers, shuffled } from '#pure/games/random.ts'

/** What is thrown, and its points. */
const worth = {
  orange: 10,
  apple: 10,
  lemon: 10,
  kiwi: 15,
  melon: 15,
  dragon: 30,
  bomb: 0,
} as const
export type Thrown = keyof typeof worth

export interface Fruit {
  kind: Thrown
  /** Parts of a unit. */
  x: number
  y: number
  speed_x: number
  speed_y: number
  age: number
}

interface Throw {
  tick: number
  fruit: Fruit
}

export interface SliceState extends GameState {
  fruits: Fruit[]
  throws: Throw[]
  thrown: number
  /** Where the blade is, in units; null: it is lifted. */
  blade: { x: number; y: number } | null
  /** Fruits cut one soon after another. */
  combo: number
  combo_until: number
  best_combo: number
}

const seconds = 60
export const reach = { fruit: 38, bomb: 24 } as const
const gravity = 3
const combo_ticks = 26
const highest_combo = 5
/** A blade that moves less in a tick cuts nothing; one that moves further was lifted in between. */
const least_move = 4
const furthest_move = 260

/** The input of a blade at a place of the field. 0 lifts it. */
export function bladeInput(x: number, y: number): number {
  const inside = (value: number, most: number) => Math.max(0, Math.min(most - 1, Math.round(value)))
  return 1 + inside(y, field.height) * field.width + inside(x, field.width)
}

/** "Chém trái cây": fruits are thrown up and cut, bombs are not, for a minute. An input is a place of the blade. */
export const fruit_ninja: Game<SliceState> = {
  code: 'fruit-ninja',
  max_ticks: seconds * ticks_per_second,
  max_value: field.width * field.height,
  open: (seed) => ({
    ...{ tick: 0, score: 0, hearts: hearts_at_first, is_over: false, events: [] },
    ...{ fruits: [], throws: throwsOf(seededNumbers(seed)), thrown: 0, blade: null },
    ...{ combo: 0, combo_until: 0, best_combo: 0 },
  }),
  step: (state, value) => {
    state.events = []
    for (let next = state.throws[state.thrown]; next?.tick === state.tick;) {
      state.fruits.push({ ...next.fruit })
      state.thrown += 1
      next = state.throws[state.thrown]
    }
    for (const fruit of state.fruits) fly(fruit)
    if (value !== null) moveBlade(state, value)
    state.fruits = state.fruits.filter(
      ({ y, speed_y }) => speed_y < 0 || y < (field.height + 60) * parts,
    )
    if (state.tick >= state.combo_until) state.combo = 0
    state.tick += 1
    if (state.tick >= fruit_ninja.max_ticks) state.is_over = true
  },
}

/**
 * Every run has the same fruits and bombs, wave by wave. The seed says where they fly, and which of a wave is first.
 */
function throwsOf(numbers: Numbers): Throw[] {
  const throws: Throw[] = []
  let start = 40
  for (let wave = 0; start < fruit_ninja.max_ticks - 3 * ticks_per_second; wave++) {
    let tick = start
    for (const kind of shuffled(waveOf(wave), numbers)) {
      throws.push({ tick, fruit: thrownUp(kind, numbers) })
      tick += wave < 6 ? 14 : 5 + numbers(9)
    }
    start += Math.max(74, 120 - wave * 2)
  }
  return throws.toSorted((a, b) => a.tick - b.tick)
}

const common = ['orange', 'apple', 'lemon', 'kiwi', 'melon'] as const

function waveOf(wave: number): Thrown[] {
  const count = Math.min(6, 1 + Math.floor((wave + 1) / 3))
  const fruits = Array.from(
    { length: count },
    (_, n): Thrown => common[(wave + n * 2) % 5] ?? 'apple',
  )
  if (wave % 5 === 4) fruits.push('dragon')
  if (wave >= 4 && wave % 2 === 0) fruits.push('bomb')
  if (wave >= 20 && wave % 3 === 0) fruits.push('bomb')
  return fruits
}

function thrownUp(kind: Thrown, numbers: Numbers): Fruit {
  const x = 50 + numbers(field.width - 100)
  const to = 60 + numbers(field.width - 120)
  const speed_y = -(192 + numbers(46))
  const flight = Math.floor((-2 * speed_y) / gravity)
  const speed_x = Math.trunc(((to - x) * parts) / flight)
  return { kind, x: x * parts, y: (field.height + 40) * parts, speed_x, speed_y, age: 0 }
}

function fly(fruit: Fruit): void {
  fruit.age += 1
  fruit.speed_y += gravity
  fruit.x += fruit.speed_x
  fruit.y += fruit.speed_y
}

function moveBlade(state: SliceState, value: number): void {
  if (value === 0) {
    state.blade = null
    return
  }
  const place = value - 1
  const to = { x: place % field.width, y: Math.floor(place / field.width) }
  const from = state.blade
  state.blade = to
  if (from === null) return
  const moved = (to.x - from.x) ** 2 + (to.y - from.y) ** 2
  if (moved < least_move ** 2 || moved > furthest_move ** 2) return
  const is_left = (fruit: Fruit) => !isCut(fruit, from, to) || !cut(state, fruit)
  state.fruits = state.fruits.filter(is_left)
}

/** Whether the way of the blade comes near the middle of a fruit. Whole numbers alone, without a root. */
function isCut(
  { kind, x, y }: Fruit,
  from: { x: number; y: number },
  to: { x: number; y: number },
): boolean {
  const near = (kind === 'bomb' ? reach.bomb : reach.fruit) ** 2
  const px = Math.floor(x / parts) - from.x
  const py = Math.floor(y / parts) - from.y
  const dx = to.x - from.x
  const dy = to.y - from.y
  const along = px * dx + py * dy
  const length = dx * dx + dy * dy
  if (along <= 0) return px * px + py * py <= near
  if (along >= length) return (px - dx) ** 2 + (py - dy) ** 2 <= near
  return (px * dy - py * dx) ** 2 <= near * length
}

/** Cuts a fruit. Several soon after another count more. */
function cut(state: SliceState, fruit: Fruit): true {
  const { kind, x, y } = fruit
  let points = 0
  if (kind === 'bomb') {
    state.combo = 0
    loseHeart(state)
  } else {
    state.combo += 1
    state.combo_until = state.tick + combo_ticks
    state.best_combo = Math.max(state.best_combo, state.combo)
    points = worth[kind] * Math.min(highest_combo, state.combo)
    state.score += points
  }
  state.events.push({ what: kind, x: Math.floor(x / parts), y: Math.floor(y / parts), points })
  return true
}
