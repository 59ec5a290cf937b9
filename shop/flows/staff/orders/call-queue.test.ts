import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'
import { nextCallAt } from '#shop/order/call.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type home_address, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { repeats } from '#test/support/repeats.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
const staff_quantity = 50
const order_quantity = 12
let services: StaffServices
let callers: StaffActor[]
let lan: StaffActor
let huy: StaffActor

beforeAll(async () => {
  const { db } = checkout.own
  const providers = await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] })
  services = staffOffice(providers).services
  const { rows } = await sql<{ staff_id: number; name: string }>`
    insert into staff (name, login_name, created_at)
    select 'Người gọi ' || n, 'nguoi-goi-' || n, now() from generate_series(1, ${staff_quantity}) n
    returning staff_id, name`.execute(db)
  callers = rows.map((row) => ({ ...test_staff, ...row }))
  const [first, second] = callers
  if (first === undefined || second === undefined) throw new RangeError('no staff')
  lan = first
  huy = second
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order')
})

const pass = (minutes: number) => {
  checkout.now = new Date(checkout.now.getTime() + minutes * 60_000)
}

async function place(address: Partial<typeof home_address> = {}): Promise<string> {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.cable))
  dataOf(await buyer.quote({ [products.cable]: 1 }))
  dataOf(await buyer.address(address))
  const { code } = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  pass(1)
  return code
}

const next = async (actor: StaffActor) => (await services.calls.nextCall(actor, {})).call
const codeOfNext = async (actor: StaffActor) => (await next(actor))?.order.code ?? null

type Recorded = Parameters<StaffServices['calls']['recordCall']>[1]

async function record(actor: StaffActor, code: string, rest: Partial<Recorded>) {
  return services.calls.recordCall(actor, {
    order_code: code,
    version: 1,
    outcome: 'agreed',
    ...rest,
  })
}

const stateOf = async (code: string) =>
  (await services.orders.order(test_staff, { order_code: code })).state

describe('the call queue', () => {
  test('gives each caller the order that is due longest and that nobody has', async () => {
    const [first, second] = [await place(), await place()]
    expect(await codeOfNext(lan)).toBe(first)
    expect(await codeOfNext(lan)).toBe(first)
    expect(await codeOfNext(huy)).toBe(second)
    expect(await codeOfNext(callers[2] ?? lan)).toBeNull()
    await record(lan, first, {})
    expect([await stateOf(first), await codeOfNext(lan)]).toEqual(['confirmed', null])
  })

  test('gives an order to the next caller after ten minutes', async () => {
    const code = await place()
    expect(await codeOfNext(lan)).toBe(code)
    pass(9)
    expect(await codeOfNext(huy)).toBeNull()
    pass(2)
    expect(await codeOfNext(huy)).toBe(code)
    await expect(record(lan, code, {})).rejects.toMatchObject({
      code: 'call_not_taken',
      data: { name: huy.name },
    })
  })

  test('lets a slow caller write the result as long as nobody else has the order', async () => {
    const code = await place()
    await next(lan)
    pass(30)
    expect(await record(lan, code, {})).toEqual({ state: 'confirmed', next_at: null })
  })

  test('reaches only the caller’s orders, and none that are assigned to others', async () => {
    const code = await place()
    const db = checkout.own.db
    await sql`update sales_order set shop_id = ${shops.hanoi}`.execute(db)
    const grants = { 'orders.confirm': { scope: 'shops', max_amount: null } } as const
    const seller = { ...staffWith(grants, [shops.first]), staff_id: lan.staff_id }
    expect(await codeOfNext(seller)).toBeNull()
    await sql`update sales_order set assigned_to = ${huy.staff_id}`.execute(db)
    expect(await codeOfNext(lan)).toBeNull()
    expect(await codeOfNext(huy)).toBe(code)
  })

  test('shows the phone only to whoever may see it, and writes that down', async () => {
    const code = await place()
    const masked = {
      ...staffWith(everywhere(['orders.see', 'orders.confirm'])),
      staff_id: lan.staff_id,
    }
    expect((await next(masked))?.phone).toBeNull()
    await services.calls.leaveCall(masked, {})
    expect((await next(huy))?.phone).toMatch(/^0\d{9}$/)
    const { timeline } = await services.orders.order(test_staff, { order_code: code })
    const shown = timeline.filter(({ kind }) => kind === 'phone_shown')
    expect(shown.map(({ who }) => who)).toEqual([huy.name])
  })

  test('shows orders with the same goods of the same address, and earlier refusals', async () => {
    const refused = await place({ phone: '0901 111 222' })
    await services.orders.cancelOrder(test_staff, {
      order_code: refused,
      version: 1,
      reason: 'suspicious',
    })
    const alike = await place({ phone: '0901 111 333' })
    await services.orders.confirmOrder(test_staff, { order_code: alike, version: 1 })
    await place({ phone: '0901 111 222' })
    const call = await next(lan)
    expect(call?.look_alikes.map(({ code, is_same_phone }) => [code, is_same_phone])).toEqual([
      [alike, false],
      [refused, true],
    ])
    expect([call?.cancelled_count, call?.came_back_count]).toEqual([1, 0])
  })
})

