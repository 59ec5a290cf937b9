import { bladeInput } from '#pure/games/fruit-ninja.ts'
import { field } from '#pure/games/game.ts'

/** What pointers, keys and buttons ask of a game: one number for a tick. */
export interface Controls {
  press: (x: number, y: number) => void
  move: (x: number, y: number) => void
  lift: () => void
  /** A key or button that is held: −1 left, 1 right, 0 released. */
  hold: (side: -1 | 0 | 1) => void
  nudge: (side: -1 | 1) => void
  slash: (lane: number) => void
  /** The number of the next tick, if there is one. `place`: where the hero is. */
  take: (place: number) => number | null
}

/** For games that are steered to a place: catch-money and jump-jump. */
export function placeControls(): Controls {
  let wanted: number | null = null
  let side: -1 | 0 | 1 = 0
  let is_released = false
  let steps = 0
  let given: number | null = null
  const goTo = (x: number) => {
    wanted = Math.max(0, Math.min(field.width, Math.round(x)))
  }
  return {
    press: goTo,
    move: goTo,
    lift: () => undefined,
    hold: (next) => {
      if (next === 0 && side !== 0) is_released = true
      side = next
    },
    nudge: (by) => {
      steps += by
    },
    slash: () => undefined,
    take: (place) => {
      if (side !== 0) wanted = side < 0 ? 0 : field.width
      else if (steps !== 0) goTo((given ?? place) + steps * nudge_width)
      else if (is_released) goTo(place)
      is_released = false
      steps = 0
      if (wanted === null || wanted === given) return null
      given = wanted
      return wanted
    },
  }
}

const nudge_width = 60
const lanes = 5
const slash_ticks = 8

/** The middle of a lane, from the left. */
export function laneX(lane: number): number {
  return ((lane + 0.5) * field.width) / lanes
}

/** For the game that is played with a blade. Keys and buttons draw it from below to above through a lane. */
export function bladeControls(): Controls {
  let waiting: number[] = []
  let is_down = false
  return {
    press: (x, y) => {
      is_down = true
      waiting.push(bladeInput(x, y))
    },
    move: (x, y) => {
      if (!is_down) return
      // Screens report more places than there are ticks: the latest one counts.
      if (waiting.length > 1) waiting.pop()
      waiting.push(bladeInput(x, y))
    },
    lift: () => {
      if (is_down) waiting.push(0)
      is_down = false
    },
    hold: () => undefined,
    nudge: () => undefined,
    slash: (lane) => {
      const way = Array.from({ length: slash_ticks }, (_, n) => {
        const height = field.height - 16 - (n * (field.height - 60)) / (slash_ticks - 1)
        return bladeInput(laneX(lane), height)
      })
      waiting = [0, ...way, 0]
    },
    take: () => waiting.shift() ?? null,
  }
}
