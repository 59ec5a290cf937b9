import fc from 'fast-check'
import '#test/support/property-seed.ts'
import { expect, test } from 'vitest'
import { transaction } from '#platform/database/postgres.ts'
import { countMembers } from '#shop/flows/member/loyalty-jobs.ts'
import { refundOrder } from '#shop/flows/refund-order/refund-order.ts'
import { OrderNotMovable, transition } from '#shop/flows/transition-order.ts'
import { countOrder, type OrderFacts, pointsToExpire } from '#shop/loyalty/points.ts'
import type { MoveName } from '#shop/order/order-states.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { dataOf, type Order, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { aMember } from '#test/members/loyalty.ts'
import { pointErrors } from '#test/support/money-errors.ts'
import { orderOf } from '#test/support/shopping.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()

const facts: fc.Arbitrary<Omit<OrderFacts, 'booked' | 'point_percent'>> = fc.record({
  is_completed: fc.boolean(),
  has_ended: fc.boolean(),
  grand_total: fc.nat(50_000_000),
  refunded: fc.nat(50_000_000),
  goods_total: fc.nat(50_000_000),
  returned: fc.nat(50_000_000),
  points_used: fc.nat(1_000_000),
})

test('whatever happens to an order, its entries add up to what it is in the end', () => {
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 8 }), (history) => {
      const booked = { earned: 0, spent: 0 }
      for (const now of history) {
        for (const { kind, points } of countOrder({ ...now, point_percent: 0.75, booked })
          .entries) {
          if (kind === 'earn') booked.earned += points
          if (kind === 'take_back') booked.earned -= points
          if (kind === 'spend') booked.spent += points
          if (kind === 'give_back') booked.spent -= points
        }
      }
      const [last] = history.slice(-1)
      if (last === undefined) throw new RangeError('no history')
      const direct = countOrder({ ...last, point_percent: 0.75, booked: { earned: 0, spent: 0 } })
      const sumOf = (kind: string) =>
        direct.entries.find((entry) => entry.kind === kind)?.points ?? 0
      expect(booked).toEqual({ earned: sumOf('earn'), spent: sumOf('spend') })
      expect(booked.spent).toBeLessThanOrEqual(last.points_used)
    }),
  )
})

test('points expire once, the oldest first, and never those that were spent', () => {
  const now = new Date('2027-01-01T00:00:00Z')
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const earned = [
    { points: 500, expires_at: at(1) },
    { points: 700, expires_at: at(-1) },
  ]
  const expiring = (spent: number, expired: number) =>
    pointsToExpire({ earned, spent, expired }, now)
  expect(expiring(0, 0)).toBe(700)
  expect(expiring(300, 0)).toBe(400)
  expect(expiring(300, 400)).toBe(0)
  expect(expiring(900, 0)).toBe(0)
})

/** Moves that are tried in any sequence; those that are not possible change nothing. */
const tried: readonly MoveName[] = [
  'confirm',
  'ship',
  'deliver',
  'pay_on_delivery',
  'cancel',
  'come_back',
]
const step = fc.oneof(
  fc.record({ place: fc.integer({ min: 1, max: 9 }), with_points: fc.boolean() }),
  fc.record({ order: fc.nat(4), move: fc.constantFrom(...tried) }),
  fc.record({ order: fc.nat(4), refund: fc.integer({ min: 1, max: 400_000 }) }),
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test('any life of the orders of a member leaves books that a count of all orders agrees with', async () => {
  const { db } = checkout.own
  const lan = await aMember(checkout)
  const life = fc.sample(fc.array(step, { minLength: 25, maxLength: 25 }), { numRuns: 1 })
  // The tier must be reached first, else no order earns points.
  const steps: Step[] = [
    ...[
      { place: 60, with_points: false },
      { order: 0, move: 'confirm' as const },
    ],
    ...[
      { order: 0, move: 'ship' as const },
      { order: 0, move: 'deliver' as const },
    ],
    ...(life[0] ?? []),
  ]
  const placed: number[] = []
  for (const one of steps) {
    if ('place' in one) {
      await lan.prepare(products.cable, one.place)
      if (one.with_points) {
        dataOf<Quote>(await lan.call('PUT', '/api/cart/v1/quote/points', { are_used: true }))
      }
      const { code } = dataOf<Order>(await lan.order())
      placed.push((await orderOf(db, code)).order_id)
      continue
    }
    const order_id = placed.at(one.order % Math.max(1, placed.length))
    if (order_id === undefined) continue
    await transaction(db, async (tx) => {
      const order = await lockOrderById(tx, order_id)
      if (order === null) throw new RangeError(`no order ${order_id}`)
      if ('refund' in one) {
        await refundOrder(tx, order_id, one.refund, 'Hoàn tiền', checkout.now)
        return
      }
      const payment = { method: 'cod', amount: order.grand_total }
      const change = {
        actor: 'staff',
        ...(one.move === 'pay_on_delivery' ? { payment } : {}),
      } as const
      await transition(tx, order, one.move, change, checkout.now)
    }).catch((error: unknown) => {
      if (!(error instanceof OrderNotMovable)) throw error
    })
    expect(await pointErrors(db)).toEqual([])
  }
  const before = await lan.standing()
  expect(await countMembers(db, checkout.now)).toEqual([])
  expect(await lan.standing()).toEqual(before)
  expect(before.spent).toBeGreaterThan(0)
}, 120_000)
