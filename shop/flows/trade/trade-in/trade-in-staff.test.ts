import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TradeQuote } from '#contracts/storefront/trade/trade-in.ts'
import type { StaffTradeIn } from '#contracts/staff/trade/trade-ins.ts'
import { newDocument, newImei, openTradeCounter, refusal } from '#test/goods/trade-counter.ts'
import { perfect, quoteTrade, some_imei } from '#test/goods/trade-ins.ts'
import { dataOf } from '#test/support/buyer.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { products, repairs, shops } from '#test/support/small-shop.ts'
import { staffWith } from '#test/support/staff.ts'

const { checkout, counter, seen, read, offer, record, acceptedTrade, pay, pickupOrder } =
  openTradeCounter()

test('a device goes from its quote to the used goods, and its owner reads every step', async () => {
  const buyer = await checkout.buyer()
  const { code, secret } = await quoteTrade(buyer, { imei: some_imei })
  const { tradeIns } = counter.office.services
  for (const q of [code.toLowerCase(), some_imei]) {
    const { rows } = await tradeIns.tradeIns(counter.seller, { q })
    expect(rows.map((row) => row.code)).toEqual([code])
  }
  expect((await tradeIns.tradeIns(counter.seller, {})).counts).toContainEqual(
    expect.objectContaining({ state: 'quoted', count: 1 }),
  )
  await tradeIns.arrive(counter.seller, await seen(code))
  expect(await refusal(tradeIns.arrive(counter.seller, await seen(code)))).toBe(
    'trade_in_not_possible',
  )
  const answers = { ...perfect, body: 'scratched' }
  await offer(code, {
    amount: 4_500_000,
    reason: 'condition_differs',
    answers,
    device_code: some_imei,
  })
  await record(code, '079 090 001 234')
  const link = `/api/cart-trade/v1/trade-in?code=${code}&secret=${secret}`
  const linked = dataOf<TradeQuote>(await checkout.door.call('GET', link))
  expect(linked).toMatchObject({
    state: 'offered',
    offer: { amount: 4_500_000, reason: 'condition_differs', grade_label: 'Xước nhẹ' },
  })
  expect(linked.events.map(({ move }) => move)).toEqual([
    'quote',
    'arrive',
    'offer',
    'record_seller',
  ])
  const accept = (amount_seen: number) =>
    checkout.door.call('POST', `/api/cart-trade/v1/trade-in/accept?secret=${secret}`, {
      json: { code, amount_seen },
    })
  expect((await accept(4_400_000)).body?.error?.code).toBe('offer_changed')
  expect(dataOf<TradeQuote>(await accept(4_500_000)).state).toBe('accepted')
  expect(dataOf<TradeQuote>(await accept(4_500_000)).state).toBe('accepted')
  const shown = await read(code)
  expect(shown.seller).toMatchObject({ name: 'NGUYỄN VĂN AN', document_tail: '234' })
  expect(shown.colors).toEqual([{ item_id: products.phone, name: 'Cam Vũ Trụ' }])
  expect(JSON.stringify(shown)).not.toContain('079090001234')
  const used = { method: 'cash', reference: undefined, outcome: 'used', item_id: products.phone }
  expect(await pay(code, used, counter.seller)).toEqual({ amount: 4_500_000 })
  const { rows } = await sql<object>`
    select used_unit.state, source, source_reference, unit.imei1, unit.cost, used_unit.shop_id
    from used_unit join unit using (unit_id)`.execute(checkout.own.db)
  expect(rows).toEqual([
    {
      ...{ state: 'draft', source: 'trade_in', source_reference: code, imei1: some_imei },
      ...{ cost: 4_500_000, shop_id: shops.first },
    },
  ])
  expect((await read(code)).payout).toMatchObject({ method: 'cash', outcome: 'used' })
  expect(await refusal(pay(code, used))).toBe('trade_in_not_possible')
  const stored = await sql<{
    text: string
  }>`select trade_seller::text as text from trade_seller`.execute(checkout.own.db)
  expect(stored.rows[0]?.text).not.toContain('079090001234')
})

