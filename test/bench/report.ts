/** A measured value and its limit. */
export interface Figure {
  name: string
  value: number
  unit: string
  bar: number
  /** Whether the limit is a maximum or a minimum. */
  good: 'at most' | 'at least'
  /** How it was measured, in short. */
  how: string
}

/** Receives each figure as soon as it is measured. */
export type Report = (figure: Figure) => void

export function isOver({ value, bar, good }: Figure): boolean {
  return good === 'at most' ? value > bar : value < bar
}

/** Columns: name, measured value, limit, ok or OVER, how it was measured. */
export function figureLine(figure: Figure): string {
  const { name, value, unit, bar, good, how } = figure
  const measured = `${rounded(value)} ${unit}`
  return [
    name.padEnd(36),
    measured.padStart(14),
    `(limit: ${good} ${bar})`.padEnd(22),
    isOver(figure) ? 'OVER' : 'ok  ',
    how,
  ].join('  ')
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}
