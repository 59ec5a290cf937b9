import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderList, StaffOrder } from '#contracts/staff/orders.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type home_address, type Buyer, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout(relay_env)
const lan: StaffActor = { ...test_staff, name: 'Lan' }
const huy: StaffActor = { ...test_staff, name: 'Huy' }
let orders: StaffServices['orders']

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({
    db,
    now: () => checkout.now,
    gateways: [cashOnDelivery],
  })
  orders = staffOffice(providers).services.orders
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order')
})

const pass = (minutes: number) => {
  checkout.now = new Date(checkout.now.getTime() + minutes * 60_000)
}

async function place(
  address: Partial<typeof home_address> & Record<string, unknown> = {},
  item: number = products.cable,
  payment_method = 'cod',
): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(item))
  dataOf(await buyer.quote({ [item]: 1 }))
  dataOf(await buyer.address(address))
  return { buyer, order: dataOf<Order>(await buyer.order({ payment_method })) }
}

const look = (order_code: string, actor = lan): Promise<StaffOrder> =>
  orders.order(actor, { order_code }) as Promise<StaffOrder>
const list = (input: Record<string, unknown> = {}): Promise<OrderList> =>
  orders.orders(lan, input) as Promise<OrderList>
const codesOf = ({ rows }: OrderList) => rows.map(({ code }) => code)

