import {
  bag_y,
  catch_money,
  type CatchState,
  factorOf,
  type FallingThing,
  highest_factor,
} from '#pure/games/catch-money.ts'
import { field, parts } from '#pure/games/game.ts'
import type { Brush, GameView } from '#storefront/pages/games/play/game-view.ts'
import {
  type GameOptions,
  type OpenGame,
  openGame,
} from '#storefront/pages/games/play/open-game.ts'

/** "Hứng tiền" in the street of the shop, in the evening. */
export function play(options: GameOptions): Promise<OpenGame> {
  return openGame(view, options)
}

const sizes = {
  coin: 50,
  note: 62,
  envelope: 56,
  gift: 62,
  double: 52,
  magnet: 56,
  bomb: 60,
} as const
const ground = 512

const view: GameView<CatchState> = {
  game: catch_money,
  paintScene,
  draw: (state, brush) => {
    const { context, sprites } = brush
    const bag = state.bag / parts
    if (state.tick < state.magnet_until) drawReach(context, bag)
    for (const thing of state.things) drawThing(thing, brush)
    context.fillStyle = 'rgb(13 25 53 / 0.35)'
    context.beginPath()
    context.ellipse(bag, ground + 12, 38, 7, 0, 0, Math.PI * 2)
    context.fill()
    const lean = brush.is_calm
      ? 0
      : Math.max(-0.22, Math.min(0.22, (state.target - state.bag) / 900))
    sprites.draw('bag', bag, bag_y, 92, lean)
    if (state.tick < state.double_until) sprites.draw('double', bag + 44, bag_y - 44, 30)
  },
  show: ({ what, x, y, points }, state, effects) => {
    if (what === 'miss') return
    if (what === 'bomb') {
      effects.spark(x, y, '#ff6f3c', 22)
      effects.flash('#b42318')
      effects.shake()
      effects.say('Bùm!', x, y - 30, '#ffaec2')
      return
    }
    effects.spark(x, y, what === 'note' ? '#97d8c4' : '#f8c85a')
    if (what === 'double') effects.say('Điểm ×2', x, y - 34, '#f8c85a')
    else if (what === 'magnet') effects.say('Hút tiền!', x, y - 34, '#f8c85a')
    else effects.say(`+${points}`, x, y - 34, '#fff')
    if (state.streak % 8 === 0 && factorOf(state) <= highest_factor && state.streak <= 32) {
      effects.say(`Liên hoàn ×${factorOf(state)}`, field.width / 2, 220, '#f8c85a')
    }
  },
  tones: {
    coin: [[880, 1_320, 0.09]],
    note: [[660, 990, 0.11]],
    envelope: [
      [784, 784, 0.08],
      [1_047, 1_047, 0.12],
    ],
    gift: [
      [784, 784, 0.07],
      [988, 988, 0.07],
      [1_175, 1_175, 0.14],
    ],
    double: [[440, 1_320, 0.25]],
    magnet: [[330, 990, 0.25]],
    bomb: [[180, 40, 0.4, 'sawtooth']],
    end: [
      [523, 523, 0.14],
      [659, 659, 0.14],
      [784, 784, 0.3],
    ],
  },
  placeOf: ({ bag }) => bag / parts,
  badgeOf: (state) => `×${factorOf(state) * (state.tick < state.double_until ? 2 : 1)}`,
}

function drawThing(thing: FallingThing, { sprites, is_calm }: Brush): void {
  const { kind, age } = thing
  const [x, y] = [thing.x / parts, thing.y / parts]
  const size = sizes[kind]
  if (kind === 'coin') {
    sprites.draw(age % 40 < 24 || is_calm ? 'coin' : 'coin-side', x, y, size)
    return
  }
  const name = kind === 'envelope' && age % 50 > 24 && !is_calm ? 'envelope-2' : kind
  sprites.draw(name, x, y, size, is_calm ? 0 : Math.sin(age / 16) * 0.22)
}

function drawReach(context: CanvasRenderingContext2D, bag: number): void {
  context.strokeStyle = 'rgb(248 200 90 / 0.5)'
  context.lineWidth = 3
  for (const size of [60, 95, 130]) {
    context.beginPath()
    context.arc(bag, bag_y, size, Math.PI * 1.1, Math.PI * 1.9)
    context.stroke()
  }
}

/** An evening sky, a moon, and a street of shops with their lights on. */
function paintScene(context: CanvasRenderingContext2D): void {
  const sky = context.createLinearGradient(0, 0, 0, field.height)
  sky.addColorStop(0, '#16224f')
  sky.addColorStop(0.5, '#3b3f8f')
  sky.addColorStop(0.8, '#c9607a')
  sky.addColorStop(1, '#ff9d6b')
  context.fillStyle = sky
  context.fillRect(0, 0, field.width, field.height)
  context.fillStyle = 'rgb(255 255 255 / 0.75)'
  for (let n = 0; n < 42; n++) {
    const size = 1 + ((n * 7) % 3) * 0.5
    context.fillRect((n * n * 37 + n * 101) % field.width, (n * n * 23 + n * 67) % 260, size, size)
  }
  context.fillStyle = '#f8c85a'
  context.beginPath()
  context.arc(292, 84, 30, 0, Math.PI * 2)
  context.fill()
  paintHouses(context, '#2b2c6b', 330, 61, 0)
  paintHouses(context, '#1a2455', 390, 78, 30)
  context.fillStyle = '#0d1935'
  context.fillRect(0, ground, field.width, field.height - ground)
  context.fillStyle = '#f5b83d'
  for (let x = 8; x < field.width; x += 44) context.fillRect(x, ground + 16, 22, 3)
}

function paintHouses(
  context: CanvasRenderingContext2D,
  color: string,
  top: number,
  width: number,
  from: number,
): void {
  for (let n = -1; n * width < field.width + width; n++) {
    const x = n * width - from
    const roof = top + ((n * 53 + 300) % 5) * 14
    context.fillStyle = color
    context.beginPath()
    context.roundRect(x, roof, width - 6, field.height - roof, [10, 10, 0, 0])
    context.fill()
    for (let window = 0; window < 8; window++) {
      const [column, row] = [window % 2, Math.floor(window / 2)]
      context.fillStyle =
        (n * 3 + window * 5) % 4 === 0 ? 'rgb(255 255 255 / 0.08)' : 'rgb(248 200 90 / 0.55)'
      context.fillRect(x + 10 + column * (width / 2 - 6), roof + 16 + row * 24, width / 4, 12)
    }
  }
}
