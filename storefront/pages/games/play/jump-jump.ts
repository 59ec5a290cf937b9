import { field, parts } from '#pure/games/game.ts'
import { half_platform, jump_jump, type JumpState, type Platform } from '#pure/games/jump-jump.ts'
import type { Brush, GameView } from '#storefront/pages/games/play/game-view.ts'
import {
  type GameOptions,
  type OpenGame,
  openGame,
} from '#storefront/pages/games/play/open-game.ts'

/** "Nhảy nhảy": from the street into the stars. */
export function play(options: GameOptions): Promise<OpenGame> {
  return openGame(jumpView(), options)
}

/** The sky changes on the way up. Heights are in units. */
const skies = [
  { height: 0, top: '#5b8fd6', bottom: '#ffd9b8' },
  { height: 3_500, top: '#4a5fb8', bottom: '#b3a8e8' },
  { height: 8_000, top: '#16224f', bottom: '#5a4f9c' },
  { height: 14_000, top: '#060b20', bottom: '#1b2a5c' },
] as const

function jumpView(): GameView<JumpState> {
  const drawClouds = openClouds()
  return {
    game: jump_jump,
    paintScene: (context, state) => paintSky(context, stepOf(state) * sky_step),
    sceneOf: stepOf,
    draw: (state, brush) => {
      const bottom = state.bottom / parts
      drawClouds(brush, bottom)
      for (const one of state.platforms) drawPlatform(one, bottom, state.tick, brush)
      drawHero(state, bottom, brush)
    },
    show: ({ what, x, y, points }, _state, effects) => {
      if (what === 'coin') {
        effects.spark(x, y, '#f8c85a')
        effects.say(`+${points}`, x, y - 24, '#fff')
      } else if (what === 'bolt') {
        effects.spark(x, y, '#f8c85a', 20)
        effects.say('Bay nào!', x, y - 24, '#f8c85a')
      } else if (what === 'spring') effects.spark(x, y, '#ff6f3c', 14)
      else if (what === 'navy') effects.spark(x, y, '#6d86d8', 12)
      else if (what === 'fall') {
        effects.flash('#b42318')
        effects.shake()
        effects.say('Hụt chân!', x, field.height - 90, '#ffaec2')
      }
    },
    tones: {
      coral: [[330, 520, 0.09]],
      teal: [[360, 560, 0.09]],
      navy: [[300, 180, 0.14]],
      spring: [[300, 1_200, 0.28]],
      coin: [[988, 1_480, 0.1]],
      bolt: [[220, 1_760, 0.5]],
      fall: [[300, 70, 0.4, 'sawtooth']],
      end: [
        [523, 523, 0.14],
        [659, 659, 0.14],
        [784, 784, 0.3],
      ],
    },
    placeOf: ({ x }) => x / parts,
    badgeOf: ({ coins }) => (coins === 0 ? '' : `${coins} xu`),
  }
}

/** The sky is painted anew when the hero has risen by a step: the rest of the time it is copied. */
const stepOf = ({ bottom }: JumpState) => Math.floor(bottom / parts / sky_step)

/** Stars, and clouds below them. */
function openClouds(): (brush: Brush, bottom: number) => void {
  const cloud = document.createElement('canvas')
  let scale = 0
  return ({ context, is_calm }, bottom) => {
    const wanted = context.canvas.width / field.width
    if (scale !== wanted) {
      scale = wanted
      paintCloud(cloud, scale)
    }
    const drift = is_calm ? 0 : bottom
    if (bottom > 2_500) drawStars(context, drift)
    if (bottom > 9_000) return
    context.globalAlpha = 0.5 * (1 - bottom / 9_000)
    for (let n = 0; n < 5; n++) {
      const y = ((n * 137 + drift * 0.22) % (field.height + 120)) - 60
      const [left, top] = [Math.round(((n * 149) % 330) * scale), Math.round(y * scale)]
      context.setTransform(1, 0, 0, 1, left, top)
      context.drawImage(cloud, 0, 0)
    }
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.globalAlpha = 1
  }
}

const sky_step = 120
const cloud_size = { width: 100, height: 46 } as const

function paintSky(painter: CanvasRenderingContext2D, bottom: number): void {
  const above = skies.findIndex(({ height }) => height > bottom)
  const to = skies[above < 0 ? skies.length - 1 : above] ?? skies[0]
  const from = skies[above < 0 ? skies.length - 1 : above - 1] ?? skies[0]
  const part = to.height === from.height ? 0 : (bottom - from.height) / (to.height - from.height)
  const gradient = painter.createLinearGradient(0, 0, 0, field.height)
  gradient.addColorStop(0, mixed(from.top, to.top, part))
  gradient.addColorStop(1, mixed(from.bottom, to.bottom, part))
  painter.fillStyle = gradient
  painter.fillRect(0, 0, field.width, field.height)
}

function paintCloud(cloud: HTMLCanvasElement, scale: number): void {
  cloud.width = Math.ceil(cloud_size.width * scale)
  cloud.height = Math.ceil(cloud_size.height * scale)
  const painter = cloud.getContext('2d')
  if (painter === null) return
  painter.scale(scale, scale)
  painter.fillStyle = '#fff'
  painter.beginPath()
  painter.roundRect(2, 18, 94, 26, 13)
  painter.roundRect(24, 2, 46, 40, 20)
  painter.fill()
}

function drawStars(context: CanvasRenderingContext2D, drift: number): void {
  context.fillStyle = 'rgb(255 255 255 / 0.8)'
  for (let n = 0; n < 40; n++) {
    const y = ((n * 71 + drift * (0.05 + (n % 3) * 0.03)) % (field.height + 20)) - 10
    context.fillRect((n * 97) % field.width, y, 1.5 + (n % 3) * 0.5, 1.5 + (n % 3) * 0.5)
  }
}

function drawPlatform(one: Platform, bottom: number, tick: number, brush: Brush): void {
  const { sprites, context, is_calm } = brush
  const [x, y] = [one.x / parts, field.height - (one.y / parts - bottom)]
  if (one.is_broken) {
    context.globalAlpha = 0.35
    sprites.draw('navy', x, y + 16, half_platform * 2)
    context.globalAlpha = 1
  } else if (one.kind === 'spring') {
    sprites.draw('coral', x, y + 16, half_platform * 2 + 6)
    sprites.draw('spring', x, y - 4, 44)
  } else sprites.draw(one.kind, x, y + 14, half_platform * 2 + 6)
  if (one.treat === null) return
  const float = is_calm ? 0 : Math.sin((tick + one.y) / 14) * 4
  sprites.draw(one.treat, x, y - 46 + float, one.treat === 'coin' ? 34 : 46)
}

function drawHero(state: JumpState, bottom: number, { sprites, effects, is_calm }: Brush): void {
  const [x, y] = [state.x / parts, field.height - (state.y / parts - bottom)]
  const is_flying = state.tick < state.flies_until
  if (is_flying && state.tick % 3 === 0) effects.spark(x, y, '#f8c85a', 2)
  const turn = is_calm ? 0 : state.speed_x / 700
  const stretch = is_calm ? 1 : 1 + Math.max(-0.06, Math.min(0.08, state.speed_y / 3_000))
  sprites.draw(state.speed_y > 60 ? 'up' : 'idle', x, y - 32, 76, turn, stretch)
}

/** A colour between two of "#rrggbb". */
function mixed(one: string, other: string, part: number): string {
  const [a, b] = [partsOf(one), partsOf(other)]
  const mix = a.map((value, n) => Math.round(value + ((b[n] ?? 0) - value) * part))
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