test('the counter changes a price only by a reason that is true, and more only by permission', async () => {
  const buyer = await checkout.buyer()
  const { code } = await quoteTrade(buyer)
  const { tradeIns } = counter.office.services
  expect(await refusal(offer(code))).toBe('trade_in_not_possible')
  await tradeIns.arrive(counter.seller, await seen(code))
  const stale = { code, version: 1, device_code: newImei(), answers: perfect, amount: 5_000_000 }
  expect(await refusal(tradeIns.offer(counter.seller, { ...stale, is_signed_out: true }))).toBe(
    'trade_in_changed',
  )
  const worn = { ...perfect, body: 'scratched' }
  const wishes: [Parameters<typeof offer>[1], string | null][] = [
    [{ amount: 4_900_000 }, 'reason_missing'],
    [{ amount: 4_900_000, reason: 'condition_differs' }, 'reason_not_true'],
    [{ amount: 4_400_000, reason: 'condition_differs', answers: worn }, 'reason_not_true'],
    [{ amount: 5_100_000, reason: 'better_than_quoted' }, 'above_not_permitted'],
    [
      { amount: 5_250_001, reason: 'better_than_quoted', actor: counter.manager },
      'above_not_permitted',
    ],
    [{ device_code: '356938035643808' }, 'device_code_wrong'],
    [{ answers: { power: 'yes' } }, 'checks_missing'],
    [{ amount: 5_250_000, reason: 'better_than_quoted', actor: counter.manager }, null],
    [{ amount: 3_000_000, reason: 'hidden_damage', note: 'Loa rè' }, null],
  ]
  for (const [wish, expected] of wishes) expect(await refusal(offer(code, wish))).toBe(expected)
  const locked = { ...(await seen(code)), device_code: newImei(), answers: perfect, amount: 1 }
  expect(await refusal(tradeIns.offer(counter.seller, { ...locked, is_signed_out: false }))).toBe(
    'account_not_signed_out',
  )
})

test('a device that is ours, lost, or at another counter is not bought', async () => {
  const { db } = checkout.own
  const [lost, ours, there] = [newImei(), newImei(), newImei()]
  await sql`insert into stock (product_id, shop_id) values (${products.phone}, ${shops.first}) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into unit (product_id, imei1, state, shop_id, lock_reason, created_at)
    values (${products.phone}, ${lost}, 'locked', ${shops.first}, 'Mất', now()),
      (${products.phone}, ${ours}, 'faulty', ${shops.first}, null, now())`.execute(db)
  await acceptedTrade({ device_code: there })
  const buyer = await checkout.buyer()
  const { code } = await quoteTrade(buyer)
  await counter.office.services.tradeIns.arrive(counter.seller, await seen(code))
  for (const device_code of [lost, ours, there]) {
    expect(await refusal(offer(code, { device_code }))).toBe('device_not_buyable')
  }
})

test('an owner agrees by six digits; after five wrong ones only the link is left', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  const { code } = await quoteTrade(buyer)
  const { tradeIns } = counter.office.services
  await tradeIns.arrive(counter.seller, await seen(code))
  await offer(code)
  const { rows } = await sql<{ accept_code: string }>`
    select accept_code from trade_quote where code = ${code}`.execute(db)
  const right = rows[0]?.accept_code ?? ''
  const wrong = right === '000000' ? '000001' : '000000'
  const say = async (accept_code: string) =>
    refusal(tradeIns.acceptByCode(counter.seller, { ...(await seen(code)), accept_code }))
  expect(await say(wrong)).toBe('accept_code_wrong')
  for (let turn = 0; turn < 3; turn++) await say(wrong)
  expect(await say(wrong)).toBe('accept_code_blocked')
  expect(await say(right)).toBe('accept_code_blocked')
  // A new offer has new digits.
  await offer(code)
  const { rows: again } = await sql<{ accept_code: string }>`
    select accept_code from trade_quote where code = ${code}`.execute(db)
  expect(await say(again[0]?.accept_code ?? '')).toBeNull()
  expect(await read(code)).toMatchObject({ state: 'accepted', accepted_by: 'code' })
  const note = 'Khách đổi ý'
  await tradeIns.refuse(counter.seller, { ...(await seen(code)), note })
  expect(await refusal(tradeIns.refuse(counter.seller, { ...(await seen(code)), note }))).toBe(
    'trade_in_not_possible',
  )
})

