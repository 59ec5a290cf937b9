/** One figure beside its bar. */
export interface Figure {
  name: string
  value: number
  unit: string
  bar: number
  /** Which side of the bar is good. */
  good: 'at most' | 'at least'
  /** How it was measured, in a few words. */
  how: string
}

/** Takes each figure as it is found. */
export type Report = (figure: Figure) => void

export function isOver({ value, bar, good }: Figure): boolean {
  return good === 'at most' ? value > bar : value < bar
}

/** name  measured  bar  ok/over  how */
export function figureLine(figure: Figure): string {
  const { name, value, unit, bar, good, how } = figure
  const measured = `${rounded(value)} ${unit}`
  return [
    name.padEnd(36),
    measured.padStart(14),
    `(bar: ${good} ${bar})`.padEnd(22),
    isOver(figure) ? 'OVER' : 'ok  ',
    how,
  ].join('  ')
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2)
}
