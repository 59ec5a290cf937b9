import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unit_moves } from '#shop/inventory/unit/unit-states.ts'
import { return_moves } from '#shop/return/return-states.ts'
import { ticket_moves } from '#shop/repair/ticket/ticket-states.ts'
import { application_moves } from '#shop/trade/application/application-states.ts'
import { trade_moves } from '#shop/trade/trade-in/trade-in-states.ts'
import { attempt_moves } from '#shop/payment/attempt/attempt-states.ts'
import { parcel_moves } from '#shop/shipment/parcel-states.ts'

interface Drawn {
  from: readonly string[]
  to: string
}

/** A table of moves as a Mermaid diagram. */
function diagramOf(moves: Readonly<Record<string, Drawn>>): string {
  const lines = Object.entries(moves).flatMap(([name, { from, to }]) =>
    from.map((state) => `    ${state === 'new' ? '[*]' : state} --> ${to} : ${name}`),
  )
  return ['stateDiagram-v2', ...lines].join('\n')
}

const text = readFileSync('docs/state-machines.md', 'utf8')

test.each([
  ['A payment attempt', attempt_moves],
  ['A parcel', parcel_moves],
  ['A unit', unit_moves],
  ['A return', return_moves],
  ['A repair ticket', ticket_moves],
  ['An application for a loan', application_moves],
  ['An old device', trade_moves],
])('docs/state-machines.md draws the moves of the code: %s', (title, moves) => {
  const part = text.slice(text.indexOf(`## ${title}`))
  expect(/```mermaid\n([\s\S]*?)\n```/.exec(part)?.[1]).toBe(diagramOf(moves))
})
