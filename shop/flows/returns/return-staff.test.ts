import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { refundRequests } from '#contracts/staff/refund-requests.ts'
import { returns } from '#contracts/staff/returns.ts'
import type { StaffActor } from '#pure/contract.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { givePhonesCodes } from '#test/goods/coded-phones.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { assertStock, clearUnits } from '#test/support/stock-ledger.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout(relay_env)
let office: StaffServices
/** Lan and Huy may do everything; Mai takes goods back in the first shop, up to a million. */
let lan: StaffActor
let huy: StaffActor
let mai: StaffActor

const imeis = ['353912110000017', '353912110000025', '353912110000033'] as const
const price = 30_990_000

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  const providers = await testProviders({ db, now: () => checkout.now, gateways })
  office = staffOffice(providers).services
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Lan', 'lan', now()), ('Huy', 'huy', now()),
      ('Mai', 'mai', now()) returning staff_id`.execute(db)
  const [first = 0, second = 0, third = 0] = rows.map(({ staff_id }) => staff_id)
  lan = { ...test_staff, name: 'Lan', staff_id: first }
  huy = { ...test_staff, name: 'Huy', staff_id: second }
  const own = { scope: 'shops', max_amount: 1_000_000 } as const
  const grants = { 'returns.handle': own, 'refunds.ask': own, 'refunds.approve': own }
  mai = { ...staffWith(grants, [shops.first]), name: 'Mai', staff_id: third }
})
beforeEach(() => givePhonesCodes(checkout.own.db, imeis, checkout.now))
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
  await clearUnits(checkout.own.db)
})

const refused = (code: string, data?: unknown) =>
  expect.objectContaining(data === undefined ? { code } : { code, data })
const pass = (days: number) => {
  checkout.now = new Date(checkout.now.getTime() + days * 86_400_000)
}

/** An order that its customer has: sold by courier against cash, or paid by transfer. */
async function delivered(item: number = products.phone, payment_method = 'cod', quantity = 1) {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(item, quantity))
  dataOf(await buyer.quote({ [item]: quantity }))
  dataOf(await buyer.address())
  const order = dataOf<Order>(await buyer.order({ payment_method }))
  const { code: order_code, totals } = order
  if (payment_method === 'bank_transfer') {
    const raw = sepayBody({ content: order_code.replace('-', ''), amount: totals.grand_total })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  }
  const seen = async () => (await office.orders.order(lan, { order_code })).version
  await office.orders.confirmOrder(lan, { order_code, version: await seen() })
  for (const move of ['ship', 'deliver'] as const) {
    await office.orders.shipOrder(lan, { order_code, version: await seen(), move })
  }
  return { ...order, buyer, order_code }
}

const codeOfUnit = async (order_code: string) => {
  const { rows } = await sql<{ imei1: string }>`
    select imei1 from unit where order_code = ${order_code} and state = 'sold'`.execute(
    checkout.own.db,
  )
  return rows[0]?.imei1 ?? ''
}

/** Goods at the counter, inspected. */
async function inspected(
  order_code: string,
  {
    reason = 'faulty',
    grade = 'faulty',
    actor = lan,
    unit_code = '',
    shop_id = shops.first as number,
  } = {},
) {
  const brought = { order_code, position: 1, reason, shop_id, unit_code }
  const { code } = await office.returns.open(actor, returns.open.input.parse(brought))
  const found = { code, version: 1, grade, signed_out: true, gifts_returned: true }
  await office.returns.inspect(actor, returns.inspect.input.parse(found))
  return { code, version: 2 }
}

const unitStates = async () => {
  const { rows } = await sql<{ state: string }>`
    select state from unit order by imei1`.execute(checkout.own.db)
  return rows.map(({ state }) => state)
}

describe('a return', () => {
  test('is found by its code in the search box, within reach', async () => {
    const { order_code } = await delivered(products.cable)
    const { code } = await inspected(order_code)
    const far = staffWith({ 'returns.handle': { scope: 'shops', max_amount: null } }, [shops.hanoi])
    const q = code.toLowerCase().replace('dt', 'dt ')
    const [group] = await office.find.find(lan, { q })
    expect(group).toMatchObject({ kind: 'return', rows: [{ key: code, state: 'inspected' }] })
    expect(await office.find.find(far, { q })).toEqual([])
  })

  test('of a faulty phone is found by its IMEI, inspected, and refunded after somebody else approved', async () => {
    const { order_code } = await delivered()
    pass(12)
    const unit_code = await codeOfUnit(order_code)
    const found = await office.returns.returnable(mai, { q: unit_code })
    expect(found).toMatchObject({
      ...{ order_code, day: 12, scanned: { position: 1, unit_code } },
      lines: [{ left: 1, unit_codes: [unit_code] }],
      shops: [{ shop_id: shops.first }],
    })
    const seen = await inspected(order_code, { actor: mai, unit_code })
    expect(await unitStates()).toEqual(['sold', 'in_stock', 'in_stock'])
    // What was paid for the goods; the fee of delivery stays.
    expect(await office.returns.refund(mai, seen)).toEqual({ amount: price })
    expect(await unitStates()).toEqual(['faulty', 'in_stock', 'in_stock'])
    expect(await freeStock(checkout.own.db, products.phone)).toBe(2)
    const shown = await office.returns.return(mai, { code: seen.code })
    expect(shown).toMatchObject({
      ...{ state: 'done', outcome: 'refund', day: 12, fee: 0 },
      refund: { amount: price, state: 'asked' },
    })
    const [request] = (await office.refundRequests.requests(huy, {})).rows
    const { refund_request_id = 0 } = request ?? {}
    expect(request).toMatchObject({
      return_code: seen.code,
      asked_by: 'Mai',
      may: { decide: true },
    })
    await expect(office.refundRequests.approve(mai, { refund_request_id })).rejects.toEqual(
      refused('own_request'),
    )
    expect(await office.refundRequests.approve(huy, { refund_request_id })).toEqual({
      amount: price,
    })
    const money = await office.refundRequests.orderMoney(huy, { order_code })
    expect(money).toMatchObject({ received: money.grand_total, refunded: price, asked: 0 })
    await expect(office.refundRequests.approve(huy, { refund_request_id })).rejects.toEqual(
      refused('refund_request_not_found'),
    )
    await expect(office.returns.refund(mai, seen)).rejects.toEqual(refused('return_changed'))
  })

  test('is worth its part of what was paid, vouchers included', async () => {
    const { order_code } = await delivered(products.cable, 'cod', 2)
    await sql`with changed as (
        update sales_order set grand_total = grand_total - 30000, adjustment_total = adjustment_total + 30000
        where code = ${order_code} returning order_id, grand_total
      ), voucher as (
        insert into sales_order_adjustment (order_id, position, rule, reference, name, amount)
        select order_id, 99, 'voucher', 'GIAM30', 'Mã GIAM30', 30000 from changed
      ) update payment set amount = changed.grand_total from changed
        where payment.order_id = changed.order_id`.execute(checkout.own.db)
    const seen = await inspected(order_code, { grade: 'sealed' })
    expect(await office.returns.refund(lan, seen)).toEqual({ amount: 135_000 })
  })

  test('brings gifts back on hand with sealed goods, or takes their price off', async () => {
    const { db } = checkout.own
    const worth = []
    for (const gifts_returned of [true, false]) {
      const { order_code } = await delivered(products.cable)
      await sql`insert into sales_order_line (order_id, position, parent_line_id, item_id, item_type,
          item_quantity, sku, name, url_path, price, mechanic_price, final_price, line_total, is_gift)
        select order_id, 9, line_id, ${products.rare}, 1, 1, 'QUA', 'Ốp lưng', 'op-lung', 40000, 0, 0, 0, true
        from sales_order_line join sales_order using (order_id) where code = ${order_code}`.execute(
        db,
      )
      const before = await freeStock(db, products.rare)
      const { code } = await office.returns.open(lan, {
        ...{ order_code, position: 1, reason: 'wrong_item', shop_id: shops.first },
      })
      await office.returns.inspect(lan, { code, version: 1, grade: 'sealed', gifts_returned })
      const { amount } = await office.returns.refund(lan, { code, version: 2 })
      worth.push([amount, (await freeStock(db, products.rare)) - before])
    }
    expect(worth).toEqual([
      [150_000, 1],
      [110_000, 0],
    ])
  })

  test('by exchange is one act: both units, stock and warranty change, and no money', async () => {
    const { order_code } = await delivered()
    const old = await codeOfUnit(order_code)
    const [fresh = '', other = ''] = imeis.filter((imei) => imei !== old)
    const { code, version } = await inspected(order_code, { unit_code: old })
    await expect(office.returns.exchange(lan, { code, version, new_code: old })).rejects.toEqual(
      refused('unit_not_fit'),
    )
    pass(3)
    const twice = [fresh, other].map((new_code) =>
      office.returns.exchange(lan, { code, version, new_code }),
    )
    const outcomes = await Promise.allSettled(twice)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await unitStates()).toSorted()).toEqual(['faulty', 'in_stock', 'sold'])
    const given = await codeOfUnit(order_code)
    expect([fresh, other]).toContain(given)
    const { rows } = await sql<{ is_new: boolean }>`select warranty_from =
      (${checkout.now}::timestamptz at time zone 'Asia/Ho_Chi_Minh')::date as is_new
      from unit where imei1 = ${given}`.execute(checkout.own.db)
    expect(rows).toEqual([{ is_new: true }])
    expect((await office.refundRequests.requests(lan, {})).rows).toEqual([])
    // The unit that was given can come back too.
    expect((await office.returns.returnable(lan, { q: given })).lines[0]?.left).toBe(1)
  })

  test('costs what the table says by reason and day, and is too late after its last day', async () => {
    const { order_code } = await delivered()
    const unit_code = await codeOfUnit(order_code)
    pass(31)
    const { lines } = await office.returns.returnable(lan, { q: order_code })
    expect(lines[0]?.fees).toEqual([{ reason: 'not_liked', percent: 40 }])
    await expect(inspected(order_code, { unit_code })).rejects.toEqual(
      refused('return_too_late', { day: 31 }),
    )
    // Brought to a shop that never had such a phone.
    const brought = { unit_code, reason: 'not_liked', grade: 'opened', shop_id: shops.repairs }
    const seen = await inspected(order_code, brought)
    // Waiting in the shop costs nobody more.
    pass(60)
    expect(await office.returns.refund(lan, seen)).toEqual({ amount: price * 0.6 })
    expect((await unitStates()).toSorted()).toEqual(['in_stock', 'in_stock', 'locked'])
  })

  test('of goods without a code comes back in parts, each once, and what is sealed is on hand again', async () => {
    const { order_code, buyer } = await delivered(products.cable, 'bank_transfer', 3)
    expect(await freeStock(checkout.own.db, products.cable)).toBe(997)
    const open = (quantity: number) =>
      office.returns.open(lan, {
        ...{ order_code, position: 1, quantity, reason: 'wrong_item', shop_id: shops.first },
      })
    const [one, two] = [await open(1), await open(2)]
    await expect(open(1)).rejects.toEqual(refused('returned_already', { left: 0 }))
    const amounts = []
    for (const { code } of [one, two]) {
      await office.returns.inspect(lan, { code, version: 1, grade: 'sealed' })
      amounts.push((await office.returns.refund(lan, { code, version: 2 })).amount)
    }
    expect(amounts).toEqual([150_000, 300_000])
    expect(await freeStock(checkout.own.db, products.cable)).toBe(1_000)
    expect(dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order')).state).toBe('delivered')
  })

  test('follows the rules that staff set, which two people do not set at once', async () => {
    const { order_code } = await delivered(products.cable)
    const { version, goodwill_per_month, fees } = await office.returnRules.rules(lan, {})
    const set = (more: Partial<typeof rules>) =>
      office.returnRules.setRules(lan, { ...rules, ...more })
    const rules = {
      ...{ version, goodwill_per_month: 5_000_000 },
      fees: [{ reason: 'faulty', up_to_day: 0, percent: 10 } as const],
    }
    await expect(set({ fees: [...rules.fees, ...rules.fees] })).rejects.toEqual(
      refused('return_term_twice'),
    )
    await set({})
    await expect(set({})).rejects.toEqual(refused('return_rules_changed'))
    const { lines } = await office.returns.returnable(lan, { q: order_code })
    expect(lines[0]?.fees).toEqual([{ reason: 'faulty', percent: 10 }])
    expect((await office.refundRequests.requests(lan, {})).goodwill_left).toBe(5_000_000)
    await office.returnRules.setRules(lan, { version: version + 1, goodwill_per_month, fees })
    expect((await office.returnRules.rules(lan, {})).fees).toEqual(fees)
  })

  test('is refused for a foreign unit, a device that is signed in, an order on its way and a foreign shop', async () => {
    const { order_code } = await delivered()
    const unit_code = await codeOfUnit(order_code)
    const foreign = imeis.find((imei) => imei !== unit_code)
    await expect(inspected(order_code, { unit_code: foreign ?? '' })).rejects.toEqual(
      refused('unit_differs'),
    )
    await expect(inspected(order_code)).rejects.toEqual(refused('unit_needed'))
    const { code } = await office.returns.open(lan, {
      ...{ order_code, position: 1, unit_code, reason: 'faulty', shop_id: shops.hanoi },
    })
    const found = { code, version: 1, grade: 'faulty' } as const
    await expect(office.returns.inspect(lan, found)).rejects.toEqual(refused('still_signed_in'))
    const foreign_one = { ...found, signed_out: true }
    await expect(office.returns.inspect(mai, foreign_one)).rejects.toEqual(
      refused('return_not_found'),
    )
    await expect(office.returns.return(mai, { code })).rejects.toEqual(refused('return_not_found'))
    expect((await office.returns.returns(mai, {})).rows).toEqual([])
    const again = { order_code, position: 1, unit_code, reason: 'faulty' } as const
    await expect(office.returns.open(mai, { ...again, shop_id: shops.hanoi })).rejects.toEqual(
      refused('shop_not_found'),
    )
    await expect(office.returns.open(lan, { ...again, shop_id: shops.first })).rejects.toEqual(
      refused('returned_already', { left: 0 }),
    )
    await office.returns.reject(lan, { code, version: 1, note: 'Máy vào nước' })
    expect((await office.returns.returnable(lan, { q: unit_code })).lines[0]?.left).toBe(1)
    const buyer = await checkout.buyer()
    await buyer.prepare(products.phone)
    const underway = dataOf<Order>(await buyer.order())
    await expect(office.returns.returnable(lan, { q: underway.code })).rejects.toEqual(
      refused('nothing_to_return'),
    )
  })
})

describe('a refund that staff ask for', () => {
  const goodwill = (order_code: string, amount: number) =>
    refundRequests.ask.input.parse({ order_code, amount, kind: 'goodwill', reason: 'Giao trễ' })

  test('never exceeds what came, also when two ask at once, and what is asked for counts', async () => {
    const { order_code, totals } = await delivered(products.cable, 'bank_transfer')
    const whole = totals.grand_total
    await expect(office.refundRequests.ask(lan, goodwill(order_code, whole + 1))).rejects.toEqual(
      refused('above_received', { left: whole }),
    )
    const outcomes = await Promise.allSettled(
      [lan, huy].map((actor) =>
        office.refundRequests.ask(actor, goodwill(order_code, whole - 1_000)),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await office.refundRequests.orderMoney(lan, { order_code })).toMatchObject({
      left: 1_000,
    })
  })

  test('is asked for once if its form is sent twice', async () => {
    const { order_code } = await delivered(products.phone, 'bank_transfer')
    const ask = () => office.refundRequests.ask(lan, goodwill(order_code, 50_000))
    const both = await Promise.all([ask(), ask()])
    expect(both[1]).toEqual(both[0])
    expect(await office.refundRequests.orderMoney(lan, { order_code })).toMatchObject({
      asked: 50_000,
    })
    await office.refundRequests.withdraw(lan, { ...both[0] })
  })

  test('is decided by somebody else within their limit and their shops, once; or taken back', async () => {
    const { order_code } = await delivered(products.phone, 'bank_transfer')
    const { refund_request_id } = await office.refundRequests.ask(
      lan,
      goodwill(order_code, 2_000_000),
    )
    const id = { refund_request_id }
    await expect(office.refundRequests.approve(mai, id)).rejects.toEqual(
      refused('amount_above_limit', { amount: 2_000_000 }),
    )
    const elsewhere = { ...mai, shops: [shops.hanoi] }
    await expect(office.refundRequests.approve(elsewhere, id)).rejects.toEqual(
      refused('refund_request_not_found'),
    )
    await expect(office.refundRequests.withdraw(huy, id)).rejects.toEqual(
      refused('refund_request_not_found'),
    )
    const outcomes = await Promise.allSettled([
      office.refundRequests.approve(huy, id),
      office.refundRequests.reject(huy, { ...id, note: 'Không đúng' }),
      office.refundRequests.withdraw(lan, id),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('as goodwill comes from the budget of the month', async () => {
    const { order_code } = await delivered(products.phone, 'bank_transfer')
    await expect(office.refundRequests.ask(lan, goodwill(order_code, 25_000_000))).rejects.toEqual(
      refused('goodwill_spent', { left: 20_000_000 }),
    )
    await office.refundRequests.ask(lan, goodwill(order_code, 20_000_000))
    expect((await office.refundRequests.requests(lan, {})).goodwill_left).toBe(0)
    pass(31)
    expect((await office.refundRequests.requests(lan, {})).goodwill_left).toBe(20_000_000)
  })
})