describe('what comes of a call', () => {
  test('no answer: again after 30 minutes, 2 hours, in the morning; then the order is cancelled', async () => {
    const code = await place()
    const free = await freeStock(checkout.own.db, products.cable)
    for (const n of [1, 2, 3]) {
      expect(await codeOfNext(lan)).toBe(code)
      const due_at = nextCallAt(n, checkout.now)
      const { next_at, state } = await record(lan, code, { outcome: 'no_answer' })
      expect([state, next_at]).toEqual(['pending', due_at.toISOString()])
      expect(await codeOfNext(lan)).toBeNull()
      checkout.now = due_at
    }
    await next(lan)
    const last = await record(lan, code, { outcome: 'no_answer' })
    expect(last).toEqual({ state: 'cancelled', next_at: null })
    expect(await freeStock(checkout.own.db, products.cable)).toBe(free + 1)
    const { timeline } = await services.orders.order(test_staff, { order_code: code })
    expect(timeline.filter(({ kind }) => kind === 'call')).toHaveLength(4)
    expect(timeline).toContainEqual(
      expect.objectContaining({ what: 'cancel', reason: 'not_reached' }),
    )
  })

  test('a paid order is never cancelled because nobody could be reached', async () => {
    const code = await place()
    await sql`update sales_order set is_paid = true`.execute(checkout.own.db)
    await next(lan)
    const { state, next_at } = await record(lan, code, { outcome: 'wrong_number' })
    expect([state, next_at === null]).toEqual(['pending', false])
  })

  test('a wrong number and a cancellation end the order with their reason', async () => {
    const [wrong, unwanted] = [await place(), await place()]
    await next(lan)
    await record(lan, wrong, { outcome: 'wrong_number' })
    await next(lan)
    await record(lan, unwanted, { outcome: 'cancel', reason: 'changed_mind', note: 'Mua chỗ khác' })
    const { timeline } = await services.orders.order(test_staff, { order_code: unwanted })
    expect(timeline).toContainEqual(
      expect.objectContaining({ what: 'cancel', reason: 'changed_mind', who: lan.name }),
    )
    expect([await stateOf(wrong), await stateOf(unwanted)]).toEqual(['cancelled', 'cancelled'])
  })

  test('whoever may not cancel cannot do it by a call, and nothing is written', async () => {
    const code = await place()
    const caller = {
      ...staffWith(everywhere(['orders.confirm', 'orders.see'])),
      staff_id: lan.staff_id,
    }
    await next(caller)
    const answer = record(caller, code, { outcome: 'cancel', reason: 'other' })
    await expect(answer).rejects.toMatchObject({ code: 'may_not_cancel', status: 403 })
    expect(await codeOfNext(caller)).toBe(code)
    const { rows } = await sql`select from call_attempt`.execute(checkout.own.db)
    expect(rows).toEqual([])
  })

  test('a callback is due at its time: not in the past, at most seven days away', async () => {
    const code = await place()
    await next(lan)
    for (const callback_at of ['2020-01-01T08:00', '2099-01-01T08:00', '2026-02-31T99:99']) {
      const answer = record(lan, code, { outcome: 'callback', callback_at })
      await expect(answer).rejects.toMatchObject({ code: 'callback_refused', status: 422 })
    }
    const due_at = new Date(Math.ceil(checkout.now.getTime() / 60_000) * 60_000 + 3 * 3_600_000)
    const callback_at = new Date(due_at.getTime() + 7 * 3_600_000).toISOString().slice(0, 16)
    expect(await record(lan, code, { outcome: 'callback', callback_at })).toEqual({
      state: 'pending',
      next_at: due_at.toISOString(),
    })
    const queue = await services.calls.nextCall(huy, {})
    expect(queue).toEqual({ call: null, waiting: 0, next_due_at: due_at.toISOString() })
    checkout.now = due_at
    expect(await codeOfNext(huy)).toBe(code)
  })

  test('an order that changed meanwhile is refused with what happened', async () => {
    const code = await place()
    await next(lan)
    await sql`update sales_order set version = 2`.execute(checkout.own.db)
    await expect(record(lan, code, {})).rejects.toMatchObject({ code: 'order_changed' })
  })

  test('rows of calls are not changed or deleted', async () => {
    const code = await place()
    await next(lan)
    await record(lan, code, { outcome: 'no_answer' })
    const change = sql`update call_attempt set outcome = 'agreed'`.execute(checkout.own.db)
    await expect(change).rejects.toMatchObject({ constraint: 'call_attempt_stays' })
  })
})

