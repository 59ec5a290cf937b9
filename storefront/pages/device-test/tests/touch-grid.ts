/** A grid of cells that a finger wipes over. */
export interface TouchGrid {
  columns: number
  rows: number
}

/** About as wide as a fingertip. */
const cell_px = 44

/** The grid of a window: cells of a fingertip that fill it. */
export function gridOf(width: number, height: number): TouchGrid {
  const count = (length: number) => Math.max(1, Math.round(length / cell_px))
  return { columns: count(width), rows: count(height) }
}

/** The cells on the way between two points, which are shares of the window. A quick finger skips none. */
export function cellsBetween(
  { columns, rows }: TouchGrid,
  from: { x: number; y: number },
  to: { x: number; y: number },
): number[] {
  const steps = Math.ceil(
    Math.max(Math.abs(to.x - from.x) * columns, Math.abs(to.y - from.y) * rows) * 2,
  )
  const cells = Array.from({ length: steps + 1 }, (_, step) => {
    const share = steps === 0 ? 1 : step / steps
    const column = cellAt(from.x + (to.x - from.x) * share, columns)
    const row = cellAt(from.y + (to.y - from.y) * share, rows)
    return row * columns + column
  })
  return [...new Set(cells)]
}

function cellAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}
