import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { TradeModel, TradeQuote, TradeValue } from '#contracts/storefront/trade/trade-in.ts'
import {
  addTradeIns,
  old_phone,
  perfect,
  quoteTrade,
  some_imei,
  tradeWish,
} from '#test/goods/trade-ins.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products, shops } from '#test/support/small-shop.ts'

// 15:00 on Friday, 2026-11-20, in Vietnam.
const checkout = openCheckout()
const path = '/api/cart-trade/v1'
beforeAll(() => addTradeIns(checkout.own.db))

const get = (query: string) => checkout.door.call('GET', `${path}${query}`)
const value = (changes: object = {}) =>
  checkout.door.call('POST', `${path}/valuation`, {
    json: { device_code: old_phone, answers: perfect, province_id: 30, ...changes },
  })
const ask = (buyer: Buyer, changes: object = {}) =>
  buyer.call('POST', `${path}/trade-in`, tradeWish(changes))

test('lists models, and what each answer takes off', async () => {
  const { models } = dataOf<{ models: object[] }>(await get('/devices'))
  expect(models).toEqual([
    {
      ...{
        model_code: 'may-cu',
        model_name: 'Máy cũ',
        brand_name: 'Apple',
        device_kind: 'dien-thoai',
      },
      ...{ max_price: 9_000_000, max_variant: '512GB', max_bonus: 500_000, picture: null },
    },
  ])
  const model = dataOf<TradeModel>(await get('/device?model_code=may-cu'))
  expect(model.device_code).toBe(old_phone)
  expect(model.versions[0]?.grades.map(({ price }) => price)).toEqual([
    5_000_000, 4_500_000, 1_500_000,
  ])
  expect(model.questions.map(({ answers }) => answers.map(({ deduction }) => deduction))).toEqual([
    [0, 3_500_000],
    [0, 500_000],
    [0, 100_000, 5_000_000],
  ])
  expect(refusalOf(await get('/device?model_code=khong-co'))).toBe('404 old_device_not_found')
})

test('values a device: every answer with what it takes off, never below zero', async () => {
  const worn = { power: 'no', body: 'scratched', box: 'no' }
  const found = dataOf<TradeValue>(await value({ answers: worn }))
  expect(found).toMatchObject({ value: 1_400_000, grade_code: 'E', target: null })
  // The device is graded E already, so that scratches take off nothing more.
  expect(found.deductions.map(({ deduction }) => deduction)).toEqual([3_500_000, 0, 100_000])
  const drowned = dataOf<TradeValue>(await value({ answers: { ...worn, box: 'drowned' } }))
  expect(drowned).toMatchObject({ value: 0 })
  expect(drowned.deductions.map(({ deduction }) => deduction)).toEqual([3_500_000, 0, 1_500_000])
  const upgrade = dataOf<TradeValue>(await value({ target_item_id: products.phone }))
  expect(upgrade.target).toMatchObject({
    ...{ price: 30_990_000, bonus: 500_000, rest: 25_490_000 },
  })
  // A cable costs less than the device: no bonus is paid out, and nothing is left to pay.
  const cable = dataOf<TradeValue>(await value({ target_item_id: products.cable }))
  expect(cable.target).toMatchObject({ bonus: 0, rest: 0 })
  const open = await value({ answers: { power: 'yes' } })
  expect(refusalOf(open)).toBe('409 answers_missing')
  expect(open.body?.error?.data).toEqual({ question_codes: ['body', 'box'] })
  expect(refusalOf(await value({ device_code: 'khong-co' }))).toBe('404 old_device_not_found')
  expect(refusalOf(await value({ target_item_id: products.withdrawn }))).toBe(
    '404 target_not_found',
  )
})

