import { field, type GameState, type RunInput, ticks_per_second } from '#pure/games/game.ts'
import {
  bladeControls,
  type Controls,
  placeControls,
} from '#storefront/pages/games/play/controls.ts'
import { openEffects } from '#storefront/pages/games/play/effects.ts'
import type { GameView } from '#storefront/pages/games/play/game-view.ts'
import { openSound } from '#storefront/pages/games/play/sound.ts'
import { loadSprites } from '#storefront/pages/games/play/sprites.ts'

/** What the page shows around the canvas. */
export interface Shown {
  score: number
  hearts: number
  seconds: number
  badge: string
}

export interface OpenGame {
  controls: Controls
  chooseLane: (lane: number) => void
  pause: (is_paused: boolean) => void
  turnSound: (is_on: boolean) => void
  close: () => void
}

export interface GameOptions {
  canvas: HTMLCanvasElement
  seed: number
  is_calm: boolean
  onShow: (shown: Shown) => void
  onOver: (score: number, inputs: readonly RunInput[]) => void
}

const tick_ms = 1_000 / ticks_per_second
/** After a stop of the browser the game goes on from where it was, not many ticks later. */
const most_ticks = 4
/** Frames that are about a tick long count as one, so that no frame shows two ticks and the next one none. */
const about_ms = 3
const sharpest = 2
/** A browser that takes longer for a frame draws fewer pixels. */
const slow_frame_ms = 19
const measured_frames = 45

/** Plays a run on a canvas: the rules step 60 times a second, and every input is kept for the server. */
export async function openGame<State extends GameState>(
  view: GameView<State>,
  { canvas, seed, is_calm, onShow, onOver }: GameOptions,
): Promise<OpenGame> {
  const { game } = view
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('no canvas')
  let scale = 1
  let sharpness = Math.min(sharpest, window.devicePixelRatio)
  const effects = openEffects(is_calm)
  const sprites = await loadSprites(game.code, context, () => scale, effects.offset)
  const sound = openSound()
  const controls = view.placeOf === undefined ? bladeControls() : placeControls()
  const scene = document.createElement('canvas')
  let painted: number | null = null
  const state = game.open(seed)
  const inputs: RunInput[] = []
  let lane: number | null = null
  let is_paused = false
  let frame = 0
  let last: number | null = null
  let behind = 0

  const resize = () => {
    const { width } = canvas.getBoundingClientRect()
    canvas.width = Math.max(1, Math.round(width * sharpness))
    canvas.height = Math.round((canvas.width * field.height) / field.width)
    scale = canvas.width / field.width
    sprites.forget()
    scene.width = canvas.width
    scene.height = canvas.height
    painted = null
  }
  const paintScene = (number: number) => {
    painted = number
    const painter = scene.getContext('2d', { alpha: false })
    painter?.setTransform(scale, 0, 0, scale, 0, 0)
    if (painter) view.paintScene(painter, state)
  }
  const draw = () => {
    const number = view.sceneOf?.(state) ?? 0
    if (painted !== number) paintScene(number)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.drawImage(scene, 0, 0)
    context.setTransform(scale, 0, 0, scale, effects.offset() * scale, 0)
    view.draw(state, { context, sprites, effects, is_calm, lane })
    effects.draw(context, field.width, field.height)
  }
  const step = () => {
    const value = controls.take(view.placeOf?.(state) ?? 0)
    if (value !== null) inputs.push([state.tick, value])
    game.step(state, value)
    effects.step()
    for (const event of state.events) {
      view.show(event, state, effects)
      sound.play(view.tones[event.what] ?? [])
    }
  }
  const show = () => {
    const seconds = Math.ceil((game.max_ticks - state.tick) / ticks_per_second)
    onShow({ score: state.score, hearts: state.hearts, seconds, badge: view.badgeOf(state) })
  }
  const measure = slowFrames(() => {
    sharpness = 1
    resize()
  })
  const run = (now: number) => {
    frame = requestAnimationFrame(run)
    if (is_paused) {
      last = null
      return
    }
    const passed = last === null ? tick_ms : now - last
    last = now
    measure(passed)
    behind += Math.abs(passed - tick_ms) < about_ms ? tick_ms : passed
    behind = Math.min(behind, most_ticks * tick_ms)
    const before = state.tick
    while (behind >= tick_ms * 0.99 && !state.is_over) {
      behind -= tick_ms
      step()
    }
    if (state.tick === before) return
    draw()
    show()
    if (!state.is_over) return
    cancelAnimationFrame(frame)
    sound.play(view.tones['end'] ?? [])
    onOver(state.score, inputs)
  }

  resize()
  draw()
  show()
  const observer = new ResizeObserver(() => {
    resize()
    draw()
  })
  observer.observe(canvas)
  frame = requestAnimationFrame(run)
  return {
    controls,
    chooseLane: (wanted) => {
      lane = wanted
    },
    pause: (wanted) => {
      is_paused = wanted
    },
    turnSound: sound.turn,
    close: () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      sound.close()
    },
  }
}

/** Calls `lower` once if the first frames take too long. */
function slowFrames(lower: () => void): (passed: number) => void {
  let count = 0
  let total = 0
  return (passed) => {
    count += 1
    if (count > measured_frames) return
    total += passed
    if (count === measured_frames && total / count > slow_frame_ms) lower()
  }
}
