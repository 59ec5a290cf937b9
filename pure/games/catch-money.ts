import {
  field,
  type Game,
  type GameState,
  hearts_at_first,
  loseHeart,
  parts,
  ticks_per_second,
  towards,
} from '#pure/games/game.ts'
import { copies, type Numbers, seededNumbers, shuffled } from '#pure/games/random.ts'

/** What falls, and its points. */
const worth = { coin: 10, note: 20, envelope: 40, gift: 60, double: 0, magnet: 0, bomb: 0 } as const
type Falling = keyof typeof worth

export interface FallingThing {
  kind: Falling
  /** Parts of a unit. */
  x: number
  y: number
  speed: number
  /** Ticks since it began to fall. */
  age: number
}

interface Drop {
  tick: number
  kind: Falling
  x: number
  speed: number
}

export interface CatchState extends GameState {
  /** Where the bag is and where it wants to go, in parts of a unit. */
  bag: number
  target: number
  things: FallingThing[]
  /** What is yet to fall, the next one first. */
  drops: Drop[]
  dropped: number
  /** Things caught one after another, without a miss. */
  streak: number
  /** Points are doubled, and money is drawn to the bag, until these ticks. */
  double_until: number
  magnet_until: number
}

const seconds = 60
/** The bag's middle is at this height. */
export const bag_y = 484
const half_bag = 42
const bag_speed = 10 * parts
const edge = 34
const power_ticks = 6 * ticks_per_second
const magnet_reach = 130 * parts
const magnet_pull = 4 * parts
/** So many catches in a row raise the factor by one. */
const streak_step = 8
export const highest_factor = 5

/** "Hứng tiền": a bag catches what falls and avoids bombs, for a minute. An input is where the bag goes. */
export const catch_money: Game<CatchState> = {
  code: 'catch-money',
  max_ticks: seconds * ticks_per_second,
  max_value: field.width,
  open: (seed) => ({
    ...{ tick: 0, score: 0, hearts: hearts_at_first, is_over: false, events: [] },
    ...{ bag: (field.width / 2) * parts, target: (field.width / 2) * parts },
    ...{ things: [], drops: dropsOf(seededNumbers(seed)), dropped: 0 },
    ...{ streak: 0, double_until: 0, magnet_until: 0 },
  }),
  step: (state, value) => {
    state.events = []
    if (value !== null) {
      state.target = Math.max(edge, Math.min(field.width - edge, value)) * parts
    }
    state.bag = towards(state.bag, state.target, bag_speed)
    for (let drop = state.drops[state.dropped]; drop?.tick === state.tick;) {
      state.things.push({ kind: drop.kind, x: drop.x, y: -40 * parts, speed: drop.speed, age: 0 })
      state.dropped += 1
      drop = state.drops[state.dropped]
    }
    for (const thing of state.things) fall(state, thing)
    state.things = state.things.filter((thing) => !isGone(state, thing))
    state.tick += 1
    if (state.tick >= catch_money.max_ticks) state.is_over = true
  },
}

/** Points are multiplied by this. */
export function factorOf({ streak }: CatchState): number {
  return Math.min(highest_factor, 1 + Math.floor(streak / streak_step))
}

/**
 * Every run has the same things at the same times. The seed shuffles them within a few seconds, and where they fall.
 */
function dropsOf(numbers: Numbers): Drop[] {
  const drops: Drop[] = []
  let tick = 50
  let x = field.width / 2
  for (let level = 0; tick < catch_money.max_ticks - 2 * ticks_per_second; level++) {
    for (const kind of shuffled(handOf(level), numbers)) {
      const far = numbers(361) - 180
      x = inside(x + far)
      const speed = 42 + Math.min(level, 10) * 4 + numbers(12)
      drops.push({ tick, kind, x: x * parts, speed })
      tick += Math.max(17, 38 - level * 2)
    }
  }
  return drops
}

/** What falls together at a level: more bombs later. */
function handOf(level: number): Falling[] {
  const power = level % 2 === 0 ? 'double' : 'magnet'
  const treat = level % 2 === 0 ? 'envelope' : 'gift'
  const bombs = copies<Falling>('bomb', Math.min(4, 1 + Math.floor(level / 2)))
  return [
    'coin',
    'coin',
    'coin',
    'coin',
    'coin',
    'note',
    'note',
    'envelope',
    treat,
    power,
    ...bombs,
  ]
}

/** A place on the field; what would be outside of it comes back in. */
function inside(x: number): number {
  const from = 36
  const to = field.width - 36
  if (x < from) return Math.min(to, 2 * from - x)
  if (x > to) return Math.max(from, 2 * to - x)
  return x
}

function fall(state: CatchState, thing: FallingThing): void {
  thing.age += 1
  thing.y += thing.speed
  // A banknote sways.
  if (thing.kind === 'note') thing.x += (thing.age % 64 < 32 ? 1 : -1) * 14
  const is_drawn = state.tick < state.magnet_until && thing.kind !== 'bomb' && thing.y > 0
  if (is_drawn && Math.abs(thing.x - state.bag) < magnet_reach) {
    thing.x = towards(thing.x, state.bag, magnet_pull)
  }
}

/** Whether a thing was caught, or has fallen past the bag. */
function isGone(state: CatchState, thing: FallingThing): boolean {
  const above = thing.y - (bag_y - 30) * parts
  const is_caught =
    above >= 0 && above < 46 * parts && Math.abs(thing.x - state.bag) <= half_bag * parts
  if (is_caught) {
    take(state, thing)
    return true
  }
  if (thing.y < (field.height + 40) * parts) return false
  if (worth[thing.kind] > 0 && state.streak > 0) {
    note(state, 'miss', thing, 0)
    state.streak = 0
  }
  return true
}

function take(state: CatchState, thing: FallingThing): void {
  const { kind } = thing
  if (kind === 'bomb') {
    state.streak = 0
    note(state, kind, thing, 0)
    loseHeart(state)
    return
  }
  if (kind === 'double') state.double_until = state.tick + power_ticks
  if (kind === 'magnet') state.magnet_until = state.tick + power_ticks
  state.streak += 1
  const twice = state.tick < state.double_until ? 2 : 1
  const points = worth[kind] * factorOf(state) * twice
  state.score += points
  note(state, kind, thing, points)
}

function note(state: CatchState, what: string, { x, y }: FallingThing, points: number): void {
  state.events.push({ what, x: x / parts, y: Math.min(field.height - 20, y / parts), points })
}