test('an IMEI is checked, and known if this shop has sold the device', async () => {
  await sql`insert into stock (product_id, shop_id) values (${products.phone}, ${shops.first}) on conflict do nothing`.execute(
    checkout.own.db,
  )
  await sql`insert into unit (product_id, imei1, state, order_code, created_at)
    values (${products.phone}, '490154203237518', 'sold', 'DH1', now())`.execute(checkout.own.db)
  const known = await get('/device/imei?imei=49-015420-323751-8')
  expect(dataOf(known)).toEqual({ model_code: 'may-cu', device_code: old_phone })
  const unknown = await get(`/device/imei?imei=${some_imei}`)
  expect(dataOf(unknown)).toEqual({ model_code: null, device_code: null })
  expect((await get('/device/imei?imei=490154203237519')).status).toBe(422)
})

test('a quote keeps its terms when prices change; its owner and its link see it, and nobody else', async () => {
  const buyer = await checkout.buyer()
  const quote = await quoteTrade(buyer, {
    ...{ answers: { ...perfect, box: 'no' }, target_item_id: products.phone, imei: some_imei },
  })
  expect(quote).toMatchObject({
    code: expect.stringMatching(/^TC261120-[0-9A-Z]{8}$/) as string,
    ...{ state: 'quoted', value: 4_900_000, bonus: 500_000, device_tail: '3809', offer: null },
    target: { rest: 25_590_000 },
    expires_at: '2026-11-27T16:59:59.000Z',
    may: { cancel: true, answer: false, name_order: true, attach: true },
  })
  await sql`update trade_device set base_price = 1000000 where code = ${old_phone}`.execute(
    checkout.own.db,
  )
  await sql`update trade_answer set deduction = 9000 where answer_code = 'no'`.execute(
    checkout.own.db,
  )
  const query = `${path}/trade-in?code=${quote.code.toLowerCase()}`
  expect(dataOf<TradeQuote>(await buyer.call('GET', query))).toEqual(quote)
  await sql`update trade_device set base_price = 5000000 where code = ${old_phone}`.execute(
    checkout.own.db,
  )
  await sql`update trade_answer set deduction = case question_code when 'box' then 200 else 0 end
    where answer_code = 'no'`.execute(checkout.own.db)
  const linked = await checkout.door.call('GET', `${query}&secret=${quote.secret}`)
  expect(dataOf<TradeQuote>(linked)).toEqual(quote)
  expect(linked.text).not.toContain('913')
  expect(dataOf<TradeQuote[]>(await buyer.call('GET', `${path}/trade-ins`))).toEqual([quote])
  expect(quote.thumbnail).toBe('/media/products/11.webp')
  const stranger = await checkout.buyer()
  const device_report = await signedReport('Máy cũ')
  const { code } = quote
  const wrong = '0'.repeat(40)
  for (const answer of [
    await stranger.call('GET', query),
    await stranger.call('GET', `${path}/trade-in?code=TC261120-00000000`),
    await checkout.door.call('GET', `${query}&secret=${wrong}`),
    await stranger.call('POST', `${path}/trade-in/cancel`, { code }),
    await checkout.door.call('POST', `${path}/trade-in/cancel?secret=${wrong}`, { json: { code } }),
    await stranger.call('POST', `${path}/trade-in/accept`, { code, amount_seen: 1 }),
    await stranger.call('POST', `${path}/trade-in/decline`, { code }),
    await stranger.call('POST', `${path}/trade-in/report`, { code, device_report }),
    await stranger.call('POST', `${path}/trade-in/order`, { code, order_code: 'DH1' }),
  ]) {
    expect(refusalOf(answer)).toBe('404 trade_in_not_found')
  }
  const cancelled = dataOf<TradeQuote>(
    await buyer.call('POST', `${path}/trade-in/cancel`, { code }),
  )
  expect(cancelled).toMatchObject({ state: 'cancelled', may: { cancel: false, name_order: false } })
  const again = await buyer.call('POST', `${path}/trade-in/cancel`, { code })
  expect(dataOf<TradeQuote>(again)).toEqual(cancelled)
  const closed = '409 trade_in_closed'
  expect(refusalOf(await buyer.call('POST', `${path}/trade-in/decline`, { code }))).toBe(closed)
  const accept = { code, amount_seen: 4_900_000 }
  expect(refusalOf(await buyer.call('POST', `${path}/trade-in/accept`, accept))).toBe(closed)
})