test('cash ends below 5.000.000đ of one seller and day, also of two devices that are paid at once', async () => {
  const document = newDocument()
  const small = { amount: 3_000_000, reason: 'hidden_damage', note: 'Loa rè', document } as const
  const [one, other] = [await acceptedTrade(small), await acceptedTrade(small)]
  const cash = { method: 'cash', reference: undefined }
  const ends = await Promise.all([refusal(pay(one.code, cash)), refusal(pay(other.code, cash))])
  expect(ends.toSorted()).toEqual(['cash_not_allowed', null].toSorted())
  const left = ends[0] === null ? other.code : one.code
  expect(await refusal(pay(left, { reference: undefined }))).toBe('reference_missing')
  // Cash was paid today: the rest of this seller waits, by transfer too.
  expect(await refusal(pay(left))).toBe('cash_paid_today')
  const whole = await acceptedTrade()
  expect(await refusal(pay(whole.code, cash))).toBe('cash_not_allowed')
  const { rows } =
    await sql<object>`select total, cash from trade_seller_day where document_hash = (
    select document_hash from trade_seller where code = ${one.code})`.execute(checkout.own.db)
  expect(rows).toEqual([{ total: 3_000_000, cash: 3_000_000 }])
  // The next day it begins anew.
  checkout.now = new Date('2026-11-21T08:00:00Z')
  const next = await acceptedTrade(small)
  expect(await pay(next.code, cash)).toEqual({ amount: 3_000_000 })
})

test('from 5.000.000đ on another person pays, up to what they may', async () => {
  const { code } = await acceptedTrade()
  expect(await refusal(pay(code, {}, counter.seller))).toBe('another_must_pay')
  const little = { ...counter.manager, grants: new Map(counter.manager.grants) }
  little.grants.set('trade_ins.pay', [{ scope: 'shops', max_amount: 1_000_000 }])
  expect(await refusal(pay(code, {}, little))).toBe('amount_above_limit')
  const elsewhere = { ...counter.manager, shops: [shops.hanoi] }
  expect(await refusal(pay(code, {}, elsewhere))).toBe('trade_in_not_found')
  const quote = await quoteTrade(await checkout.buyer())
  await counter.office.services.tradeIns.arrive(counter.seller, await seen(quote.code))
  await offer(quote.code)
  const accept = { code: quote.code, amount_seen: 5_000_000 }
  const link = `/api/cart-trade/v1/trade-in/accept?secret=${quote.secret}`
  dataOf(await checkout.door.call('POST', link, { json: accept }))
  expect(await refusal(pay(quote.code))).toBe('seller_missing')
  expect(await refusal(record(quote.code, '123'))).toBe('document_wrong')
  const [first, second] = await Promise.all([refusal(pay(code)), refusal(pay(code))])
  expect([first, second].filter((end) => end === null)).toHaveLength(1)
})

test('parts go into the drawers of the shop', async () => {
  const { code } = await acceptedTrade()
  expect((await read(code)).parts.map(({ option_id }) => option_id)).toContain(repairs.battery)
  await pay(code, { outcome: 'parts', option_ids: [repairs.battery] })
  const { rows } =
    await sql<object>`select option_id, shop_id, quantity from repair_part_stock`.execute(
      checkout.own.db,
    )
  expect(rows).toEqual([{ option_id: repairs.battery, shop_id: shops.first, quantity: 1 }])
  const other = await acceptedTrade()
  expect(await refusal(pay(other.code, { outcome: 'used', item_id: products.cable }))).toBe(
    'goods_unknown',
  )
})

