/** The games of the shop, by the last part of their addresses (contract §2). */
export const game_codes = ['catch-money', 'jump-jump', 'fruit-ninja'] as const
export type GameCode = (typeof game_codes)[number]

export const ticks_per_second = 60

/** All games are played on a field of this size, in units of the field. */
export const field = { width: 360, height: 540 } as const

/** Speeds are counted in parts of a unit, so that all arithmetic is of whole numbers. */
export const parts = 16

/** The hearts of a player. The last one that is lost ends the run. */
export const hearts_at_first = 3

/** A seed is a whole number below this. */
export const seeds = 2 ** 31

/** At this tick of a run, this number: what it means is the game's. */
export type RunInput = readonly [tick: number, value: number]

/** Something that happened in a tick. The page draws and plays it; the rules do not need it. */
export interface GameEvent {
  what: string
  /** Units of the field. */
  x: number
  y: number
  points: number
}

/** What is known of every game. */
export interface GameState {
  tick: number
  score: number
  hearts: number
  is_over: boolean
  /** What happened in the last tick. */
  events: GameEvent[]
}

/**
 * The rules of a game: the same code runs in the browser and, at the end, on the server. They use whole numbers and the
 * seed alone, no clock, so a run is its seed and its inputs (decision 257).
 */
export interface Game<State extends GameState = GameState> {
  code: GameCode
  /** Every run is over after so many ticks. */
  max_ticks: number
  /** An input is a whole number from 0 to this. */
  max_value: number
  open: (seed: number) => State
  /** Plays one tick. `value`: the input of this tick, if there is one. */
  step: (state: State, value: number | null) => void
}

/** Moves `from` towards `to` by at most `most`. */
export function towards(from: number, to: number, most: number): number {
  return from + Math.max(-most, Math.min(most, to - from))
}

/** Takes a heart. Without another one the run is over. */
export function loseHeart(state: GameState): void {
  state.hearts -= 1
  if (state.hearts <= 0) state.is_over = true
}