describe('a taken order', () => {
  test('is read by others and moved by nobody else; a lead takes it over', async () => {
    const code = await place()
    await next(lan)
    const seen = await services.orders.order(huy, { order_code: code })
    expect(seen.call).toMatchObject({ name: lan.name, is_self: false })
    const refused = { code: 'order_taken', data: { name: lan.name } }
    const order = { order_code: code, version: 1 }
    await expect(services.orders.confirmOrder(huy, order)).rejects.toMatchObject(refused)
    await expect(services.calls.takeCall(huy, order)).rejects.toMatchObject({ code: 'call_taken' })
    const cancelling = services.orders.cancelOrder(huy, { ...order, reason: 'other' })
    await expect(cancelling).rejects.toMatchObject(refused)
    await services.calls.takeOverCall(huy, order)
    expect(await codeOfNext(huy)).toBe(code)
    await expect(record(lan, code, {})).rejects.toMatchObject({ code: 'call_not_taken' })
    await services.orders.confirmOrder(huy, order)
    expect(await stateOf(code)).toBe('confirmed')
  })
})

test('fifty callers at once: no order is called twice, and each is called', async () => {
  const codes: string[] = []
  for (let n = 0; n < order_quantity; n += 1) codes.push(await place())
  for (let round = 0; round < repeats({ verify: 1, soak: 50 }); round += 1) {
    const taken = await Promise.all(callers.map(codeOfNext))
    expect(taken.filter((code) => code !== null).toSorted()).toEqual(codes.toSorted())
    const again = await Promise.all(callers.map(codeOfNext))
    expect(again).toEqual(taken)
    await sql`update order_call set taken_by = null, taken_until = null`.execute(checkout.own.db)
  }
})

test('two windows of one caller, and one result sent twice', async () => {
  const [first] = [await place(), await place()]
  const windows = await Promise.all([codeOfNext(lan), codeOfNext(lan)])
  expect(windows).toEqual([first, first])
  const send = () => record(lan, first ?? '', { outcome: 'no_answer' })
  const outcomes = await Promise.allSettled([send(), send()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('from a total on, an unpaid order is confirmed by its call, not by a button or a job', async () => {
  const { db } = checkout.own
  const [called, paid] = [await place(), await place()]
  const { grand_total } = await services.orders.order(lan, { order_code: called })
  const rule = (call_from: number | null) =>
    sql`update cod_rule set call_from = ${call_from}`.execute(db)
  await rule(grand_total + 1)
  const seen = async () => services.orders.order(lan, { order_code: called })
  expect((await seen()).moves).toContain('confirm')
  await rule(grand_total)
  const { moves, flags, may } = await seen()
  expect(moves).not.toContain('confirm')
  expect([flags.includes('call_first'), may.call]).toEqual([true, true])
  const confirm = (order_code: string) =>
    services.orders.confirmOrder(lan, { order_code, version: 1 })
  await expect(confirm(called)).rejects.toMatchObject({ code: 'call_needed' })
  const { plans } = await services.bulk.preview(lan, {
    ...{ action: 'confirm', order_codes: [called, paid], page: 1 },
  })
  expect(plans).toMatchObject({ will: 0, call_needed: 2 })
  await sql`update sales_order set is_paid = true where code = ${paid}`.execute(db)
  expect(await confirm(paid)).toMatchObject({ state: 'confirmed' })
  await services.calls.takeCall(lan, { order_code: called })
  await record(lan, called, { outcome: 'agreed' })
  expect((await seen()).state).toBe('confirmed')
  await rule(null)
})
