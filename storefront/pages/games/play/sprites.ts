import type { GameCode } from '#pure/games/game.ts'
import { cell_size, game_frames, sheetOf } from '#storefront/pages/games/play/game-frames.ts'

/** Draws pictures of a game around a place, in units of the field. */
export interface Sprites {
  draw: (name: string, x: number, y: number, size: number, turn?: number, stretch?: number) => void
  /** For another resolution of the canvas. */
  forget: () => void
}

/**
 * Loads the sheet of a game. Each picture is scaled once for each size in which it is drawn: a browser without a
 * graphics processor copies them much faster than it scales them. Upright ones are copied to whole pixels.
 */
export async function loadSprites(
  game: GameCode,
  context: CanvasRenderingContext2D,
  scale: () => number,
  aside: () => number,
): Promise<Sprites> {
  const sheet = new Image()
  sheet.src = sheetOf(game)
  await sheet.decode()
  const cells: Record<string, readonly [number, number]> = game_frames[game].cells
  const scaled = new Map<string, HTMLCanvasElement>()
  const pictureOf = (name: string, size: number) => {
    const key = `${name}${size}`
    const known = scaled.get(key)
    if (known !== undefined) return known
    const picture = document.createElement('canvas')
    const pixels = Math.ceil(size * scale())
    picture.width = pixels
    picture.height = pixels
    const [column, row] = cells[name] ?? [0, 0]
    const from = [column * cell_size, row * cell_size, cell_size, cell_size] as const
    picture.getContext('2d')?.drawImage(sheet, ...from, 0, 0, pixels, pixels)
    scaled.set(key, picture)
    return picture
  }
  return {
    draw: (name, x, y, size, turn = 0, stretch = 1) => {
      const picture = pictureOf(name, size)
      const [half_width, half_height] = [(size / 2) * (2 - stretch), (size / 2) * stretch]
      if (turn === 0 && stretch === 1) {
        const [left, top] = [x - size / 2 + aside(), y - size / 2]
        context.setTransform(1, 0, 0, 1, Math.round(left * scale()), Math.round(top * scale()))
        context.drawImage(picture, 0, 0)
        context.setTransform(scale(), 0, 0, scale(), aside() * scale(), 0)
        return
      }
      context.save()
      context.translate(x, y)
      context.rotate(turn)
      context.drawImage(picture, -half_width, -half_height, half_width * 2, half_height * 2)
      context.restore()
    },
    forget: () => scaled.clear(),
  }
}
