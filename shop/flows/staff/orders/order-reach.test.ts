import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orders as order_contract, type OrderList } from '#contracts/staff/orders.ts'
import { stock as stock_contract } from '#contracts/staff/stock.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { type AnyOperation, Refusal, type StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
let services: StaffServices
let lan_id: number

type Call = (caller: StaffActor, input: unknown) => Promise<unknown>

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] })
  services = staffOffice(providers).services
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Lan', 'lan', now())
    returning staff_id`.execute(db)
  lan_id = rows[0]?.staff_id ?? 0
  await sql`insert into staff_role_grant values (${lan_id}, 'sales')`.execute(db)
  await sql`insert into staff_shop values (${lan_id}, ${shops.first})`.execute(db)
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order')
})

async function place(): Promise<string> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  return dataOf<Order>(await buyer.order()).code
}

async function answerFrom(code: string, shop_id: number | null, staff_id: number | null) {
  await sql`update sales_order set shop_id = ${shop_id}, assigned_to = ${staff_id}
    where code = ${code}`.execute(checkout.own.db)
}

/** A member of staff with the permission of the operation at this scope only. */
function actorOf({ permission }: AnyOperation, scope: 'all' | 'shops' | 'own'): StaffActor {
  const actor = staffWith({ [permission ?? '']: { scope, max_amount: null } }, [shops.first])
  return { ...actor, staff_id: lan_id }
}

/** What an operation says about an order: what it is refused with, or what it answers. */
async function told(name: string, actor: StaffActor, order_code: string): Promise<string> {
  const call = Reflect.get(services.orders, name) as Call
  const input: unknown = inputsOf(order_code)[name]
  try {
    return said(await call(actor, input), order_code)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Other refusals come after the order was found: its state does not allow the move.
    const { code } = error
    return ['order_not_found', 'permission_missing'].includes(code) ? code : 'found'
  }
}

/** Whether an answer is about the order: a list or a receipt may leave it out. */
function said(answer: unknown, code: string): string {
  const text = JSON.stringify(answer)
  const is_list = Array.isArray(answer) || text.includes('"rows"') || text.includes('"csv"')
  if (text.includes('order_not_found') || (is_list && !text.includes(code)))
    return 'order_not_found'
  return 'found'
}

function inputsOf(order_code: string): Record<string, unknown> {
  const seen = { order_code, version: 1 }
  return {
    orders: { q: order_code },
    order: { order_code },
    pickList: { order_code },
    confirmOrder: seen,
    shipOrder: { ...seen, move: 'ship' },
    cancelOrder: { ...seen, reason: 'other' },
    assignOrder: { order_code, staff_id: null, staff_id_seen: null },
    addNote: { order_code, kind: 'note', text: 'Gọi lại' },
    showPhone: { order_code },
  }
}

const absent = 'DH261120-7K3M9QXZ'
const operations: [string, AnyOperation][] = Object.entries(order_contract)
const walked = operations.filter(([name]) => name !== 'assignees')

describe('an operation of orders', () => {
  test('of every kind is walked', () => {
    expect(walked.map(([name]) => name).toSorted()).toEqual(
      Object.keys(inputsOf(absent)).toSorted(),
    )
  })

  test.each(walked)(
    '%s reaches own orders; a foreign one is as an absent one',
    async (name, operation) => {
      const [own, assigned, foreign, unowned] = [
        await place(),
        await place(),
        await place(),
        await place(),
      ]
      await answerFrom(own, shops.first, null)
      await answerFrom(assigned, shops.hanoi, lan_id)
      await answerFrom(foreign, shops.hanoi, null)
      await answerFrom(unowned, null, null)
      const within = { all: [own, assigned, foreign, unowned], shops: [own], own: [assigned] }
      for (const scope of ['shops', 'own', 'all'] as const) {
        const actor = actorOf(operation, scope)
        for (const code of [own, assigned, foreign, unowned, absent]) {
          const answer = await told(name, actor, code)
          const expected = within[scope].includes(code) ? 'found' : 'order_not_found'
          expect([scope, code, answer]).toEqual([
            ...[scope, code],
            operation.scopes.includes(scope) ? expected : 'permission_missing',
          ])
        }
      }
    },
  )

  test('writes nothing to a foreign order', async () => {
    const code = await place()
    await answerFrom(code, shops.hanoi, null)
    for (const [name, operation] of walked) await told(name, actorOf(operation, 'shops'), code)
    const { rows } = await sql`
      select version, state, assigned_to,
        (select count(*) from sales_order_staff_event e where e.order_id = o.order_id) as events
      from sales_order o`.execute(checkout.own.db)
    expect(rows).toEqual([{ version: 1, state: 'pending', assigned_to: null, events: 0 }])
  })
})

test('a foreign order is not counted, not next, not another order of the phone, not waiting', async () => {
  const [own, foreign] = [await place(), await place()]
  await answerFrom(own, shops.first, null)
  await answerFrom(foreign, shops.hanoi, null)
  const grants = ['orders.see', 'orders.confirm'].map(
    (one) => [one, { scope: 'shops', max_amount: null }] as const,
  )
  const actor = staffWith(Object.fromEntries(grants), [shops.first])
  const list = (await services.orders.orders(actor, {})) as OrderList
  expect(list.rows.map(({ code }) => code)).toEqual([own])
  expect(list.counts.map(({ count }) => count).reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(list.shops.map(({ value }) => value)).toEqual([String(shops.first)])
  const shown = await services.orders.order(actor, { order_code: own })
  expect([shown.next_code, shown.other_orders]).toEqual([null, []])
  const tiles = await services.today.waiting(actor, {})
  const counts = tiles.map(({ kind, count }) => [kind, count])
  expect(counts).toEqual(
    expect.arrayContaining([
      ['due_calls', 1],
      ['pending_orders', 1],
    ]),
  )
})

test('an order is seen by whoever it is assigned to, and may be moved by them', async () => {
  const code = await place()
  await answerFrom(code, shops.first, null)
  const grants = { 'orders.see': 'all', 'orders.confirm': 'own' } as const
  const support = staffWith(
    Object.fromEntries(
      Object.entries(grants).map(([name, scope]) => [name, { scope, max_amount: null }]),
    ),
  )
  const lan = { ...support, staff_id: lan_id, name: 'Lan' }
  expect((await services.orders.order(lan, { order_code: code })).moves).toEqual([])
  const manager = staffWith({ 'orders.assign': { scope: 'shops', max_amount: null } }, [
    shops.first,
  ])
  expect(await services.orders.assignees(manager, {})).toEqual([{ staff_id: lan_id, name: 'Lan' }])
  const elsewhere = { ...manager, shops: [shops.hanoi] }
  expect(await services.orders.assignees(elsewhere, {})).toEqual([])
  const giving = { order_code: code, staff_id: lan_id, staff_id_seen: null }
  await services.orders.assignOrder(manager, giving)
  await expect(services.orders.assignOrder(manager, giving)).rejects.toMatchObject({
    code: 'assignment_changed',
    data: { name: 'Lan' },
  })
  const shown = await services.orders.order(lan, { order_code: code })
  expect([shown.moves, shown.assigned_name]).toEqual([['confirm'], 'Lan'])
  expect(shown.timeline).toContainEqual(
    expect.objectContaining({ kind: 'assigned', note: 'Lan', who: manager.name }),
  )
  expect((await services.orders.orders(lan, { assigned: 'me' })).rows).toHaveLength(1)
  await services.orders.confirmOrder(lan, { order_code: code, version: 1 })
})

test('of two assignments at once from the same view, one is refused', async () => {
  const order_code = await place()
  const give = () =>
    services.orders.assignOrder(test_staff, { order_code, staff_id: lan_id, staff_id_seen: null })
  const outcomes = await Promise.allSettled([give(), give()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

interface StockKey {
  product_id: number
  shop_id: number
}

describe('stock', () => {
  const own: StockKey = { product_id: products.cable, shop_id: shops.first }
  const foreign = { product_id: products.cable, shop_id: shops.hanoi }
  const nowhere = { product_id: products.cable, shop_id: 999 }
  const rows: [string, AnyOperation][] = Object.entries(stock_contract)

  test.each(rows)(
    '%s reaches own shops; a foreign row is as an absent one',
    async (name, operation) => {
      for (const scope of ['all', 'shops', 'own'] as const) {
        const actor = actorOf(operation, scope)
        for (const key of [own, foreign, nowhere]) {
          const answer = await stockAnswer(name, actor, key)
          const is_within = key === own || (key === foreign && scope === 'all')
          const found = is_within ? 'found' : 'absent'
          expect([scope, key, answer]).toEqual([
            ...[scope, key],
            scope === 'own' ? 'permission_missing' : found,
          ])
        }
      }
    },
  )

  async function stockAnswer(name: string, actor: StaffActor, key: StockKey): Promise<string> {
    const call = Reflect.get(services.stock, name) as Call
    const { rows: counted } = await sql<{ on_hand: number }>`select on_hand from stock
      where product_id = ${key.product_id} and shop_id = ${key.shop_id}`.execute(checkout.own.db)
    const on_hand = counted[0]?.on_hand ?? 0
    const input =
      name === 'stockRows' ? {} : { ...key, on_hand, on_hand_seen: on_hand, reason: 'Đếm' }
    try {
      const answer = await call(actor, input)
      if (name !== 'stockRows') return 'found'
      const found = (answer as { rows: StockKey[] }).rows.some(
        ({ product_id, shop_id }) => product_id === key.product_id && shop_id === key.shop_id,
      )
      return found ? 'found' : 'absent'
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.code === 'stock_row_not_found' ? 'absent' : error.code
    }
  }

  test('names only orders that the reader may see, and limits what a role may count away', async () => {
    const code = await place()
    const { rows: places } = await sql<{ shop_id: number }>`
      select shop_id from reservation where order_id is not null`.execute(checkout.own.db)
    const key = { product_id: products.cable, shop_id: places[0]?.shop_id ?? 0 }
    const reader = staffWith(everywhere(['stock.see']))
    expect((await services.stock.stockRow(reader, key)).order_codes).toEqual([])
    const other = await services.stock.stockRow(test_staff, key)
    expect(other.order_codes).toEqual([code])
    const { on_hand } = other.row
    const limited = staffWith({ 'stock.adjust': { scope: 'shops', max_amount: 1 } }, [key.shop_id])
    const input = { ...key, on_hand: on_hand - 1, on_hand_seen: on_hand, reason: 'Mất' }
    await expect(services.stock.countStock(limited, input)).rejects.toMatchObject({
      code: 'above_limit',
      status: 403,
    })
  })
})