describe('the list of orders', () => {
  test('shows the newest first, with masked phones, and counts each state', async () => {
    const first = await place()
    pass(5)
    const second = await place({ name: 'Trần Thị Bình', phone: '0987 654 178' }, products.phone)
    const shown = await list()
    expect(codesOf(shown)).toEqual([second.order.code, first.order.code])
    expect(shown.rows[0]).toMatchObject({
      version: 1,
      state: 'pending',
      name: 'Trần Thị Bình',
      phone: '09•• ••• 178',
      item_quantity: 1,
      delivery: 'home_delivery',
      is_paid: false,
    })
    expect(shown.counts.find(({ state }) => state === 'pending')).toEqual({
      state: 'pending',
      count: 2,
      is_capped: false,
    })
    expect(codesOf(await list({ sort: 'oldest' }))).toEqual(codesOf(shown).toReversed())
  })

  test('finds a code, a phone in any notation, its last digits, and words of a name', async () => {
    const { order } = await place({ name: 'Đặng Thị Ngọc Hạnh', phone: '0987 654 178' })
    await place()
    const spellings = ['0987654178', '+84 987 654 178', '84987654178', '0084.987.654.178']
    const words = ['4178', '654 178', 'dang hanh', 'Ngọc', 'HẠNH', 'hanh ngoc']
    for (const q of [...spellings, ...words, order.code, order.code.toLowerCase()]) {
      expect([q, codesOf(await list({ q }))]).toEqual([q, [order.code]])
    }
    for (const q of ['987', '0987654179', 'dang an', "'; --", '4178%']) {
      expect([q, codesOf(await list({ q })).includes(order.code)]).toEqual([q, false])
    }
  })

  test('tells no digits of a phone to whoever may see none', async () => {
    const { order } = await place({ phone: '0987 654 178' })
    const auditor = staffWith(everywhere(['orders.see']))
    const found = async (q: string) =>
      codesOf((await orders.orders(auditor, { q })) as OrderList).length
    // Else ten searches would tell the next digit.
    for (const q of ['4178', '54178', '94178', '8765 4178']) {
      expect([q, await found(q)]).toEqual([q, 1])
    }
    expect(await found('0987654178')).toBe(1)
    expect(await found('0987694178')).toBe(0)
    expect(codesOf(await list({ q: '54178' }))).toEqual([order.code])
    expect(codesOf(await list({ q: '94178' }))).toEqual([])
  })

  test('finds the phone of somebody who receives for the buyer', async () => {
    const { order } = await place({ recipient_name: 'Lê Em', recipient_phone: '0905 111 222' })
    await place()
    expect(codesOf(await list({ q: '0905111222' }))).toEqual([order.code])
    expect(codesOf(await list({ q: '1222' }))).toEqual([order.code])
    expect(codesOf(await list({ q: 'le em' }))).toEqual([order.code])
  })

  test.each([
    [{ state: 'pending' }, true],
    [{ state: 'confirmed' }, false],
    [{ method: 'cod' }, true],
    [{ method: 'momo' }, false],
    [{ paid: 'no' }, true],
    [{ paid: 'yes' }, false],
    [{ delivery: 'home_delivery' }, true],
    [{ delivery: 'store_pickup' }, false],
    [{ shop: shops.first }, true],
    [{ shop: shops.hanoi }, false],
    [{ province: 30 }, true],
    [{ province: 24 }, false],
    [{ age: 'under_1d' }, true],
    [{ age: 'over_1h' }, false],
    [{ page: 2 }, false],
    [{ state: 'pending', method: 'cod', paid: 'no', province: 30, q: 'an' }, true],
  ])('filters by %o', async (filter, is_found) => {
    const { order } = await place()
    expect(codesOf(await list(filter))).toEqual(is_found ? [order.code] : [])
  })

  test('knows orders whose money has come', async () => {
    const { order } = await place({}, products.cable, 'bank_transfer')
    expect((await list()).rows[0]).toMatchObject({ state: 'awaiting_payment', is_paid: false })
    const content = order.code.replace('-', '')
    const raw = sepayBody({ content, amount: order.totals.grand_total })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    expect((await list({ paid: 'yes' })).rows[0]).toMatchObject({
      code: order.code,
      state: 'pending',
      version: 2,
      is_paid: true,
    })
    const { timeline } = await look(order.code)
    const money = timeline.filter(({ actor }) => actor === 'money')
    expect(money.map(({ kind, what }) => [kind, what])).toEqual([
      ['transfer', 'paid'],
      ['move', 'pay'],
    ])
  })

  test('says what to know before a call: another order of the phone, or its first one', async () => {
    await place()
    expect((await list()).rows[0]?.flags).toEqual(['first'])
    pass(60)
    await place()
    const [second, first] = (await list()).rows
    expect(second?.flags).toEqual(['duplicate'])
    expect(first?.flags).toEqual(['duplicate', 'first'])
  })

  test('has fifty rows on a page', async () => {
    const { order } = await place()
    await copyOrder(order.code, 60)
    const first = await list()
    expect([first.rows.length, first.has_next]).toEqual([50, true])
    const second = await list({ page: 2 })
    expect([second.rows.length, second.has_next]).toEqual([11, false])
    expect(new Set([...codesOf(first), ...codesOf(second)]).size).toBe(61)
  })

  test('counts up to 1,000', async () => {
    const { order } = await place()
    await copyOrder(order.code, 1_000)
    const { counts } = await list()
    const pending = counts.find(({ state }) => state === 'pending')
    expect(pending).toEqual({ state: 'pending', count: 1_000, is_capped: true })
  })
})

