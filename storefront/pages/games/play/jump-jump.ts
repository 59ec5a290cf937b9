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
  return openGame(view, options)
}

/** The sky changes on the way up. Heights are in units. */
const skies = [
  { height: 0, top: '#5b8fd6', bottom: '#ffd9b8' },
  { height: 3_500, top: '#4a5fb8', bottom: '#b3a8e8' },
  { height: 8_000, top: '#16224f', bottom: '#5a4f9c' },
  { height: 14_000, top: '#060b20', bottom: '#1b2a5c' },
] as const
const bands = 36

const view: GameView<JumpState> = {
  game: jump_jump,
  paintScene: () => undefined,
  draw: (state, brush) => {
    const bottom = state.bottom / parts
    drawSky(brush, bottom)
    for (const one of state.platforms) drawPlatform(one, bottom, state.tick, brush)
    drawHero(state, bottom, brush)
    drawHeight(brush.context, state)
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

function drawSky({ context, is_calm }: Brush, bottom: number): void {
  const above = skies.findIndex(({ height }) => height > bottom)
  const to = skies[above < 0 ? skies.length - 1 : above] ?? skies[0]
  const from = skies[above < 0 ? skies.length - 1 : above - 1] ?? skies[0]
  const part = to.height === from.height ? 0 : (bottom - from.height) / (to.height - from.height)
  const [top, foot] = [mixed(from.top, to.top, part), mixed(from.bottom, to.bottom, part)]
  // Bands instead of a gradient: they are filled faster, and look like clouds of paper.
  for (let band = 0; band < bands; band++) {
    context.fillStyle = mixed(top, foot, band / (bands - 1))
    context.fillRect(-20, (band * field.height) / bands, field.width + 40, field.height / bands + 1)
  }
  const drift = is_calm ? 0 : bottom
  if (bottom > 2_500) {
    context.fillStyle = 'rgb(255 255 255 / 0.8)'
    for (let n = 0; n < 40; n++) {
      const y = ((n * 71 + drift * (0.05 + (n % 3) * 0.03)) % (field.height + 20)) - 10
      context.fillRect((n * 97) % field.width, y, 1.5 + (n % 3) * 0.5, 1.5 + (n % 3) * 0.5)
    }
  }
  if (bottom < 9_000) {
    context.fillStyle = `rgb(255 255 255 / ${(0.5 * (1 - bottom / 9_000)).toFixed(2)})`
    for (let n = 0; n < 5; n++) {
      const y = ((n * 137 + drift * 0.22) % (field.height + 120)) - 60
      drawCloud(context, (n * 149) % 330, y, 0.7 + (n % 3) * 0.3)
    }
  }
}

function drawCloud(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  context.beginPath()
  context.roundRect(x, y, 92 * size, 26 * size, 13 * size)
  context.roundRect(x + 20 * size, y - 16 * size, 46 * size, 36 * size, 18 * size)
  context.fill()
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

/** A thin scale at the left edge: how high it is. */
function drawHeight(context: CanvasRenderingContext2D, { top }: JumpState): void {
  context.font = '700 13px "Be Vietnam Pro", sans-serif'
  context.textAlign = 'left'
  context.fillStyle = 'rgb(255 255 255 / 0.9)'
  context.fillText(`${Math.floor(top / parts / 40).toLocaleString('vi-VN')} m`, 10, 22)
}

/** A colour between two of "#rrggbb". */
function mixed(one: string, other: string, part: number): string {
  if (part <= 0 && one.startsWith('#')) return one
  const [a, b] = [partsOf(one), partsOf(other)]
  const mix = a.map((value, n) => Math.round(value + ((b[n] ?? 0) - value) * part))
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
