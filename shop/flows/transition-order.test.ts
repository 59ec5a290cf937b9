import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { OrderState } from '#contracts/storefront/order.ts'
import { transaction } from '#platform/database/postgres.ts'
import { UnitsNotOnHand } from '#shop/flows/units/ship-units.ts'
import { OrderNotMovable, transition } from '#shop/flows/transition-order.ts'
import { type Move, moveOf, type MoveName, moves } from '#shop/order/order-states.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'
import { assertStock, setFreeStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const price = 30_990_000

// Invariant 10 holds after every move.
afterEach(() => assertStock(checkout.own.db))

/** An order that waits for a transfer, with an address for every notification. */
async function placed(): Promise<number> {
  const buyer = await checkout.buyer()
  await buyer.add(products.phone)
  await buyer.quote({ [products.phone]: 1 })
  await buyer.address({ email: 'an@example.vn' })
  const { code } = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
  const { rows } = await sql<{ order_id: number }>`
    select order_id from sales_order where code = ${code}`.execute(checkout.own.db)
  return rows[0]?.order_id ?? 0
}

const move = (order_id: number, name: MoveName, actor = moveOf(name).by[0]) =>
  transaction(checkout.own.db, async (tx) => {
    const order = await lockOrderById(tx, order_id)
    if (order === null || actor === undefined) throw new RangeError(`no order ${order_id}`)
    const payment = { method: 'bank_transfer', amount: price }
    const change = moveOf(name).payment === 'keep' ? { actor } : { actor, payment }
    return transition(tx, order, name, change, checkout.now)
  })

/** The moves that lead to a state. */
const ways: Readonly<Record<OrderState, readonly MoveName[]>> = {
  awaiting_payment: [],
  pending: ['choose_cod'],
  confirmed: ['choose_cod', 'confirm'],
  ready_for_pickup: ['choose_cod', 'confirm', 'make_ready'],
  shipping: ['choose_cod', 'confirm', 'ship'],
  delivered: ['choose_cod', 'confirm', 'ship', 'deliver'],
  cancelled: ['cancel'],
  expired: ['expire'],
}

async function orderIn(state: OrderState, then: readonly MoveName[]): Promise<number> {
  const order_id = await placed()
  for (const name of [...ways[state], ...then]) {
    if (name === 'expire') {
      await sql`update sales_order set expires_at = ${checkout.now}
        where order_id = ${order_id}`.execute(checkout.own.db)
    }
    await move(order_id, name)
  }
  return order_id
}

interface Facts {
  state: OrderState
  last_move: MoveName
  /** Live reservations, and those of them without a deadline. */
  reserved: number
  settled: number
  live: { method: string; state: string }[]
  attempts: number
  notified: string[]
  refunds: { state: string; amount: number }[]
}

async function factsOf(order_id: number): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select state,
      (select move from sales_order_event e where e.order_id = o.order_id
        order by event_id desc limit 1) as last_move,
      (select count(*) from reservation h where h.order_id = o.order_id and released_at is null) as reserved,
      (select count(*) from reservation h where h.order_id = o.order_id and released_at is null
        and settled_at is not null) as settled,
      (select coalesce(json_agg(json_build_object('method', method, 'state', p.state)), '[]')
        from payment p where p.order_id = o.order_id
          and p.state in ('started', 'due_on_delivery', 'paid')) as live,
      (select count(*) from payment p where p.order_id = o.order_id) as attempts,
      array(select template from outbox b where b.order_id = o.order_id and channel = 'email'
        order by outbox_id) as notified,
      (select coalesce(json_agg(json_build_object('state', r.state, 'amount', amount)), '[]')
        from refund r where r.order_id = o.order_id) as refunds
    from sales_order o where order_id = ${order_id}`.execute(checkout.own.db)
  const [facts] = rows
  if (facts === undefined) throw new RangeError(`no order ${order_id}`)
  return facts
}

/** The facts that the row of the table gives an order. */
function expected(name: MoveName, before: Facts): Omit<Facts, 'attempts'> {
  const { to, reservations, payment, notifies }: Move = moveOf(name)
  const { reserved, settled, live } = before
  const method = 'bank_transfer'
  const reservations_after = {
    reserve: null,
    keep: { reserved, settled },
    settle: { reserved, settled: reserved },
    ship: { reserved, settled },
    release: { reserved: 0, settled: 0 },
    reserve_for_good: { reserved: 1, settled: 1 },
  }
  const live_after = {
    start: [],
    keep: live,
    end: [],
    replace: [{ method, state: 'started' }],
    cash_on_delivery: [{ method, state: 'due_on_delivery' }],
    paid: [{ method, state: 'paid' }],
  }
  return {
    state: to === 'same' ? before.state : to,
    last_move: name,
    ...(reservations_after[reservations] ?? { reserved, settled }),
    live: live_after[payment],
    notified: [...before.notified, ...(notifies === null ? [] : [notifies])],
    refunds: [],
  }
}

const cases = (Object.keys(moves) as MoveName[]).flatMap((name) =>
  moveOf(name).from.flatMap((from) => (from === 'new' ? [] : [{ name, from }])),
)

describe('a transition applies the whole row of the table', () => {
  test.each(cases)('$name of an order that is $from', async ({ name, from }) => {
    const order_id = await orderIn(from, [])
    const before = await factsOf(order_id)
    if (name === 'expire') {
      await sql`update sales_order set expires_at = ${checkout.now}
        where order_id = ${order_id}`.execute(checkout.own.db)
    }
    expect(await move(order_id, name)).not.toBeNull()
    expect(await factsOf(order_id)).toMatchObject(expected(name, before))
  })

  const refunding = cases.filter(({ name, from }) => {
    return moveOf(name).refund && moves.pay_underway.from.some((state) => state === from)
  })
  test.each(refunding)('$name refunds what was paid of an order that is $from', async (one) => {
    const order_id = await orderIn(one.from, ['pay_underway'])
    await sql`insert into bank_message (relay, relay_id, order_id, amount, content, outcome, received_at)
      values ('sepay', ${`paid ${order_id}`}, ${order_id}, ${price}, '', 'paid', ${checkout.now})`.execute(
      checkout.own.db,
    )
    await move(order_id, one.name)
    const { refunds, notified } = await factsOf(order_id)
    expect(refunds).toEqual([{ state: 'due', amount: price }])
    expect(notified.slice(-2)).toEqual([moveOf(one.name).notifies, 'refund_due'])
  })

  test('a move that its state or its actor does not allow changes nothing', async () => {
    const order_id = await orderIn('pending', [])
    const before = await factsOf(order_id)
    await expect(move(order_id, 'deliver')).rejects.toBeInstanceOf(OrderNotMovable)
    await expect(move(order_id, 'confirm', 'shopper')).rejects.toBeInstanceOf(OrderNotMovable)
    expect(await factsOf(order_id)).toEqual(before)
  })

  test('an order does not expire before its time', async () => {
    await expect(move(await placed(), 'expire')).rejects.toBeInstanceOf(OrderNotMovable)
  })

  test('if stock is gone, nothing is reserved again and nothing changes', async () => {
    const order_id = await orderIn('expired', [])
    await setFreeStock(checkout.own.db, 0, sql`product_id = ${products.phone}`)
    const before = await factsOf(order_id)
    expect(await move(order_id, 'reopen')).toBeNull()
    expect(await factsOf(order_id)).toEqual(before)
  })
})

/** What the moves of one order add to the numbers of its item, in all shops. */
const stock_after: [
  moves: MoveName[],
  numbers: { on_hand: number; reserved: number; free: number },
][] = [
  [[], { on_hand: 0, reserved: 1, free: -1 }],
  [['choose_cod', 'confirm'], { on_hand: 0, reserved: 1, free: -1 }],
  [['choose_cod', 'confirm', 'ship'], { on_hand: -1, reserved: 0, free: -1 }],
  [['choose_cod', 'confirm', 'ship', 'deliver'], { on_hand: -1, reserved: 0, free: -1 }],
  [['choose_cod', 'confirm', 'ship', 'come_back'], { on_hand: 0, reserved: 0, free: 0 }],
  [['choose_cod', 'confirm', 'ship', 'come_back', 'reopen'], { on_hand: 0, reserved: 1, free: -1 }],
  [['cancel'], { on_hand: 0, reserved: 0, free: 0 }],
  [['cancel', 'reopen'], { on_hand: 0, reserved: 1, free: -1 }],
]

describe('on hand, reserved and free', () => {
  async function numbers() {
    const { rows } = await sql<{ on_hand: number; reserved: number; free: number }>`
      select sum(on_hand) as on_hand, sum(quantity) as free,
        sum(on_hand - quantity + shortage) as reserved
      from stock where product_id = ${products.phone}`.execute(checkout.own.db)
    return rows[0] ?? { on_hand: 0, reserved: 0, free: 0 }
  }

  test.each(stock_after)('are true after %j', async (names, added) => {
    const before = await numbers()
    const order_id = await placed()
    for (const name of names) expect(await move(order_id, name)).not.toBeNull()
    const after = await numbers()
    expect({
      on_hand: after.on_hand - before.on_hand,
      reserved: after.reserved - before.reserved,
      free: after.free - before.free,
    }).toEqual(added)
  })

  test('a shipped order writes a sale, one that comes back a return; both name the order', async () => {
    const order_id = await orderIn('shipping', ['come_back'])
    const { rows } = await sql`
      select m.kind, m.quantity from stock_movement m join sales_order o on o.code = m.document
      where order_id = ${order_id} order by stock_movement_id`.execute(checkout.own.db)
    expect(rows).toEqual([
      { kind: 'sale', quantity: -1 },
      { kind: 'return', quantity: 1 },
    ])
  })

  test('an order is not shipped when a count found its units missing, and nothing changes', async () => {
    const order_id = await orderIn('confirmed', [])
    await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
      select product_id, shop_id, -on_hand, 'count' from stock
      where product_id = ${products.phone} and on_hand > 0`.execute(checkout.own.db)
    const before = await factsOf(order_id)
    await expect(move(order_id, 'ship')).rejects.toBeInstanceOf(UnitsNotOnHand)
    expect(await factsOf(order_id)).toEqual(before)
  })
})

test('no other file applies the effects of a transition', () => {
  const effects =
    /\b(updateOrderState|insertOrders|insertAttempt|endLiveAttempt|settleReservations|releaseOrderReservations|reserveAgain|shipUnits)\b/
  const files = readdirSync('shop/flows', { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const found = sources.filter((file) =>
    effects.test(readFileSync(join('shop/flows', file), 'utf8')),
  )
  // The release has its own file, because expired reservations need it too; shipping has one of its own as well.
  // A parcel that leaves while its order is on its way already ships its own units.
  // An exchange pays with goods: it notes that as an attempt of the new order, which the order itself never starts.
  // A part of an order is paid as the order was: it begins with an attempt of its own.
  expect(found.toSorted()).toEqual([
    'release-reservations.ts',
    'returns/pay-by-exchange.ts',
    'shipment/move-parcel.ts',
    'staff/orders/parts/split-order.ts',
    'transition-order.ts',
    'units/ship-units.ts',
  ])
})
