import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { freeStock, products, putInStock, shops } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout(relay_env)
let lan = { ...test_staff, name: 'Lan' }
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  const providers = await testProviders({ db, now: () => checkout.now, gateways })
  office = staffOffice(providers).services
  const { rows } = await sql<{ staff_id: number }>`insert into staff (name, login_name, created_at)
    values ('Lan', 'lan', now()) returning staff_id`.execute(db)
  lan = { ...lan, staff_id: rows[0]?.staff_id ?? 0 }
})
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
})

const refused = (code: string, data?: unknown) =>
  expect.objectContaining(data === undefined ? { code } : { code, data })

/** An order of a phone and three cables. */
async function placed(payment_method = 'cod') {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.phone))
  dataOf(await buyer.add(products.cable, 3))
  dataOf(await buyer.quote({ [products.phone]: 1, [products.cable]: 3 }))
  dataOf(await buyer.address({ ward_id: 26_737 }))
  const order = dataOf<Order>(await buyer.order({ payment_method }))
  const { code: order_code, totals } = order
  return { buyer, order_code, total: totals.grand_total, lines: order.items }
}

async function pay(order_code: string, amount: number) {
  const raw = sepayBody({ content: order_code.replace('-', ''), amount })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
}

const positionOf = async (order_code: string, item: number) => {
  const { lines } = await office.orderGoods.goods(lan, { order_code })
  const { rows } = await sql<{ position: number }>`
    select position from sales_order_line join sales_order using (order_id)
    where code = ${order_code} and item_id = ${item}`.execute(checkout.own.db)
  expect(lines.length).toBeGreaterThan(0)
  return rows[0]?.position ?? 0
}

async function remove(order_code: string, item: number, units: number, actor = lan) {
  const removed = { [await positionOf(order_code, item)]: units }
  const shown = await office.orderGoods.goods(actor, { order_code, removed })
  const { version, new_total } = shown
  const input = {
    order_code,
    version,
    removed,
    added: {},
    new_total: new_total ?? 0,
    reason: 'Khách đổi ý',
  }
  return { ...(await office.orderGoods.changeGoods(actor, input)), shown }
}