describe('the page of an order', () => {
  test('has lines with their price, reservations, payments, history and the possible moves', async () => {
    const { order } = await place({}, products.phone)
    const shown = await look(order.code)
    expect(shown.items[0]?.price_trace.map(({ rule }) => rule)).toEqual(['list', 'sale'])
    expect(shown.reservations).toMatchObject([
      { item_id: products.phone, quantity: 1, is_active: true },
    ])
    expect(shown.payments).toMatchObject([{ state: 'due_on_delivery', amount: 30_990_000 }])
    expect(shown.timeline).toMatchObject([
      { kind: 'sms', what: 'order_placed', actor: 'system' },
      { kind: 'move', what: 'place_cod', actor: 'shopper' },
    ])
    expect(shown.moves).toEqual(['confirm', 'cancel'])
    expect(JSON.stringify(shown)).not.toContain('912345678')
  })

  test('lists other orders of the phone and the order that waits next', async () => {
    const first = await place()
    pass(1)
    const second = await place()
    pass(1)
    const third = await place({ phone: '0987 654 178' })
    const shown = await look(second.order.code)
    expect(shown.other_orders.map(({ code }) => code)).toEqual([first.order.code])
    expect(shown.next_code).toBe(third.order.code)
    expect((await look(third.order.code)).next_code).toBe(first.order.code)
  })

  test('offers only moves that the member of staff may make', async () => {
    const { order } = await place()
    const viewer = staffWith(everywhere(['orders.see']))
    const { moves, may } = await look(order.code, viewer)
    expect([moves, may]).toEqual([
      [],
      { note: false, see_phone: false, assign: false, call: false, change_recipient: false },
    ])
  })

  test('of an absent code is not found', async () => {
    for (const code of ['DH261120-00000000', 'x']) {
      await expect(look(code)).rejects.toMatchObject({ code: 'order_not_found', status: 404 })
    }
  })

  test('shows the phone once it is asked for, and who asked', async () => {
    const { order, buyer } = await place()
    expect(await orders.showPhone(lan, { order_code: order.code })).toEqual({
      phone: '0912345678',
      recipient_phone: null,
      email: null,
    })
    const { timeline } = await look(order.code)
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'phone_shown', who: 'Lan', actor: 'staff' }),
    )
    const { history } = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(history).toHaveLength(1)
  })

  test('keeps notes for staff and for the courier, away from the shopper', async () => {
    const { order, buyer } = await place()
    const order_code = order.code
    await orders.addNote(lan, { order_code, kind: 'note', text: 'Khách khó tính' })
    await orders.addNote(huy, { order_code, kind: 'courier_note', text: 'Gọi trước khi giao' })
    const { timeline } = await look(order.code)
    expect(timeline.filter(({ actor }) => actor === 'staff')).toMatchObject([
      { kind: 'courier_note', note: 'Gọi trước khi giao', who: 'Huy' },
      { kind: 'note', note: 'Khách khó tính', who: 'Lan' },
    ])
    const answer = await buyer.call('GET', '/api/cart/v1/order')
    expect(answer.text).not.toMatch(/khó tính|trước khi giao/)
  })
})

