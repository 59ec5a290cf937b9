import { type Move, moves } from '#shop/order/order-states.ts'

const all: [string, Move][] = Object.entries(moves)

/** The states and moves as Mermaid draws them, for docs/how-money-moves.md; a test compares the two. */
export function stateDiagram(): string {
  const arrows = all.flatMap(([name, { from, to, by }]) =>
    from.map((state) => {
      const start = state === 'new' ? '[*]' : state
      return `    ${start} --> ${to === 'same' ? start : to} : ${name} (${by.join(', ')})`
    }),
  )
  return ['stateDiagram-v2', ...arrows].join('\n')
}

/** What each move does besides, as a table for the same page. */
export function movesTable(): string {
  const rows = all.map(([name, { by, holds, payment, refund, tells }]) =>
    [
      '',
      `\`${name}\``,
      by.join(', '),
      holds.replaceAll('_', ' '),
      payment.replaceAll('_', ' '),
      refund ? 'what was paid' : '–',
      tells === null ? '–' : `\`${tells}\``,
      '',
    ]
      .join(' | ')
      .trim(),
  )
  const heads = '| Move | Who | Holds | Try to pay | Goes back | Told |'
  return [heads, '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n')
}
