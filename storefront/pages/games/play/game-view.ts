import type { Game, GameEvent, GameState } from '#pure/games/game.ts'
import type { Effects } from '#storefront/pages/games/play/effects.ts'
import type { Tone } from '#storefront/pages/games/play/sound.ts'
import type { Sprites } from '#storefront/pages/games/play/sprites.ts'

/** What a picture of a game is drawn with. */
export interface Brush {
  context: CanvasRenderingContext2D
  sprites: Sprites
  effects: Effects
  is_calm: boolean
  /** The lane that keys have chosen, where a game has lanes; null: keys were not used. */
  lane: number | null
}

/** How a game looks and sounds, apart from its rules. */
export interface GameView<State extends GameState> {
  game: Game<State>
  /** Draws what lies behind all, in units of the field: once for each size of the canvas and each scene. */
  paintScene: (context: CanvasRenderingContext2D, state: State) => void
  /** The number of the scene; absent: there is one. */
  sceneOf?: (state: State) => number
  draw: (state: State, brush: Brush) => void
  /** Shows what happened in a tick. */
  show: (event: GameEvent, state: State, effects: Effects) => void
  tones: Readonly<Record<string, readonly Tone[]>>
  /** Where the hero is, from the left: keys and buttons steer from there. Absent: the game is played with a blade. */
  placeOf?: (state: State) => number
  /** A short word beside the score: "×3". */
  badgeOf: (state: State) => string
}