test('an old device pays a part of an order that is picked up; the counter takes the rest', async () => {
  const buyer = await checkout.buyer()
  const order = await pickupOrder(buyer, products.phone)
  const wish = { buyer, quote: { target_item_id: products.phone } }
  const { code } = await acceptedTrade(wish)
  const order_method = { method: 'order', reference: undefined }
  expect(await refusal(pay(code, order_method))).toBe('order_not_payable')
  const name = { code, order_code: order.code }
  dataOf(await buyer.call('POST', '/api/cart-trade/v1/trade-in/order', name))
  expect((await read(code)).order).toMatchObject({
    code: order.code,
    due: order.totals.grand_total,
  })
  // With the bonus, which is paid in no other way.
  expect(await pay(code, order_method)).toEqual({ amount: 5_500_000 })
  const { rows } = await sql<object>`
    select gateway, message_id, amount, outcome from payment_message where gateway like 'trade_in%' order by gateway`.execute(
    checkout.own.db,
  )
  expect(rows).toEqual([
    { gateway: 'trade_in', message_id: code, amount: 5_000_000, outcome: 'review' },
    { gateway: 'trade_in_bonus', message_id: code, amount: 500_000, outcome: 'review' },
  ])
  const pickup = await counter.office.services.pickups.pickup(counter.manager, {
    order_code: order.code,
  })
  expect(pickup.due).toBe(order.totals.grand_total - 5_500_000)
  const shown = await counter.office.services.orders.order(counter.manager, {
    order_code: order.code,
  })
  expect(shown.timeline.map(({ what }) => what)).toContain('traded_in')
  expect(await moneyErrors(checkout.own.db)).toEqual([])
})

test('an order of less than the device is worth is not paid with it', async () => {
  const buyer = await checkout.buyer()
  const order = await pickupOrder(buyer, products.cable)
  const { code } = await acceptedTrade({ buyer })
  const name = { code, order_code: order.code }
  dataOf(await buyer.call('POST', '/api/cart-trade/v1/trade-in/order', name))
  expect(await refusal(pay(code, { method: 'order', reference: undefined }))).toBe(
    'order_not_payable',
  )
  expect((await read(code)).state).toBe('accepted')
})

test('the purchase list has the columns of form 02/TNDN; only its file has full numbers', async () => {
  const { code } = await acceptedTrade({ document: '001203004567' })
  await pay(code)
  const { tradeIns } = counter.office.services
  const list = await tradeIns.purchases(counter.manager, {})
  expect(list.month).toBe('2026-11')
  expect(list.total).toBe(list.rows.reduce((sum, { total }) => sum + total, 0))
  const row = list.rows.find((one) => one.code === code)
  expect(row).toMatchObject({
    ...{ day: '2026-11-20', seller_name: 'NGUYỄN VĂN AN', address: '1 Lê Lợi, Huế' },
    ...{ document: '••••••567', quantity: 1, total: 5_000_000, method: 'transfer' },
    phone: expect.stringMatching(/^09•• ••• \d{3}$/) as string,
  })
  const file = await tradeIns.purchaseFile(counter.manager, {})
  expect(file.rows.find((one) => one.code === code)?.document).toBe('001203004567')
  expect((await tradeIns.purchases(counter.manager, { month: '2026-10' })).rows).toEqual([])
  const elsewhere = await tradeIns.purchases(
    {
      ...staffWith({ 'trade_ins.purchases': { scope: 'shops', max_amount: null } }, [shops.hanoi]),
    },
    {},
  )
  expect(elsewhere.rows).toEqual([])
})

test('the database refuses what no statement of ours asks for', async () => {
  const { code } = await acceptedTrade()
  const payout = (amount: number, method: string, paid_by: number) =>
    sql`
    insert into trade_payout (trade_quote_id, code, amount, method, reference, outcome, offered_by, paid_by, paid_at, day)
    select trade_quote_id, code, ${amount}, ${method}, ${method === 'transfer' ? 'FT' : null}, 'written_off', offered_by,
      ${paid_by}, now(), '2026-11-20' from trade_quote where code = ${code}`.execute(
      checkout.own.db,
    )
  await expect(payout(5_000_000, 'cash', counter.manager.staff_id)).rejects.toMatchObject({
    constraint: 'trade_cash_is_small',
  })
  await expect(payout(5_000_000, 'transfer', counter.seller.staff_id)).rejects.toMatchObject({
    constraint: 'trade_paid_by_another',
  })
  const shown: StaffTradeIn = await read(code)
  expect(shown.payout).toBeNull()
})
