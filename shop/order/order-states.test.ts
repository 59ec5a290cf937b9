import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { OrderState } from '#contracts/storefront/order.ts'
import { movesTable, stateDiagram } from '#shop/order/order-states-drawing.ts'
import {
  canMove,
  isCancellable,
  type Move,
  moveOf,
  type MoveName,
  moves,
} from '#shop/order/order-states.ts'
import { templates } from '#shop/notification/outbox.ts'

const names = Object.keys(moves) as MoveName[]
const all: [MoveName, Move][] = names.map((name) => [name, moveOf(name)])
/** The progress of each state; states of ended orders have none. */
const rank = {
  ...{ awaiting_payment: 0, pending: 1, confirmed: 2 },
  ...{ shipping: 3, ready_for_pickup: 3, delivered: 4 },
} as const
const rankOf = (state: string) => (state in rank ? rank[state as keyof typeof rank] : null)

describe('the table of moves', () => {
  test('reaches every state from nothing', () => {
    const reached = new Set<string>(['new'])
    for (let before = -1; before !== reached.size;) {
      before = reached.size
      for (const [, { from, to }] of all) {
        if (to !== 'same' && from.some((state) => reached.has(state))) reached.add(to)
      }
    }
    expect([...reached].toSorted()).toEqual([...OrderState.options, 'new'].toSorted())
  })

  test('goes forward; only money or staff reopen an order, and only if everything is reserved again', () => {
    const back = all.filter(([, { from, to }]) =>
      from.some((state) => (!(to in rank) ? false : !(state in rank) && state !== 'new')),
    )
    expect(back.map(([name]) => name)).toEqual(['reopen'])
    expect(moves.reopen).toMatchObject({ by: ['money', 'staff'], reservations: 'reserve_for_good' })
    const steps = all.flatMap(([name, { from, to }]) =>
      name === 'reopen' ? [] : from.map((state) => [name, rankOf(state), rankOf(to)] as const),
    )
    const known = steps.filter(([, before, after]) => before !== null && after !== null)
    expect(known.length).toBeGreaterThan(4)
    expect(known.filter(([, before, after]) => (after ?? 0) <= (before ?? 0))).toEqual([])
  })

  test('releases reservations and ends the payment attempt wherever an order ends', () => {
    for (const [name, { to, reservations, payment }] of all) {
      const is_end = to === 'cancelled' || to === 'expired'
      expect([name, reservations === 'release', payment === 'end']).toEqual([name, is_end, is_end])
    }
  })

  test('refunds only where an order is cancelled, and notifies of every end', () => {
    for (const [name, { to, refund, notifies }] of all) {
      const is_silent = notifies === null || !Object.keys(templates).includes(notifies)
      expect([name, refund]).toEqual([name, to === 'cancelled'])
      expect([name, is_silent && to !== 'same']).toEqual([name, false])
    }
  })

  test('shoppers place, choose how to pay, ask for an invoice and cancel, and nothing else', () => {
    const theirs = all.filter(([, { by }]) => by.includes('shopper')).map(([name]) => name)
    const { place_online: _online, place_cod: _cod, ...after } = moves
    expect(theirs).toEqual(
      ['place_online', 'place_cod', ...Object.keys(after)].filter((name) =>
        /^(place|choose|change|ask|cancel)/.test(name),
      ),
    )
    expect(OrderState.options.filter(isCancellable)).toEqual([
      'awaiting_payment',
      'pending',
      'confirmed',
      'ready_for_pickup',
    ])
    expect(canMove('expire', 'awaiting_payment', 'shopper')).toBe(false)
    expect(canMove('pay', 'expired', 'money')).toBe(false)
  })
})

describe('docs/how-money-moves.md', () => {
  const text = readFileSync('docs/how-money-moves.md', 'utf8')
  const drawn = (fence: RegExp) => fence.exec(text)?.[1]?.trim()

  test('shows the states and moves of the code', () => {
    expect(drawn(/```mermaid\n(stateDiagram[\s\S]*?)```/)).toBe(stateDiagram())
  })

  test('lists the effects of each move in the code', () => {
    expect(drawn(/<!-- moves -->([\s\S]*?)<!-- end of moves -->/)).toBe(movesTable())
  })

  test('names existing files', () => {
    const files = [...text.matchAll(/`((?:shop|db|admin|platform|test)\/[\w./-]+\.\w+)`/g)]
    const missing = files.filter(([, file = '']) => {
      try {
        readFileSync(file)
        return false
      } catch {
        return true
      }
    })
    expect(missing.map(([, file]) => file)).toEqual([])
    expect(files.length).toBeGreaterThan(5)
  })
})
