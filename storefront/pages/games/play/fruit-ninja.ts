import { fruit_ninja, type Fruit, type SliceState, type Thrown } from '#pure/games/fruit-ninja.ts'
import { field, parts } from '#pure/games/game.ts'
import { laneX } from '#storefront/pages/games/play/controls.ts'
import type { Brush, GameView } from '#storefront/pages/games/play/game-view.ts'
import {
  type GameOptions,
  type OpenGame,
  openGame,
} from '#storefront/pages/games/play/open-game.ts'

/** "Chém trái cây" in the evening market. */
export function play(options: GameOptions): Promise<OpenGame> {
  return openGame(fruitView(options.is_calm), options)
}

interface Half {
  name: string
  x: number
  y: number
  speed_x: number
  speed_y: number
  turn: number
  spin: number
}

const juices: Readonly<Record<Thrown, string>> = {
  ...{ orange: '#ffa94d', apple: '#ff6b6b', lemon: '#ffe066', kiwi: '#a9e34b', melon: '#ff5d73' },
  ...{ dragon: '#ff8ac4', bomb: '#ff6f3c' },
}
const sizes: Readonly<Record<Thrown, number>> = {
  ...{ orange: 74, apple: 76, lemon: 68, kiwi: 64, melon: 90, dragon: 86, bomb: 74 },
}
const trail_length = 9

function fruitView(is_calm: boolean): GameView<SliceState> {
  let halves: Half[] = []
  let trail: { x: number; y: number }[] = []
  return {
    game: fruit_ninja,
    paintScene,
    draw: (state, brush) => {
      if (brush.lane !== null) drawLane(brush.context, brush.lane)
      halves = halves.filter((half) => flyHalf(half, brush))
      for (const fruit of state.fruits) drawFruit(fruit, brush)
      if (state.blade === null) trail = []
      else trail = [...trail, state.blade].slice(-trail_length)
      drawTrail(brush, trail)
    },
    show: ({ what, x, y, points }, state, effects) => {
      const kind = what as Thrown
      if (kind === 'bomb') {
        effects.spark(x, y, '#ff6f3c', 24)
        effects.flash('#b42318')
        effects.shake()
        effects.say('Bùm!', x, y - 30, '#ffaec2')
        return
      }
      effects.spark(x, y, juices[kind], 12)
      effects.say(
        state.combo > 1 ? `+${points} ×${Math.min(5, state.combo)}` : `+${points}`,
        x,
        y - 34,
        '#fff',
      )
      for (const side of [-1, 1]) {
        halves.push({
          ...{ name: `half-${kind}`, x: x + side * 10, y, speed_x: side * 1.7, speed_y: -2.2 },
          ...{ turn: side * 0.5, spin: is_calm ? 0 : side * 0.07 },
        })
      }
    },
    tones: {
      ...Object.fromEntries(
        (['orange', 'apple', 'lemon', 'kiwi', 'melon'] as const).map((kind, n) => [
          kind,
          [[1_500 + n * 120, 400, 0.1, 'sine']] as const,
        ]),
      ),
      dragon: [
        [784, 784, 0.07],
        [1_175, 1_175, 0.14],
      ],
      bomb: [[180, 40, 0.4, 'sawtooth']],
      end: [
        [523, 523, 0.14],
        [659, 659, 0.14],
        [784, 784, 0.3],
      ],
    },
    badgeOf: ({ combo }) => (combo > 1 ? `×${Math.min(5, combo)}` : ''),
  }
}

function drawFruit({ kind, x, y, age, speed_x }: Fruit, { sprites, is_calm }: Brush): void {
  const turn = is_calm ? 0 : (age / 26) * (speed_x < 0 ? -1 : 1)
  sprites.draw(kind, x / parts, y / parts, sizes[kind], turn)
}

/** Moves a half of a fruit; false when it has left the field. */
function flyHalf(half: Half, { sprites }: Brush): boolean {
  half.x += half.speed_x
  half.y += half.speed_y
  half.speed_y += 0.22
  half.turn += half.spin
  sprites.draw(half.name, half.x, half.y, 58, half.turn, 0.8)
  return half.y < field.height + 60
}

function drawTrail({ context, sprites }: Brush, trail: readonly { x: number; y: number }[]): void {
  const last = trail.at(-1)
  if (last === undefined) return
  context.lineCap = 'round'
  for (let n = 1; n < trail.length; n++) {
    const [from, to] = [trail[n - 1] ?? last, trail[n] ?? last]
    context.strokeStyle = `rgb(255 255 255 / ${(n / trail.length).toFixed(2)})`
    context.lineWidth = 2 + (n / trail.length) * 6
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(to.x, to.y)
    context.stroke()
  }
  sprites.draw('blade', last.x + 12, last.y + 22, 64, -0.5)
}

function drawLane(context: CanvasRenderingContext2D, lane: number): void {
  const width = field.width / 5
  context.fillStyle = 'rgb(255 255 255 / 0.1)'
  context.fillRect(laneX(lane) - width / 2, 0, width, field.height)
}

/** Planks of a market stall under paper lanterns. */
function paintScene(context: CanvasRenderingContext2D): void {
  const wall = context.createLinearGradient(0, 0, 0, field.height)
  wall.addColorStop(0, '#0c2f38')
  wall.addColorStop(1, '#1d6a5c')
  context.fillStyle = wall
  context.fillRect(0, 0, field.width, field.height)
  for (let n = 0; n < 6; n++) {
    context.fillStyle = n % 2 === 0 ? 'rgb(255 255 255 / 0.025)' : 'rgb(0 0 0 / 0.06)'
    context.fillRect(0, n * 90, field.width, 90)
    context.fillStyle = 'rgb(0 0 0 / 0.16)'
    context.fillRect(0, n * 90, field.width, 2)
    for (let grain = 0; grain < 3; grain++) {
      const x = (n * 131 + grain * 127) % field.width
      context.fillRect(x, n * 90 + 22 + grain * 20, 60 + ((n * 37) % 40), 1.5)
    }
  }
  context.strokeStyle = 'rgb(255 255 255 / 0.35)'
  context.lineWidth = 1.5
  context.beginPath()
  context.moveTo(0, 14)
  context.quadraticCurveTo(field.width / 2, 74, field.width, 14)
  context.stroke()
  for (let n = 0; n < 5; n++) paintLantern(context, 36 + n * 72, n)
}

function paintLantern(context: CanvasRenderingContext2D, x: number, n: number): void {
  const across = x / field.width
  const y = 14 + 4 * 30 * across * (1 - across)
  const glow = context.createRadialGradient(x, y + 20, 4, x, y + 20, 46)
  glow.addColorStop(0, 'rgb(248 200 90 / 0.5)')
  glow.addColorStop(1, 'rgb(248 200 90 / 0)')
  context.fillStyle = glow
  context.fillRect(x - 46, y - 26, 92, 92)
  context.fillStyle = n % 2 === 0 ? '#ff6f3c' : '#f8c85a'
  context.beginPath()
  context.ellipse(x, y + 20, 15, 18, 0, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = 'rgb(20 36 74 / 0.55)'
  context.fillRect(x - 7, y, 14, 4)
  context.fillRect(x - 7, y + 36, 14, 4)
}