async function signedReport(device_name: string): Promise<string> {
  const results = [{ test: 'screen', verdict: 'failed', note: '1 điểm chết' }]
  const json = { device_name, results }
  const signed = await checkout.door.call('POST', '/api/device-test/v1/report', { json })
  return dataOf<{ token: string }>(signed).token
}

test('a report that the shop signed is attached to a quote until the shop has said its price', async () => {
  const buyer = await checkout.buyer()
  const token = await signedReport('Máy cũ')
  const page = `http://localhost/kiem-tra-linh-kien-may-tinh-online/ket-qua?ma=${token}`
  const quote = await quoteTrade(buyer, { device_report: page })
  const report = {
    ...{ device_name: 'Máy cũ', made_at: '2026-11-20T08:00:00.000Z' },
    results: [{ test: 'screen', verdict: 'failed', note: '1 điểm chết' }],
  }
  expect(quote.report).toEqual(report)
  const { code, secret } = quote
  const attach = (device_report: string) =>
    checkout.door.call('POST', `${path}/trade-in/report?secret=${secret}`, {
      json: { code, device_report },
    })
  const other = await signedReport('Máy cũ của tôi')
  checkout.now = new Date('2026-11-20T08:05:00Z')
  const later = await signedReport('Máy cũ của tôi')
  expect(dataOf<TradeQuote>(await attach(later)).report?.device_name).toBe('Máy cũ của tôi')
  const events = dataOf<TradeQuote>(await attach(later)).events.map(({ move }) => move)
  expect(events).toEqual(['quote', 'attach_report'])
  for (const wrong of [`${other}0`, 'https://o.example.test/', 'x']) {
    expect(refusalOf(await attach(wrong))).toBe('404 report_is_invalid')
  }
  expect(refusalOf(await ask(buyer, { device_report: 'x' }))).toBe('404 report_is_invalid')
  checkout.now = new Date('2026-12-21T08:00:00Z')
  expect(refusalOf(await attach(later))).toBe('410 report_is_expired')
  checkout.now = new Date('2026-11-20T08:00:00Z')
  dataOf(await buyer.call('POST', `${path}/trade-in/cancel`, { code }))
  expect(refusalOf(await attach(later))).toBe('409 trade_in_closed')
})

