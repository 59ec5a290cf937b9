import type { Game, GameState, RunInput } from '#pure/games/game.ts'

/** Nobody gives more inputs in a run: two fingers on a screen of 60 frames a second give one for each tick. */
export const most_inputs = 6_000

interface PlayedRun {
  score: number
  /** How long the run was. */
  ticks: number
}

/**
 * Plays a run again. Returns null if nobody can have played it: inputs out of sequence, of numbers that the game does
 * not have, or after its end. It takes at most `max_ticks` steps, whatever the inputs are.
 */
export function replay<State extends GameState>(
  game: Game<State>,
  seed: number,
  inputs: readonly RunInput[],
): PlayedRun | null {
  if (!areInSequence(game, inputs)) return null
  const state = game.open(seed)
  let next = 0
  while (!state.is_over) {
    const input = inputs[next]
    const is_due = input !== undefined && input[0] === state.tick
    if (is_due) next += 1
    game.step(state, is_due ? input[1] : null)
  }
  return next === inputs.length ? { score: state.score, ticks: state.tick } : null
}

function areInSequence<State extends GameState>(
  { max_ticks, max_value }: Game<State>,
  inputs: readonly RunInput[],
): boolean {
  return inputs.every(([tick, value], n) => {
    const after = n === 0 ? -1 : (inputs[n - 1]?.[0] ?? 0)
    const is_whole = Number.isSafeInteger(tick) && Number.isSafeInteger(value)
    return is_whole && tick > after && tick < max_ticks && value >= 0 && value <= max_value
  })
}
