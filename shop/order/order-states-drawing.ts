import { type Move, moves } from '#shop/order/order-states.ts'

const all: [string, Move][] = Object.entries(moves)

/** The states and moves as a Mermaid diagram for docs/how-money-moves.md; a test compares the two. */
export function stateDiagram(): string {
  const lines = all.flatMap(([name, { from, to, by }]) =>
    from.map((state) => {
      const start = state === 'new' ? '[*]' : state
      return `    ${start} --> ${to === 'same' ? start : to} : ${name} (${by.join(', ')})`
    }),
  )
  return ['stateDiagram-v2', ...lines].join('\n')
}

/** The effects of each move, as a table for the same page. */
export function movesTable(): string {
  const rows = all.map(([name, { by, reservations, payment, refund, notifies }]) =>
    [
      '',
      `\`${name}\``,
      by.join(', '),
      reservations.replaceAll('_', ' '),
      payment.replaceAll('_', ' '),
      refund ? 'what was paid' : '–',
      notifies === null ? '–' : `\`${notifies}\``,
      '',
    ]
      .join(' | ')
      .trim(),
  )
  const heads = '| Move | Who | Reservations | Payment attempt | Refund | Notification |'
  return [heads, '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n')
}
