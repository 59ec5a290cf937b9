import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { aMember } from '#test/members/loyalty.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { openFlashSale } from '#test/support/flash-crowd.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { freeStock, products, putInStock, shops } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout(relay_env)
let lan = { ...test_staff, name: 'Lan' }
let office: StaffServices
let phones = 0

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  const providers = await testProviders({ db, now: () => checkout.now, gateways })
  office = staffOffice(providers).services
  const { rows } = await sql<{ staff_id: number }>`insert into staff (name, login_name, created_at)
    values ('Lan', 'lan', now()) returning staff_id`.execute(db)
  lan = { ...lan, staff_id: rows[0]?.staff_id ?? 0 }
  await putInStock(db, [{ item_id: products.cable, free: { [shops.first]: 200 } }])
})
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
})

const refused = (code: string, data?: unknown) =>
  expect.objectContaining(data === undefined ? { code } : { code, data })

const newPhone = () => {
  phones += 1
  return `09330${String(phones).padStart(5, '0')}`
}

interface Placing {
  goods?: Record<number, number>
  payment_method?: string
  phone?: string
  buyer?: Buyer
  uses_points?: boolean
}

/** An order, of a phone and three cables if nothing else is said. */
async function placed({
  goods,
  payment_method = 'cod',
  phone = newPhone(),
  buyer: own,
  uses_points: are_used = false,
}: Placing = {}) {
  const wanted = goods ?? { [products.phone]: 1, [products.cable]: 3 }
  const buyer = own ?? (await checkout.buyer())
  for (const [item_id, quantity] of Object.entries(wanted)) {
    dataOf(await buyer.add(Number(item_id), quantity))
  }
  dataOf(await buyer.quote(wanted))
  dataOf(await buyer.address({ phone, ward_id: 26_737 }))
  if (are_used) dataOf(await buyer.call('PUT', '/api/cart/v1/quote/points', { are_used }))
  const order = dataOf<Order>(await buyer.order({ payment_method }))
  const { code: order_code, totals } = order
  if (payment_method === 'bank_transfer') {
    const raw = sepayBody({ content: order_code.replace('-', ''), amount: totals.grand_total })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  }
  return { buyer, order_code, total: totals.grand_total }
}

const shown = (order_code: string) => office.orders.order(lan, { order_code })

const positionOf = async (order_code: string, item: number) => {
  const { rows } = await sql<{ position: number }>`
    select position from sales_order_line join sales_order using (order_id)
    where code = ${order_code} and item_id = ${item}`.execute(checkout.own.db)
  return rows[0]?.position ?? 0
}

/** Splits units of an item off, as the preview shows it; returns the new code. */
async function split(order_code: string, item: number, units: number, actor = lan) {
  const moved = { [await positionOf(order_code, item)]: units }
  const { version, totals } = await office.orderParts.split(actor, { order_code, moved })
  const input = { order_code, version, moved, total: totals?.stays ?? 0, reason: 'Giao sau' }
  return { ...(await office.orderParts.splitOrder(actor, input)), totals, input }
}

/** The messages of an order beside those of its placing: template, and what the text is made from. */
async function messagesOf(order_code: string) {
  const { rows } = await sql<{ template: string; reason: string }>`
    select template, facts->>'reason' as reason from outbox join sales_order using (order_id)
    where code = ${order_code} and channel = 'sms' and template <> 'order_placed' order by outbox_id`.execute(
    checkout.own.db,
  )
  return rows
}

