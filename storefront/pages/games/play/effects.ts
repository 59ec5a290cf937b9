import { ticks_per_second } from '#pure/games/game.ts'

/** What is only seen: sparks, rising numbers, a flash and a shake. Nothing of it changes the score. */
export interface Effects {
  spark: (x: number, y: number, color: string, count?: number) => void
  say: (text: string, x: number, y: number, color: string) => void
  flash: (color: string) => void
  shake: () => void
  step: () => void
  /** How far the picture is moved aside in this tick. */
  offset: () => number
  draw: (context: CanvasRenderingContext2D, width: number, height: number) => void
}

interface Spark {
  x: number
  y: number
  speed_x: number
  speed_y: number
  left: number
  color: string
}

const most_sparks = 90
const spark_ticks = 34
const text_ticks = 48

/** With reduced motion nothing flies, flashes or shakes; numbers stay where they appear. */
export function openEffects(is_calm: boolean): Effects {
  let sparks: Spark[] = []
  let texts: { text: string; x: number; y: number; left: number; color: string }[] = []
  let flash = { color: '', left: 0 }
  let shaken = 0
  return {
    spark: (x, y, color, count = 9) => {
      if (is_calm || sparks.length > most_sparks) return
      for (let n = 0; n < count; n++) {
        const angle = (n / count) * Math.PI * 2 + Math.random()
        const speed = 1.2 + Math.random() * 2.6
        const [speed_x, speed_y] = [Math.cos(angle) * speed, Math.sin(angle) * speed - 1.5]
        sparks.push({ x, y, speed_x, speed_y, left: spark_ticks, color })
      }
    },
    say: (text, x, y, color) => {
      texts.push({ text, x, y, left: text_ticks, color })
    },
    flash: (color) => {
      if (!is_calm) flash = { color, left: 14 }
    },
    shake: () => {
      if (!is_calm) shaken = ticks_per_second / 3
    },
    step: () => {
      shaken = Math.max(0, shaken - 1)
      flash.left = Math.max(0, flash.left - 1)
      for (const spark of sparks) {
        spark.x += spark.speed_x
        spark.y += spark.speed_y
        spark.speed_y += 0.16
        spark.left -= 1
      }
      sparks = sparks.filter(({ left }) => left > 0)
      for (const text of texts) {
        if (!is_calm) text.y -= 0.9
        text.left -= 1
      }
      texts = texts.filter(({ left }) => left > 0)
    },
    offset: () => (shaken === 0 ? 0 : Math.sin(shaken * 1.9) * shaken * 0.35),
    draw: (context, width, height) => {
      for (const { x, y, left, color } of sparks) {
        const size = 1 + (left / spark_ticks) * 4
        context.fillStyle = color
        context.fillRect(x - size / 2, y - size / 2, size, size)
      }
      if (texts.length > 0) drawTexts(context, texts)
      if (flash.left > 0) {
        context.globalAlpha = flash.left / 40
        context.fillStyle = flash.color
        context.fillRect(-20, -20, width + 40, height + 40)
        context.globalAlpha = 1
      }
    },
  }
}

function drawTexts(
  context: CanvasRenderingContext2D,
  texts: readonly { text: string; x: number; y: number; left: number; color: string }[],
): void {
  context.font = '800 19px "Be Vietnam Pro", sans-serif'
  context.textAlign = 'center'
  context.lineJoin = 'round'
  context.lineWidth = 4
  context.strokeStyle = '#0d1935'
  for (const { text, x, y, left, color } of texts) {
    context.globalAlpha = Math.min(1, left / 16)
    context.strokeText(text, x, y)
    context.fillStyle = color
    context.fillText(text, x, y)
  }
  context.globalAlpha = 1
}