describe('a move by staff', () => {
  test('goes the whole way of an order; each one names its person and raises the version', async () => {
    const { order, buyer } = await place()
    const order_code = order.code
    const moved = await orders.confirmOrder(lan, { order_code, version: 1 })
    expect(moved).toEqual({ state: 'confirmed', version: 2 })
    await orders.shipOrder(huy, { order_code, version: 2, move: 'ship' })
    await orders.shipOrder(huy, { order_code, version: 3, move: 'deliver' })
    const shown = await look(order_code)
    expect([shown.state, shown.version, shown.moves]).toEqual(['delivered', 4, []])
    const moves = shown.timeline.filter(({ kind }) => kind === 'move')
    expect(moves.map(({ what, who }) => [what, who])).toEqual([
      ['deliver', 'Huy'],
      ['ship', 'Huy'],
      ['confirm', 'Lan'],
      ['place_cod', null],
    ])
    const answer = await buyer.call('GET', '/api/cart/v1/order')
    expect(dataOf<Order>(answer).state).toBe('delivered')
    expect(answer.text).not.toMatch(/Lan|Huy/)
  })

  test('is refused when somebody else was faster, and says what happened since', async () => {
    const { order } = await place()
    const seen = { order_code: order.code, version: 1 }
    await orders.confirmOrder(lan, seen)
    await expect(orders.cancelOrder(huy, { ...seen, reason: 'duplicate' })).rejects.toMatchObject({
      code: 'order_changed',
      data: {
        state: 'confirmed',
        version: 2,
        changes: [{ what: 'confirm', actor: 'staff', who: 'Lan' }],
      },
    })
    expect((await look(order.code)).state).toBe('confirmed')
  })

  test('is refused when the shopper cancelled meanwhile', async () => {
    const { order, buyer } = await place()
    await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code })
    const call = orders.confirmOrder(lan, { order_code: order.code, version: 1 })
    await expect(call).rejects.toMatchObject({
      code: 'order_changed',
      data: { state: 'cancelled', changes: [{ what: 'cancel', actor: 'shopper', who: null }] },
    })
  })

  test('of two at once wins once', async () => {
    const { order } = await place()
    const seen = { order_code: order.code, version: 1 }
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => orders.confirmOrder(lan, seen)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await look(order.code)).version).toBe(2)
  })

  test('that the state does not allow is refused', async () => {
    const { order } = await place()
    const call = orders.shipOrder(lan, { order_code: order.code, version: 1, move: 'deliver' })
    await expect(call).rejects.toMatchObject({
      code: 'move_not_possible',
      data: { state: 'pending' },
    })
  })

  test('ship is refused when a count found the units missing', async () => {
    const { order } = await place({}, products.phone)
    await orders.confirmOrder(lan, { order_code: order.code, version: 1 })
    await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
      select product_id, shop_id, -on_hand, 'count' from stock
      where product_id = ${products.phone} and on_hand > 0`.execute(checkout.own.db)
    const call = orders.shipOrder(lan, { order_code: order.code, version: 2, move: 'ship' })
    await expect(call).rejects.toMatchObject({
      code: 'units_not_on_hand',
      data: { units: [{ product_id: products.phone, quantity: 1, on_hand: 0 }] },
    })
    expect((await look(order.code)).state).toBe('confirmed')
  })

  test('cancel gives the units back; the shopper reads the reason, staff also the note', async () => {
    const { order, buyer } = await place({}, products.phone)
    const before = await freeStock(checkout.own.db, products.phone)
    await orders.cancelOrder(lan, {
      order_code: order.code,
      version: 1,
      reason: 'suspicious',
      note: 'Số này đã bom ba đơn',
    })
    expect(await freeStock(checkout.own.db, products.phone)).toBe(before + 1)
    const shown = await look(order.code)
    expect(shown.reservations).toMatchObject([{ is_active: false }])
    expect(shown.timeline.find(({ what }) => what === 'cancel')).toMatchObject({
      who: 'Lan',
      reason: 'suspicious',
      note: 'Số này đã bom ba đơn',
    })
    const { text } = await buyer.call('GET', '/api/cart/v1/order')
    expect(text).toContain('cửa hàng không xác nhận được đơn')
    expect(text).not.toMatch(/bom ba đơn|suspicious/)
  })
})

/** Adds copies of an order, each a second older than the last. */
async function copyOrder(code: string, times: number): Promise<void> {
  await checkout.own.db.transaction().execute(async (tx) => {
    // Copies have no checkout of their own.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with copied as (
        insert into sales_order (code, customer_id, quote_id, state, payment_method, province_id, shop_id,
          phone, recipient, list_total, discount, subtotal, shipping_fee, grand_total, created_at)
        select 'DH261119-' || lpad(n::text, 8, '0'), customer_id, -n, state, payment_method, province_id,
          shop_id, phone, recipient, list_total, discount, subtotal, shipping_fee, grand_total,
          created_at - n * interval '1 second'
        from sales_order, generate_series(1, ${times}) n where code = ${code}
        returning order_id)
      insert into sales_order_line (order_id, position, item_id, item_type, item_quantity, sku, name,
        url_path, price, mechanic_price, final_price, line_total)
      select copied.order_id, position, item_id, item_type, item_quantity, sku, name, url_path, price,
        mechanic_price, final_price, line_total
      from copied, sales_order_line line
      where line.order_id = (select order_id from sales_order where code = ${code})
    `.execute(tx)
  })
}