describe('an order in two', () => {
  test('keeps its prices, its units and its total; both are collected on delivery', async () => {
    const { db } = checkout.own
    const { order_code, total, buyer } = await placed()
    const before = await freeStock(db, products.cable)
    const { order_code: part, totals } = await split(order_code, products.cable, 2)
    expect(totals).toEqual({ stays: total - 300_000, goes: 300_000 })
    expect(await freeStock(db, products.cable)).toBe(before)
    expect(await shown(order_code)).toMatchObject({
      ...{ related: [{ code: part, kind: 'part' }], totals: { grand_total: total - 300_000 } },
      payments: [{ state: 'due_on_delivery', amount: total - 300_000 }],
    })
    const made = await shown(part)
    expect(made).toMatchObject({
      ...{ state: 'pending', version: 1, related: [{ code: order_code, kind: 'part_of' }] },
      items: [{ item_id: products.cable, item_quantity: 2, final_price: 150_000 }],
      totals: { grand_total: 300_000, shipping_fee: 0 },
      payments: [{ state: 'due_on_delivery', amount: 300_000 }],
      reservations: [{ item_id: products.cable, quantity: 2, is_active: true }],
    })
    expect(await messagesOf(part)).toEqual([{ template: 'order_split', reason: order_code }])
    for (const code of [order_code, part]) {
      const { timeline } = await shown(code)
      expect(timeline.find(({ what }) => what === 'split')).toMatchObject({
        ...{ who: 'Lan', note: 'Giao sau' },
      })
    }
    const newest = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(newest.code).toBe(part)
    await office.orders.cancelOrder(lan, { order_code: part, version: 1, reason: 'other' })
    expect(await freeStock(db, products.cable)).toBe(before + 2)
    expect(await shown(order_code)).toMatchObject({ state: 'pending' })
  })

  test('shares the money that came; a part that is cancelled owes its own', async () => {
    const { order_code, total } = await placed({ payment_method: 'bank_transfer' })
    const { order_code: part } = await split(order_code, products.cable, 1)
    expect(await shown(part)).toMatchObject({
      ...{ is_paid: true, paid_total: 150_000, payments: [{ state: 'paid', amount: 150_000 }] },
    })
    expect(await shown(order_code)).toMatchObject({ refunded_total: 150_000 })
    const again = await split(order_code, products.cable, 1)
    await office.orders.cancelOrder(lan, { order_code: part, version: 1, reason: 'other' })
    expect((await shown(part)).refunds).toMatchObject([{ amount: 150_000, state: 'due' }])
    const { version } = await shown(order_code)
    await office.orders.cancelOrder(lan, { order_code, version, reason: 'other' })
    const { refunds } = await shown(order_code)
    expect(refunds.map(({ amount, state }) => [amount, state])).toEqual([
      [150_000, 'done'],
      [150_000, 'done'],
      [total - 300_000, 'due'],
    ])
    expect(await shown(again.order_code)).toMatchObject({ state: 'pending', paid_total: 150_000 })
  })

  describe('takes slots, limits and vouchers until its last part ends', () => {
    /** An order in three parts, with a flash sale's price for all of its cables; its codes, the first one first. */
    async function inThree() {
      const { db } = checkout.own
      const sale = { item_id: products.cable, price: 100_000, slots: 9, per_customer: 3 }
      const open = { ...sale, is_online_only: false, now: checkout.now }
      const { quota_id } = await openFlashSale(db, open)
      await sql`truncate customer_use`.execute(db)
      const { order_code, buyer } = await placed()
      const { order_code: part } = await split(order_code, products.cable, 2)
      const { order_code: smaller } = await split(part, products.cable, 1)
      await sql`update flash_sale set is_active = false`.execute(db)
      const cancel = (code: string) =>
        buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: code })
      const taken = async () => {
        const { rows } = await sql<{ slots: number; uses: number }>`
          select taken as slots, (select sum(taken)::int from customer_use) as uses from quota
          where quota_id = ${quota_id}`.execute(db)
        return rows[0]
      }
      return { codes: [order_code, part, smaller] as const, cancel, taken }
    }

    test('one after the other', async () => {
      const { codes, cancel, taken } = await inThree()
      const [first, part, smaller] = codes
      dataOf(await cancel(first))
      expect(await taken()).toEqual({ slots: 3, uses: 3 })
      dataOf(await cancel(smaller))
      expect(await taken()).toEqual({ slots: 3, uses: 3 })
      dataOf(await cancel(part))
      expect(await taken()).toEqual({ slots: 0, uses: 0 })
    })

    test('all at once', async () => {
      const { codes, cancel, taken } = await inThree()
      const answers = await Promise.all(codes.map(cancel))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await taken()).toEqual({ slots: 0, uses: 0 })
    })
  })

  test('counts for its member as the whole order would have', async () => {
    const buyer = await aMember(checkout)
    const { order_code, total } = await placed({ buyer, payment_method: 'bank_transfer' })
    const { order_code: part } = await split(order_code, products.cable, 1)
    for (const code of [order_code, part]) await deliverOrder(office, code)
    expect(await buyer.standing()).toMatchObject({ spent: total })
  })

  test('is made once when two people split it at once, and a part may be split again', async () => {
    const { order_code } = await placed()
    const moved = { [await positionOf(order_code, products.cable)]: 2 }
    const { version, totals } = await office.orderParts.split(lan, { order_code, moved })
    const input = { order_code, version, moved, total: totals?.stays ?? 0, reason: 'x' }
    const all = await Promise.allSettled([
      office.orderParts.splitOrder(lan, input),
      office.orderParts.splitOrder(lan, input),
    ])
    expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [part] = (await shown(order_code)).related
    const { order_code: smaller } = await split(part?.code ?? '', products.cable, 1)
    expect((await shown(smaller)).related).toEqual([{ code: part?.code, kind: 'part_of' }])
  })

  test('is refused for all of it, for none, for another total, and out of reach', async () => {
    const { order_code, total } = await placed()
    const call = (changes = {}, actor = lan) =>
      office.orderParts.splitOrder(actor, {
        ...{ order_code, version: 1, moved: {}, total, reason: 'x' },
        ...changes,
      })
    await expect(call()).rejects.toEqual(refused('nothing_to_change'))
    const cables = await positionOf(order_code, products.cable)
    const moved = { [cables]: 1 }
    await expect(call({ moved })).rejects.toEqual(
      refused('total_changed', { new_total: total - 150_000 }),
    )
    await expect(call({ moved, version: 5 })).rejects.toEqual(refused('order_changed'))
    const all = { ...moved, [cables]: 3, [await positionOf(order_code, products.phone)]: 1 }
    await expect(call({ moved: all })).rejects.toEqual(refused('all_goods'))
    const elsewhere = {
      ...staffWith({ 'orders.change': { scope: 'shops', max_amount: null } }, [shops.repairs]),
      name: 'Mai',
    }
    await expect(call({ moved }, elsewhere)).rejects.toEqual(refused('order_not_found'))
  })
})

