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

/** Coral ones stay, teal ones move, navy ones break after one jump. A spring stands on a coral one. */
type PlatformKind = 'coral' | 'teal' | 'navy' | 'spring'

export interface Platform {
  kind: PlatformKind
  /** Parts of a unit; y grows upwards from where the run begins. */
  x: number
  y: number
  speed: number
  is_broken: boolean
  /** What floats above it, until it is taken. */
  treat: 'coin' | 'bolt' | null
}

export interface JumpState extends GameState {
  x: number
  y: number
  speed_x: number
  speed_y: number
  target: number
  /** The lowest height that is seen. It only rises. */
  bottom: number
  /** The highest height so far. */
  top: number
  coins: number
  /** Flies until this tick. */
  flies_until: number
  platforms: Platform[]
  /** Where the next platforms are taken from. */
  numbers: Numbers
  hand: PlatformKind[]
  level: number
  made: number
}

const seconds = 75
export const half_platform = 36
const half_hero = 20
const gravity = 6
const jump_speed = 190
const spring_speed = 330
const fly_speed = 250
const fly_ticks = 75
const side_speed = 6 * parts
const side_change = 9
const coin_points = 30
/** So much of the height is a point. */
const parts_per_point = 4 * parts
const inner = 24

/** "Nhảy nhảy": the phone hops from platform to platform, upwards, for 75 seconds. An input is where it steers to. */
export const jump_jump: Game<JumpState> = {
  code: 'jump-jump',
  max_ticks: seconds * ticks_per_second,
  max_value: field.width,
  open: (seed) => {
    const middle = (field.width / 2) * parts
    const state: JumpState = {
      ...{ tick: 0, score: 0, hearts: hearts_at_first, is_over: false, events: [] },
      ...{ x: middle, y: 60 * parts, speed_x: 0, speed_y: jump_speed, target: middle },
      ...{ bottom: 0, top: 0, coins: 0, flies_until: 0 },
      ...{ platforms: [], numbers: seededNumbers(seed), hand: [], level: 0, made: 0 },
    }
    state.platforms.push(platform('coral', middle, 40 * parts))
    growUp(state)
    return state
  },
  step: (state, value) => {
    state.events = []
    if (value !== null) state.target = value * parts
    steer(state)
    const before = state.y
    if (state.tick < state.flies_until) state.speed_y = fly_speed
    else state.speed_y -= gravity
    state.y += state.speed_y
    for (const one of state.platforms) meet(state, one, before)
    rise(state)
    if (state.y < state.bottom - 30 * parts) rescue(state)
    state.tick += 1
    if (state.tick >= jump_jump.max_ticks) state.is_over = true
  },
}

function platform(kind: PlatformKind, x: number, y: number): Platform {
  return { kind, x, y, speed: 0, is_broken: false, treat: null }
}

/** Adds platforms until above the field. Every level has the same ones; the seed shuffles them. */
function growUp(state: JumpState): void {
  const { platforms, numbers } = state
  for (;;) {
    const last = platforms.at(-1)
    if (last === undefined || last.y > state.bottom + (field.height + 80) * parts) return
    if (state.hand.length === 0) {
      state.hand = shuffled(handOf(state.level), numbers)
      state.level += 1
    }
    const kind = state.hand.pop() ?? 'coral'
    const gap = 62 + Math.min(state.level * 5, 55) + numbers(18)
    const next = platform(kind, inside(last.x + (numbers(301) - 150) * parts), last.y + gap * parts)
    if (kind === 'teal')
      next.speed = (numbers(2) === 0 ? 1 : -1) * (14 + Math.min(state.level, 8) * 2)
    state.made += 1
    if (state.made % 26 === 0) next.treat = 'bolt'
    else if (state.made % 3 === 0 && kind !== 'spring') next.treat = 'coin'
    platforms.push(next)
  }
}

function handOf(level: number): PlatformKind[] {
  if (level === 0) return ['coral', 'coral', 'coral', 'coral', 'coral', 'coral', 'spring', 'teal']
  const teal = copies<PlatformKind>('teal', Math.min(4, 1 + level))
  const navy = copies<PlatformKind>('navy', Math.min(3, level))
  return ['coral', 'coral', 'coral', 'spring', ...teal, ...navy]
}

/** A place on the field; what would be outside of it comes back in. */
function inside(x: number): number {
  const from = half_platform * parts
  const to = (field.width - half_platform) * parts
  if (x < from) return Math.min(to, 2 * from - x)
  if (x > to) return Math.max(from, 2 * to - x)
  return x
}

function steer(state: JumpState): void {
  const wanted = Math.trunc((state.target - state.x) / 5)
  const speed = Math.max(-side_speed, Math.min(side_speed, wanted))
  state.speed_x = towards(state.speed_x, speed, side_change)
  const x = state.x + state.speed_x
  state.x = Math.max(inner * parts, Math.min((field.width - inner) * parts, x))
}

/** Moves a platform, lets the hero jump from it, and take what floats above it. */
function meet(state: JumpState, one: Platform, before: number): void {
  if (one.speed !== 0) {
    one.x += one.speed
    const edge = half_platform * parts
    if (one.x < edge || one.x > field.width * parts - edge) one.speed = -one.speed
  }
  const off = Math.abs(one.x - state.x)
  if (
    one.treat !== null &&
    off < 34 * parts &&
    Math.abs(one.y + 46 * parts - state.y) < 46 * parts
  ) {
    take(state, one)
  }
  if (one.is_broken || state.speed_y > 0 || off > (half_platform + half_hero - 6) * parts) return
  if (before < one.y || state.y > one.y) return
  state.y = one.y
  state.speed_y = one.kind === 'spring' ? spring_speed : jump_speed
  if (one.kind === 'navy') one.is_broken = true
  note(state, one.kind, one.x, one.y, 0)
}

function take(state: JumpState, one: Platform): void {
  const { treat } = one
  one.treat = null
  if (treat === 'bolt') state.flies_until = state.tick + fly_ticks
  else state.coins += 1
  note(state, treat ?? '', one.x, one.y + 46 * parts, treat === 'coin' ? coin_points : 0)
}

/** The field follows the hero upwards. */
function rise(state: JumpState): void {
  state.top = Math.max(state.top, state.y)
  state.bottom = Math.max(state.bottom, state.y - 300 * parts)
  growUp(state)
  const first = state.platforms.findIndex(({ y }) => y > state.bottom - 60 * parts)
  if (first > 0) state.platforms.splice(0, first)
  state.score = Math.floor(state.top / parts_per_point) + state.coins * coin_points
}

/** A fall takes a heart. The next ones begin with a high jump. */
function rescue(state: JumpState): void {
  note(state, 'fall', state.x, state.bottom, 0)
  loseHeart(state)
  state.y = state.bottom
  state.speed_y = spring_speed
}

function note(state: JumpState, what: string, x: number, y: number, points: number): void {
  const height = (y - state.bottom) / parts
  state.events.push({ what, x: x / parts, y: field.height - height, points })
}