describe('goods that are taken off an order', () => {
  test('free their units and lower what the courier collects; the shopper is told', async () => {
    const before = await freeStock(checkout.own.db, products.cable)
    const { order_code, total, buyer } = await placed()
    expect(await freeStock(checkout.own.db, products.cable)).toBe(before - 3)
    const { refund, shown } = await remove(order_code, products.cable, 2)
    expect([refund, shown.new_total]).toEqual([0, total - 300_000])
    expect(await freeStock(checkout.own.db, products.cable)).toBe(before - 1)
    const seen = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(seen.totals.grand_total).toBe(total - 300_000)
    expect(seen.items.map(({ item_quantity }) => item_quantity)).toEqual([1, 1])
    const { payments } = await office.orders.order(lan, { order_code })
    expect(payments).toMatchObject([{ state: 'due_on_delivery', amount: total - 300_000 }])
    const { rows } = await sql<{ template: string }>`select distinct template from outbox
      join sales_order using (order_id) where code = ${order_code}`.execute(checkout.own.db)
    expect(rows.map(({ template }) => template)).toContain('order_changed')
  })

  test('go as a whole line; a second time with another message, and a cancelled order frees the rest', async () => {
    const before = await freeStock(checkout.own.db, products.cable)
    const { order_code } = await placed()
    await remove(order_code, products.phone, 1)
    await remove(order_code, products.cable, 1)
    const { lines, version } = await office.orderGoods.goods(lan, { order_code })
    expect(lines).toMatchObject([{ quantity: 2 }])
    await office.orders.cancelOrder(lan, { order_code, version, reason: 'other' })
    expect(await freeStock(checkout.own.db, products.cable)).toBe(before)
  })

  test('of a paid order are refunded, once when two people do it at once', async () => {
    const { order_code, total } = await placed('bank_transfer')
    await pay(order_code, total)
    const removed = { [await positionOf(order_code, products.cable)]: 1 }
    const { version, new_total } = await office.orderGoods.goods(lan, { order_code, removed })
    expect(new_total).toBe(total - 150_000)
    const input = {
      order_code,
      version,
      removed,
      added: {},
      new_total: total - 150_000,
      reason: 'x',
    }
    const outcomes = await Promise.allSettled([
      office.orderGoods.changeGoods(lan, input),
      office.orderGoods.changeGoods(lan, input),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await sql`select amount from refund join sales_order using (order_id)
      where code = ${order_code}`.execute(checkout.own.db)
    expect(rows).toEqual([{ amount: 150_000 }])
  })

  test('are refused unless the order is as it was seen, unpacked, within reach, and nobody is paying', async () => {
    const { order_code, total } = await placed()
    const removed = { [await positionOf(order_code, products.cable)]: 1 }
    const input = {
      order_code,
      version: 1,
      removed,
      added: {},
      new_total: total - 150_000,
      reason: 'x',
    }
    const call = (changes = {}, actor = lan) =>
      office.orderGoods.changeGoods(actor, { ...input, ...changes })
    await expect(call({ version: 7 })).rejects.toEqual(refused('order_changed'))
    await expect(call({ new_total: 1 })).rejects.toEqual(
      refused('total_changed', { new_total: total - 150_000 }),
    )
    await expect(call({ removed: {} })).rejects.toEqual(refused('nothing_to_change'))
    const everything = {
      [await positionOf(order_code, products.cable)]: 3,
      [await positionOf(order_code, products.phone)]: 1,
    }
    await expect(call({ removed: everything })).rejects.toEqual(refused('all_goods'))
    const elsewhere = {
      ...staffWith({ 'orders.change': { scope: 'shops', max_amount: null } }, [shops.repairs]),
      name: 'Lan',
    }
    await expect(call({}, elsewhere)).rejects.toEqual(refused('order_not_found'))
    const waiting = await placed('bank_transfer')
    await expect(
      office.orderGoods.changeGoods(lan, { ...input, order_code: waiting.order_code }),
    ).rejects.toEqual(refused('move_not_possible', { state: 'awaiting_payment' }))
    await office.orders.confirmOrder(lan, { order_code, version: 1 })
    await office.orders.shipOrder(lan, { order_code, version: 2, move: 'ship' })
    await expect(call({ version: 3 })).rejects.toEqual(refused('move_not_possible'))
  })
})

/** Changes an order as its preview shows it. */
async function change(order_code: string, wanted: Wanted, actor = lan) {
  const shown = await office.orderGoods.goods(actor, { order_code, ...wanted })
  const { version, new_total } = shown
  const input = { order_code, version, removed: {}, added: {}, reason: 'Khách muốn', ...wanted }
  const changed = await office.orderGoods.changeGoods(actor, {
    ...input,
    new_total: new_total ?? 0,
  })
  return { ...changed, shown }
}

interface Wanted {
  removed?: Record<string, number>
  added?: Record<string, number>
}

describe('goods that are added to an order', () => {
  test('have the price of today, are reserved, and the courier collects them', async () => {
    const { db } = checkout.own
    const { order_code, total, buyer } = await placed()
    await sql`update price set sale_price = 170000 where product_id = ${products.cable}`.execute(db)
    const before = await freeStock(db, products.cable)
    const { shown } = await change(order_code, { added: { [products.cable]: 2 } })
    expect(shown).toMatchObject({ to_collect: total + 340_000, refund: 0, problem: null })
    expect(await freeStock(db, products.cable)).toBe(before - 2)
    const seen = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(seen.totals.grand_total).toBe(total + 340_000)
    const cables = seen.items.filter(({ item_id }) => item_id === products.cable)
    expect(cables.map(({ item_quantity, final_price }) => [item_quantity, final_price])).toEqual([
      [3, 150_000],
      [2, 170_000],
    ])
    expect(cables[1]?.price_trace.length).toBeGreaterThan(0)
    const { payments, timeline } = await office.orders.order(lan, { order_code })
    expect(payments).toMatchObject([{ state: 'due_on_delivery', amount: total + 340_000 }])
    expect(timeline.find(({ what }) => what === 'add_goods')?.note).toContain('Khách muốn')
    await sql`update price set sale_price = 150000 where product_id = ${products.cable}`.execute(db)
  })

  test('replace others in one act; a paid order gets the difference back, and never becomes dearer', async () => {
    const { order_code, total } = await placed('bank_transfer')
    await pay(order_code, total)
    const cables = await positionOf(order_code, products.cable)
    const dearer = { added: { [products.cable]: 1 } }
    const grown = await office.orderGoods.goods(lan, { order_code, ...dearer })
    expect(grown).toMatchObject({ problem: 'paid_total_grows', new_total: null })
    const asked = { order_code, version: 2, removed: {}, ...dearer, reason: 'x' }
    await expect(
      office.orderGoods.changeGoods(lan, { ...asked, new_total: total + 150_000 }),
    ).rejects.toEqual(refused('paid_total_grows'))
    const { refund } = await change(order_code, {
      removed: { [cables]: 3 },
      added: { [products.cable]: 1 },
    })
    expect(refund).toBe(300_000)
    const { rows } = await sql`select amount, reason from refund join sales_order using (order_id)
      where code = ${order_code}`.execute(checkout.own.db)
    expect(rows).toEqual([{ amount: 300_000, reason: 'fewer_goods' }])
  })

  test('are refused when they are not sold, not free, above the rules of cash on delivery, or the total differs', async () => {
    const { db } = checkout.own
    const { order_code, total } = await placed()
    const call = (added: Record<string, number>, new_total: number) =>
      office.orderGoods.changeGoods(lan, {
        ...{ order_code, version: 1, removed: {}, added, new_total, reason: 'x' },
      })
    for (const item of [products.unpriced, products.withdrawn, 999_999]) {
      await expect(call({ [item]: 1 }, total)).rejects.toEqual(refused('item_not_sold'))
      const shown = await office.orderGoods.goods(lan, { order_code, added: { [item]: 1 } })
      expect(shown).toMatchObject({ problem: 'item_not_sold' })
    }
    await expect(call({ [products.phone]: 90 }, total)).rejects.toEqual(refused('too_few_free'))
    await expect(call({ [products.cable]: 1 }, total)).rejects.toEqual(
      refused('total_changed', { new_total: total + 150_000 }),
    )
    await expect(call({ [products.cable]: 0 }, total)).rejects.toEqual(refused('nothing_to_change'))
    await sql`update cod_rule set max_total = ${total + 1}`.execute(db)
    await expect(call({ [products.cable]: 1 }, total + 150_000)).rejects.toEqual(
      refused('cod_refused', { rule: 'total', limit: total + 1 }),
    )
    await sql`update cod_rule set max_total = null`.execute(db)
  })

  test('at the same time as a checkout never take a unit twice', async () => {
    const { db } = checkout.own
    await putInStock(db, [{ item_id: products.cable, free: { [shops.first]: 60 } }])
    const orders = [await placed(), await placed()]
    const free = await freeStock(db, products.cable)
    const each = Math.min(99, Math.floor(free / 2) + 1)
    const outcomes = await Promise.allSettled(
      orders.map(({ order_code }) => change(order_code, { added: { [products.cable]: each } })),
    )
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length
    expect(done).toBe(1)
    expect(await freeStock(db, products.cable)).toBe(free - each)
  })
})

/** A draft of what is added to a paid order of a phone and three cables, with what goes for it. */
async function apart(order_code: string, wanted: Wanted, actor = lan) {
  const shown = await office.orderGoods.goods(actor, { order_code, ...wanted })
  const { version, difference } = shown
  const input = { order_code, version, removed: {}, added: {}, ...wanted }
  const { draft_id } = await office.orderGoods.orderApart(actor, input)
  return { draft_id, difference, draft: await office.drafts.draft(actor, { draft_id }) }
}

async function placeDraft(draft_id: number, way: 'on_delivery' | 'hold' = 'on_delivery') {
  const { version, on_delivery, totals } = await office.drafts.draft(lan, { draft_id })
  const shown = way === 'hold' ? totals : on_delivery
  const grand_total = shown?.grand_total ?? 0
  const placed = await office.drafts.placeDraft(lan, { draft_id, version, way, grand_total })
  return { ...placed, grand_total }
}

const relatedTo = async (order_code: string) =>
  (await office.orders.order(lan, { order_code })).related

describe('what would make a paid order dearer', () => {
  async function paid() {
    const order = await placed('bank_transfer')
    await pay(order.order_code, order.total)
    return order
  }

  test('is a draft of its own for the same buyer, and both orders name each other', async () => {
    const { order_code, total } = await paid()
    const { draft_id, difference, draft } = await apart(order_code, {
      added: { [products.cable]: 2 },
    })
    expect(difference).toBe(300_000)
    expect(draft).toMatchObject({ follows: { order_code, worth: null } })
    expect(draft.lines).toMatchObject([{ item_id: products.cable, item_quantity: 2 }])
    const { order_code: new_code, grand_total } = await placeDraft(draft_id)
    expect(await office.orders.order(lan, { order_code: new_code })).toMatchObject({
      payments: [{ state: 'due_on_delivery', amount: grand_total }],
      related: [{ code: order_code, kind: 'addition_of' }],
    })
    expect(await relatedTo(order_code)).toEqual([{ code: new_code, kind: 'addition' }])
    expect((await office.orders.order(lan, { order_code })).totals.grand_total).toBe(total)
  })

  test('is paid by the goods that go for it; the courier collects the difference', async () => {
    const { order_code, total } = await paid()
    const cables = await positionOf(order_code, products.cable)
    const wanted = { removed: { [cables]: 3 }, added: { [products.phone]: 1 } }
    const { draft_id, draft } = await apart(order_code, wanted)
    expect(draft.follows).toEqual({ order_code, worth: 450_000 })
    expect((await office.orders.order(lan, { order_code })).totals.grand_total).toBe(total)
    const { order_code: new_code, grand_total } = await placeDraft(draft_id)
    expect(await office.orders.order(lan, { order_code: new_code })).toMatchObject({
      payments: [{ state: 'due_on_delivery', amount: grand_total - 450_000 }],
    })
    expect(await office.orders.order(lan, { order_code })).toMatchObject({
      ...{ state: 'pending', refunded_total: 450_000, items: [{ item_id: products.phone }] },
      totals: { grand_total: total - 450_000 },
    })
    expect(await moneyErrors(checkout.own.db)).toEqual([])
    const { version } = await office.orders.order(lan, { order_code: new_code })
    await office.orders.cancelOrder(lan, { order_code: new_code, version, reason: 'other' })
    const { refunds } = await office.orders.order(lan, { order_code: new_code })
    expect(refunds).toMatchObject([{ gateway: 'exchange', amount: 450_000, state: 'due' }])
  })

  test('ends an order whose goods all go; the shopper pays the rest by the link', async () => {
    const { order_code, total, lines } = await paid()
    const removed = Object.fromEntries(lines.map((line, n) => [n + 1, line.item_quantity]))
    const { draft_id, draft } = await apart(order_code, {
      ...{ removed, added: { [products.phone]: 2 } },
    })
    expect(draft.follows?.worth).toBe(total)
    const share = { draft_id, version: draft.version }
    await expect(office.drafts.shareDraft(lan, share)).rejects.toEqual(refused('draft_of_swap'))
    const { order_code: new_code, grand_total } = await placeDraft(draft_id, 'hold')
    expect(await office.orders.order(lan, { order_code })).toMatchObject({
      ...{ state: 'cancelled', refunded_total: total, refund_due_total: 0 },
    })
    await pay(new_code, grand_total - total)
    expect(await office.orders.order(lan, { order_code: new_code })).toMatchObject({
      ...{ state: 'pending', paid_total: grand_total },
    })
  })

  test('is refused once the order is another one, and to whoever may not change it', async () => {
    const { order_code } = await paid()
    const cables = await positionOf(order_code, products.cable)
    const wanted = { removed: { [cables]: 3 }, added: { [products.phone]: 1 } }
    const { draft_id } = await apart(order_code, wanted)
    await remove(order_code, products.cable, 1)
    await expect(placeDraft(draft_id)).rejects.toEqual(refused('swap_changed'))
    const { version } = await office.orderGoods.goods(lan, { order_code })
    const input = { order_code, version, removed: {}, added: {} }
    await expect(office.orderGoods.orderApart(lan, input)).rejects.toEqual(
      refused('nothing_to_change'),
    )
    const far = { ...lan, ...staffWith({ 'orders.create': shops_only }, [shops.hanoi]) }
    await expect(
      office.orderGoods.orderApart(far, { ...input, added: wanted.added }),
    ).rejects.toEqual(refused('order_not_found'))
    const seller = { ...lan, ...staffWith({ 'orders.create': all_shops }, []) }
    await expect(office.orderGoods.orderApart(seller, { ...input, ...wanted })).rejects.toEqual(
      refused('order_not_found'),
    )
    const cash = await placed()
    await expect(apart(cash.order_code, wanted)).rejects.toEqual(refused('not_swappable'))
  })
})

const shops_only = { scope: 'shops', max_amount: null } as const
const all_shops = { scope: 'all', max_amount: null } as const