describe('two orders that look alike', () => {
  const cables = { [products.cable]: 2 }

  async function pair(newer: Placing = {}) {
    const phone = newPhone()
    const older = await placed({ goods: cables, phone })
    return { older, newer: await placed({ goods: cables, phone, ...newer }) }
  }

  const listed = async (actor = lan) => {
    const { rows } = await office.orderParts.alike(actor, {})
    return rows.map(({ older, newer, joined_total }) => [older.code, newer.code, joined_total])
  }

  const joining = (kept: string, other: string, total: number) => ({
    ...{ order_code: kept, version: 1, other_code: other, other_version: 1, total },
  })

  test('are listed side by side and joined: one delivery, and the courier collects all', async () => {
    const { older, newer } = await pair()
    const before = await freeStock(checkout.own.db, products.cable)
    const { totals } = await shown(older.order_code)
    const total = older.total + newer.total - totals.shipping_fee
    expect(await listed()).toContainEqual([older.order_code, newer.order_code, total])
    await office.orderParts.joinOrders(lan, joining(older.order_code, newer.order_code, total))
    expect(await shown(older.order_code)).toMatchObject({
      ...{ state: 'pending', totals: { grand_total: total } },
      items: [{ item_quantity: 2 }, { item_quantity: 2 }],
      payments: [{ state: 'due_on_delivery', amount: total }],
      related: [{ code: newer.order_code, kind: 'joined' }],
    })
    expect(await shown(newer.order_code)).toMatchObject({
      ...{ state: 'cancelled', related: [{ code: older.order_code, kind: 'joined_to' }] },
      payments: [{ state: 'failed' }],
    })
    const into = `gộp vào đơn ${older.order_code}`
    expect(await messagesOf(newer.order_code)).toEqual([{ template: 'order_joined', reason: into }])
    expect(await freeStock(checkout.own.db, products.cable)).toBe(before)
    expect(await listed()).not.toContainEqual([older.order_code, newer.order_code, total])
    const { version } = await shown(older.order_code)
    const { order_code } = older
    await office.orders.cancelOrder(lan, { order_code, version, reason: 'other' })
    expect(await freeStock(checkout.own.db, products.cable)).toBe(before + 4)
  })

  test('are no pair when one is kept, paid, split off, of another day, or out of reach', async () => {
    const codes = async () => (await listed()).map(([, newer]) => newer)
    const kept = await pair()
    expect(await codes()).toContain(kept.newer.order_code)
    await office.orderParts.keepApart(lan, { order_code: kept.newer.order_code })
    expect(await codes()).not.toContain(kept.newer.order_code)
    const paid = await pair({ payment_method: 'bank_transfer' })
    expect(await codes()).not.toContain(paid.newer.order_code)
    const one = await placed()
    const { order_code: part } = await split(one.order_code, products.cable, 1)
    expect(await codes()).not.toContain(part)
    const old = await pair()
    await sql`update sales_order set created_at = created_at - interval '25 hours'
      where code = ${old.older.order_code}`.execute(checkout.own.db)
    expect(await codes()).not.toContain(old.newer.order_code)
    const mai = staffWith({ 'orders.change': { scope: 'shops', max_amount: null } }, [
      shops.repairs,
    ])
    await pair()
    expect(await listed({ ...mai, name: 'Mai' })).toEqual([])
  })

  test('are not joined when a member would lose their order to somebody else', async () => {
    const phone = newPhone()
    const of_guest = await placed({ goods: cables, phone })
    const member = await aMember(checkout)
    const of_member = await placed({ buyer: member, goods: cables, phone })
    expect(await listed()).toContainEqual([of_guest.order_code, of_member.order_code, null])
    const call = office.orderParts.joinOrders(
      lan,
      joining(of_guest.order_code, of_member.order_code, 0),
    )
    await expect(call).rejects.toEqual(refused('not_joinable'))
  })

  test('are not joined when points of one account would pay for an order of another', async () => {
    const phone = newPhone()
    const older = await placed({ goods: cables, phone })
    const member = await aMember(checkout)
    const first = await placed({ buyer: member, goods: { [products.phone]: 1 } })
    await deliverOrder(office, first.order_code)
    const second = await placed({ buyer: member, goods: { [products.cable]: 4 } })
    await deliverOrder(office, second.order_code)
    const paid = { buyer: member, uses_points: true }
    const newer = await placed({ goods: cables, phone, ...paid })
    const { totals } = await shown(newer.order_code)
    expect(totals.adjustments).toMatchObject([{ rule: 'points' }])
    expect(await listed()).toContainEqual([older.order_code, newer.order_code, null])
    const call = office.orderParts.joinOrders(lan, joining(older.order_code, newer.order_code, 0))
    await expect(call).rejects.toEqual(refused('not_joinable'))
    // Orders of one account may be joined: its points pay the one that stays.
    const { points } = await member.standing()
    const own = newPhone()
    const kept = await placed({ buyer: member, goods: cables, phone: own })
    await office.orders.cancelOrder(lan, {
      order_code: newer.order_code,
      version: 1,
      reason: 'other',
    })
    const ended = await placed({ goods: cables, phone: own, ...paid })
    const shipping = (await shown(kept.order_code)).totals.shipping_fee
    const total = kept.total + ended.total - shipping
    await office.orderParts.joinOrders(lan, joining(kept.order_code, ended.order_code, total))
    expect((await member.standing()).points).toBe(points)
  })

  test('give points back once when one had parts and all of them end', async () => {
    const member = await aMember(checkout)
    const first = await placed({ buyer: member, goods: { [products.phone]: 1 } })
    await deliverOrder(office, first.order_code)
    // The first order brings the tier, the second one points.
    const second = await placed({ buyer: member, goods: { [products.cable]: 4 } })
    await deliverOrder(office, second.order_code)
    const phone = newPhone()
    const own = { buyer: member, phone }
    const kept = await placed({ ...own, goods: cables })
    const { points } = await member.standing()
    const ended = await placed({ ...own, goods: { [products.cable]: 4 }, uses_points: true })
    expect((await member.standing()).points).toBeLessThan(points)
    const { order_code: part } = await split(ended.order_code, products.cable, 1)
    const [one, other] = [await shown(kept.order_code), await shown(ended.order_code)]
    const total = one.totals.grand_total + other.totals.grand_total - other.totals.shipping_fee
    await office.orderParts.joinOrders(lan, {
      ...joining(kept.order_code, ended.order_code, total),
      ...{ version: one.version, other_version: other.version },
    })
    for (const order_code of [kept.order_code, part]) {
      const { version } = await shown(order_code)
      await office.orders.cancelOrder(lan, { order_code, version, reason: 'other' })
    }
    expect((await member.standing()).points).toBe(points)
  })

  test('are joined once, and only as they were seen, unpaid, of one phone and within the rules', async () => {
    const { older, newer } = await pair()
    const other = await placed({ goods: cables })
    const call = (kept: string, ended: string, total = 0) =>
      office.orderParts.joinOrders(lan, joining(kept, ended, total))
    await expect(call(older.order_code, older.order_code)).rejects.toEqual(refused('not_joinable'))
    await expect(call(older.order_code, other.order_code)).rejects.toEqual(refused('not_joinable'))
    await expect(call(older.order_code, newer.order_code)).rejects.toEqual(refused('total_changed'))
    await expect(call(older.order_code, 'DH-KHONG')).rejects.toEqual(refused('order_not_found'))
    const { totals } = await shown(older.order_code)
    const total = older.total + newer.total - totals.shipping_fee
    const { db } = checkout.own
    await sql`update cod_rule set max_total = ${total - 1}`.execute(db)
    await expect(call(older.order_code, newer.order_code, total)).rejects.toEqual(
      refused('cod_refused', { rule: 'total', limit: total - 1 }),
    )
    await sql`update cod_rule set max_total = null`.execute(db)
    const all = await Promise.allSettled([
      call(older.order_code, newer.order_code, total),
      call(newer.order_code, older.order_code, total),
    ])
    expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})