test('a report counts for one quote, until that quote is over', async () => {
  const [owner, other] = [await checkout.buyer(), await checkout.buyer()]
  const device_report = await signedReport('Máy của một người')
  const used = '409 report_is_used'
  const quote = await quoteTrade(owner, { device_report })
  expect(refusalOf(await ask(other, { device_report }))).toBe(used)
  const plain = await quoteTrade(other)
  const attach = (who: Buyer, { code }: TradeQuote) =>
    who.call('POST', `${path}/trade-in/report`, { code, device_report })
  expect(refusalOf(await attach(other, plain))).toBe(used)
  // Its own quote may get it again.
  expect(dataOf<TradeQuote>(await attach(owner, quote)).code).toBe(quote.code)
  dataOf(await owner.call('POST', `${path}/trade-in/cancel`, { code: quote.code }))
  expect(dataOf<TradeQuote>(await attach(other, plain)).report?.device_name).toBe(
    'Máy của một người',
  )
  checkout.now = new Date('2026-11-20T08:01:00Z')
  const fresh = await signedReport('Máy của một người')
  const at_once = await Promise.all([owner, other].map((who) => ask(who, { device_report: fresh })))
  expect(at_once.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a repeated call gets the same quote; seven days later it is over', async () => {
  const buyer = await checkout.buyer()
  const wish = tradeWish({ idempotency_key: 'trade-in-1' })
  const send = () => buyer.call('POST', `${path}/trade-in`, wish)
  const answers = await Promise.all([send(), send(), send()])
  expect(new Set(answers.map((answer) => dataOf<TradeQuote>(answer).code)).size).toBe(1)
  const [first] = answers.map((answer) => dataOf<TradeQuote>(answer))
  checkout.now = new Date('2026-11-27T17:00:00Z')
  const { code = '', secret = '' } = first ?? {}
  const link = `${path}/trade-in?code=${code}&secret=${secret}`
  const { state, may } = dataOf<TradeQuote>(await checkout.door.call('GET', link))
  expect({ state, may }).toEqual({
    state: 'expired',
    may: { cancel: false, answer: false, name_order: false, attach: false },
  })
  const cancel = `${path}/trade-in/cancel?secret=${secret}`
  const late = await checkout.door.call('POST', cancel, { json: { code } })
  expect(refusalOf(late)).toBe('409 trade_in_closed')
})

test.each([
  [{ device_code: 'khong-co' }, '404 old_device_not_found'],
  [{ target_item_id: products.unpriced }, '404 target_not_found'],
  [{ answers: {} }, '409 answers_missing'],
  [{ answers: { ...perfect, box: 'drowned' } }, '409 device_without_value'],
  [{ value_seen: 5_000_001 }, '409 value_changed'],
  [{ erp_shop_id: shops.repairs }, '409 shop_buys_nothing'],
  [{ erp_shop_id: 999 }, '409 shop_buys_nothing'],
  [{ visit_on: '2026-11-19' }, '409 day_not_offered'],
  [{ visit_on: '2026-11-28' }, '409 day_not_offered'],
])('refuses %j', async (changes, refusal) => {
  expect(refusalOf(await ask(await checkout.buyer(), changes))).toBe(refusal)
})

test.each([
  [{ imei: '356938035643808' }, 'imei'],
  [{ imei: '35693803564380' }, 'imei'],
  [{ customer_name: '12' }, 'customer_name'],
  [{ customer_phone: '12' }, 'customer_phone'],
  [{ visit_on: 'mai' }, 'visit_on'],
])('names the wrong field of %j', async (changes, field) => {
  const answer = await ask(await checkout.buyer(), changes)
  expect(answer.status).toBe(422)
  expect(answer.text).toContain(`"${field}"`)
})

test('a phone has five open quotes, also when they are asked for at once', async () => {
  const buyer = await checkout.buyer()
  const customer_phone = '0914000001'
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(buyer, { customer_phone })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status !== 200).map(refusalOf)
  expect(new Set(refused)).toEqual(new Set(['409 too_many_trade_ins']))
})

test('the own order that is picked up at the shop may be named, once', async () => {
  const buyer = await checkout.buyer()
  const { code } = await quoteTrade(buyer)
  const name = (trade_code: string, order_code: string, by = buyer) =>
    by.call('POST', `${path}/trade-in/order`, { code: trade_code, order_code })
  await buyer.prepare(products.cable)
  const delivered = dataOf<Order>(await buyer.order())
  expect(refusalOf(await name(code, delivered.code))).toBe('409 order_not_usable')
  dataOf(await buyer.add(products.cable))
  dataOf(await buyer.quote({ [products.cable]: 1 }))
  dataOf(await buyer.address({ shipping_method: 'store_pickup', erp_shop_id: shops.first }))
  const order = dataOf<Order>(await buyer.order())
  expect(dataOf<TradeQuote>(await name(code, order.code)).order_code).toBe(order.code)
  expect(dataOf<TradeQuote>(await name(code, order.code)).order_code).toBe(order.code)
  const other = await quoteTrade(buyer)
  expect(refusalOf(await name(other.code, order.code))).toBe('409 order_not_usable')
  const stranger = await checkout.buyer()
  const own = await quoteTrade(stranger)
  expect(refusalOf(await name(own.code, order.code, stranger))).toBe('409 order_not_usable')
})
