import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { returns } from '#contracts/staff/returns.ts'
import type { OrderReturns } from '#contracts/storefront/returns.ts'
import type { StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { givePhonesCodes } from '#test/goods/coded-phones.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { assertStock, clearUnits } from '#test/support/stock-ledger.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
let office: StaffServices
let lan: StaffActor
/** Mai handles returns of the first shop, Nga those of the shop in Hà Nội. */
let mai: StaffActor
let nga: StaffActor

const imeis = ['353912110000017', '353912110000025', '353912110000033'] as const
const path = '/api/cart/v1/order/returns'

beforeAll(async () => {
  const { db } = checkout.own
  const now = () => checkout.now
  const providers = await testProviders({ db, now, gateways: [cashOnDelivery] })
  office = staffOffice(providers).services
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Lan', 'lan', now()), ('Mai', 'mai', now()),
      ('Nga', 'nga', now()) returning staff_id`.execute(db)
  const [first = 0, second = 0, third = 0] = rows.map(({ staff_id }) => staff_id)
  lan = { ...test_staff, name: 'Lan', staff_id: first }
  const own = { scope: 'shops', max_amount: null } as const
  const handling = (shop_id: number) =>
    staffWith({ 'returns.handle': own, 'refunds.ask': own }, [shop_id])
  mai = { ...handling(shops.first), name: 'Mai', staff_id: second }
  nga = { ...handling(shops.hanoi), name: 'Nga', staff_id: third }
})
beforeEach(() => givePhonesCodes(checkout.own.db, imeis, checkout.now))
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
  await clearUnits(checkout.own.db)
})

const pass = (days: number) => {
  checkout.now = new Date(checkout.now.getTime() + days * 86_400_000)
}

async function placed(item: number, quantity = 1) {
  const buyer = await checkout.buyer()
  await buyer.prepare(item, quantity)
  const order = dataOf<Order>(await buyer.order())
  return { buyer, order_code: order.code, secret: order.secret }
}

async function delivered(item: number = products.phone, quantity = 1) {
  const order = await placed(item, quantity)
  await deliverOrder(office, order.order_code)
  return order
}

const wish = { position: 1, reason: 'faulty', wish: 'exchange', words: 'Máy tự tắt' } as const
const ask = (buyer: Buyer, order_code: string, more: object = {}) =>
  buyer.call('POST', path, { ...wish, order_code, ...more })
const read = async (buyer: Buyer, order_code: string) =>
  dataOf<OrderReturns>(await buyer.call('GET', `${path}?order_code=${order_code}`))
const askedCode = async (buyer: Buyer, order_code: string, more: object = {}) =>
  dataOf<{ code: string }>(await ask(buyer, order_code, more)).code
const withdraw = (buyer: Buyer, order_code: string, code: string) =>
  buyer.call('POST', `${path}/withdraw`, { order_code, code })

describe('a shopper', () => {
  test('who sends the form in two tabs asks once; other words are another return', async () => {
    const { buyer, order_code } = await delivered(products.cable, 2)
    const both = await Promise.all([1, 2].map(() => askedCode(buyer, order_code)))
    expect(new Set(both).size).toBe(1)
    const [code = ''] = both
    const other = await askedCode(buyer, order_code, { words: 'Cái thứ hai cũng hỏng' })
    expect(other).not.toBe(code)
    expect(refusalOf(await ask(buyer, order_code, { words: 'Cái thứ ba' }))).toBe(
      '409 returned_already',
    )
    // One that was withdrawn is asked for anew.
    await withdraw(buyer, order_code, code)
    expect(await askedCode(buyer, order_code)).not.toBe(code)
  })

  test('asks for a return, is told where to bring the goods, and the counter goes on with it', async () => {
    const { buyer, order_code } = await delivered()
    pass(2)
    const before = await read(buyer, order_code)
    await sql`update sales_order_line set thumbnail = '/media/phone.webp'`.execute(checkout.own.db)
    expect(before).toMatchObject({ day: 2, requests: [], lines: [{ position: 1, left: 1 }] })
    expect((await read(buyer, order_code)).lines).toMatchObject([
      { thumbnail: '/media/phone.webp' },
    ])
    expect(before.lines[0]?.previews).toEqual([
      { reason: 'faulty', percent: 0, fee: 0, refund: 30_990_000 },
      { reason: 'not_liked', percent: 20, fee: 6_198_000, refund: 24_792_000 },
      { reason: 'wrong_item', percent: 0, fee: 0, refund: 30_990_000 },
    ])
    const code = await askedCode(buyer, order_code)
    const asked = await read(buyer, order_code)
    expect(asked.lines).toEqual([])
    expect(asked.requests).toMatchObject([
      {
        ...{ code, state: 'asked', shop: null, thumbnail: '/media/phone.webp' },
        ...{ words: 'Máy tự tắt', may: { withdraw: true } },
      },
    ])
    // Whoever sees the order sees the request; another shop does not.
    expect((await office.returns.returns(mai, { state: 'asked' })).rows).toMatchObject([{ code }])
    expect(await office.today.waiting(mai, {})).toMatchObject([
      { kind: 'asked_returns', count: 1, oldest_at: checkout.now.toISOString() },
    ])
    expect((await office.returns.returns(nga, {})).rows).toEqual([])
    await expect(office.returns.return(nga, { code })).rejects.toMatchObject({
      code: 'return_not_found',
    })
    // The shop of the order is offered first.
    const seen = await office.returns.return(lan, { code })
    expect(seen).toMatchObject({ shop: null, shop_id: shops.first, wish: 'exchange' })
    const accepted = { code, version: 1, shop_id: shops.first, note: 'Mang theo hộp' }
    await expect(
      office.returns.accept(mai, { ...accepted, shop_id: shops.hanoi }),
    ).rejects.toMatchObject({ code: 'shop_not_found' })
    const twice = [mai, lan].map((actor) => office.returns.accept(actor, accepted))
    const outcomes = await Promise.allSettled(twice)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await read(buyer, order_code)).requests).toMatchObject([
      { state: 'accepted', bring_by: '2026-11-29', note: 'Mang theo hộp', may: { withdraw: true } },
    ])
    const { rows } = await sql<{ facts: object }>`
      select facts from outbox where template = 'return_accepted'`.execute(checkout.own.db)
    expect(rows).toMatchObject([{ facts: { bring_by: '2026-11-29', reason: 'Mang theo hộp' } }])
    // The customer goes to another shop, whose counter scans the device.
    const { rows: units } = await sql<{ imei1: string }>`
      select imei1 from unit where order_code = ${order_code}`.execute(checkout.own.db)
    const unit_code = units[0]?.imei1 ?? ''
    const { lines } = await office.returns.returnable(nga, { q: unit_code })
    const offered = [{ code, reason: 'faulty', quantity: 1, unit_code }]
    expect(lines).toMatchObject([{ left: 0, asked: offered }])
    const brought = { order_code, position: 1, unit_code, reason: 'faulty' } as const
    const taken = await office.returns.open(nga, { ...brought, shop_id: shops.hanoi })
    expect(taken).toEqual({ code })
    expect(refusalOf(await withdraw(buyer, order_code, code))).toBe('409 return_changed')
    // The inspection finds nothing wrong: the fee follows from the real reason.
    const found = { code, version: 3, grade: 'opened', signed_out: true, reason: 'not_liked' }
    await office.returns.inspect(nga, returns.inspect.input.parse(found))
    expect(await office.returns.refund(nga, { code, version: 4 })).toEqual({ amount: 24_792_000 })
    expect((await read(buyer, order_code)).requests).toMatchObject([
      { state: 'done', outcome: 'refund', amount: 24_792_000, reason: 'not_liked' },
    ])
  })

  test('is refused with a code: not delivered, foreign, too late, twice, too many', async () => {
    const underway = await placed(products.cable)
    expect(refusalOf(await ask(underway.buyer, underway.order_code))).toBe(
      '409 order_not_delivered',
    )
    const { buyer, order_code, secret } = await delivered(products.cable, 12)
    const stranger = await checkout.buyer()
    for (const code of [order_code, 'DH261120-AAAAAAAA']) {
      expect(refusalOf(await ask(stranger, code))).toBe('404 order_not_found')
      const got = await stranger.call('GET', `${path}?order_code=${code}`)
      expect(refusalOf(got)).toBe('404 order_not_found')
    }
    const linked = (key: string) =>
      checkout.door.call('GET', `${path}?order_code=${order_code}&secret=${key}`)
    expect(dataOf<OrderReturns>(await linked(secret)).lines).toHaveLength(1)
    expect(refusalOf(await linked('0'.repeat(40)))).toBe('404 order_not_found')
    const same = { reason: 'not_liked' }
    expect(refusalOf(await ask(buyer, order_code, same))).toBe('409 exchange_not_offered')
    expect(refusalOf(await ask(buyer, order_code, { position: 7 }))).toBe('404 line_not_found')
    expect(refusalOf(await ask(buyer, order_code, { quantity: 13 }))).toBe('409 returned_already')
    // Two presses at once ask once for what is there once.
    const both = await Promise.all(
      [1, 2].map(() => ask(buyer, order_code, { quantity: 7, wish: 'refund' })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    for (const n of [2, 3, 4, 5]) await askedCode(buyer, order_code, { words: `Cái thứ ${n}` })
    const sixth = { words: 'Cái thứ 6' }
    expect(refusalOf(await ask(buyer, order_code, sixth))).toBe('409 too_many_returns')
    const [last] = (await read(buyer, order_code)).requests
    await office.returns.reject(lan, { code: last?.code ?? '', version: 1, note: 'Dây đứt' })
    expect((await read(buyer, order_code)).requests[0]).toMatchObject({
      ...{ state: 'rejected', note: 'Dây đứt' },
    })
    await askedCode(buyer, order_code)
    pass(61)
    // The token of a guest has expired by now; the link of the order has not.
    const late = await checkout.door.call('POST', `${path}?secret=${secret}`, {
      json: { ...wish, order_code },
    })
    expect(refusalOf(late)).toBe('409 return_too_late')
    expect(dataOf<OrderReturns>(await linked(secret)).lines).toEqual([])
  })

  test('names one of several devices, and withdraws; then it can be asked for again', async () => {
    const { buyer, order_code } = await delivered(products.phone, 2)
    const { lines } = await read(buyer, order_code)
    const [first, second] = lines[0]?.units ?? []
    expect(refusalOf(await ask(buyer, order_code))).toBe('422 unit_needed')
    expect(refusalOf(await ask(buyer, order_code, { unit_id: 999_999 }))).toBe('422 unit_differs')
    const code = await askedCode(buyer, order_code, { unit_id: first?.unit_id })
    expect((await read(buyer, order_code)).lines[0]?.units).toEqual([second])
    const again = await ask(buyer, order_code, { unit_id: first?.unit_id })
    expect(refusalOf(again)).toBe('422 unit_differs')
    // A withdrawal and an acceptance at the same moment: one of them is refused.
    const accept = () => office.returns.accept(lan, { code, version: 1, shop_id: shops.first })
    const [withdrawn] = await Promise.all([
      withdraw(buyer, order_code, code),
      accept().catch(() => undefined),
    ])
    expect(withdrawn.status).toBe(200)
    expect((await withdraw(buyer, order_code, code)).status).toBe(200)
    await expect(office.returns.reject(lan, { code, version: 2, note: 'x' })).rejects.toMatchObject(
      { code: 'return_changed' },
    )
    expect((await read(buyer, order_code)).lines[0]?.left).toBe(2)
    await askedCode(buyer, order_code, { unit_id: first?.unit_id })
    const stranger = await checkout.buyer()
    expect(refusalOf(await withdraw(stranger, order_code, code))).toBe('404 order_not_found')
    const other = await delivered(products.cable)
    expect(refusalOf(await withdraw(other.buyer, other.order_code, code))).toBe(
      '404 return_not_found',
    )
  })

  test('sends pictures that only they and staff in reach see, until the request is answered', async () => {
    const { buyer, order_code } = await delivered(products.cable, 2)
    const code = await askedCode(buyer, order_code)
    const { name, bytes } = await photo()
    const send = (by: Buyer, more: object = {}) => {
      const picture = { order_code, code, name, image: bytes.toString('base64'), ...more }
      return by.call('POST', `${path}/pictures`, picture)
    }
    expect(dataOf(await send(buyer))).toEqual({ added: 1 })
    const wrong = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    expect(refusalOf(await send(buyer, { image: wrong }))).toBe('422 picture_wrong_kind')
    const [asked] = (await read(buyer, order_code)).requests
    const picture_id = asked?.pictures[0]?.picture_id ?? 0
    const look = (by: Buyer, more: object = {}) => {
      const query = { order_code, code, picture_id: String(picture_id), size: 'small', ...more }
      return by.call('GET', `${path}/picture?${new URLSearchParams(query)}`)
    }
    const { image } = dataOf<{ image: string }>(await look(buyer))
    expect(Buffer.from(image, 'base64').toString('latin1', 8, 12)).toBe('WEBP')
    const stranger = await delivered(products.cable)
    expect(refusalOf(await send(stranger.buyer))).toBe('404 order_not_found')
    expect(refusalOf(await look(stranger.buyer))).toBe('404 order_not_found')
    // Neither through an order of their own, nor through another return of the same order.
    const own = { order_code: stranger.order_code }
    expect(refusalOf(await look(stranger.buyer, own))).toBe('404 picture_not_found')
    expect(refusalOf(await send(stranger.buyer, own))).toBe('404 return_not_found')
    const second = await askedCode(buyer, order_code, { words: 'Cái thứ hai cũng hỏng' })
    expect(refusalOf(await look(buyer, { code: second }))).toBe('404 picture_not_found')
    const seen = { code, picture_id, size: 'small' } as const
    const { pictures } = await office.returns.return(mai, { code })
    expect(pictures).toMatchObject([{ picture_id, staff_name: null }])
    await expect(office.returns.picture(nga, seen)).rejects.toMatchObject({
      code: 'subject_not_found',
    })
    await office.returns.accept(mai, { code, version: 1, shop_id: shops.first })
    expect(refusalOf(await send(buyer))).toBe('409 return_changed')
    // What the shop photographs is not for the shopper; what they sent goes with their withdrawal.
    await office.returns.addPictures(mai, { code, files: [await photo('#004488')] })
    expect((await read(buyer, order_code)).requests[1]?.pictures).toHaveLength(1)
    expect((await withdraw(buyer, order_code, code)).status).toBe(200)
    const left = (await office.returns.return(mai, { code })).pictures
    expect(left).toMatchObject([{ staff_name: 'Mai' }])
  })
})
