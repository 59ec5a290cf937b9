import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { LookedUpOrder, Ticket, Warranty } from '#contracts/storefront/lookup.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { givePhonesCodes } from '#test/goods/coded-phones.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { solvedCaptcha } from '#test/support/solve-captcha.ts'

const checkout = openCheckout()
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const now = () => checkout.now
  office = staffOffice(await testProviders({ db, now, gateways: [cashOnDelivery] })).services
})

const same_site = { 'sec-fetch-site': 'same-origin' }
const phone = '0912 345 678'
const post = (part: string, json: unknown) =>
  checkout.door.call('POST', `/api/lookup/v1/${part}`, { json })

async function placed(item_id: number = products.cable) {
  const buyer = await checkout.buyer()
  await buyer.prepare(item_id)
  return { buyer, order: dataOf<Order>(await buyer.order()) }
}

describe('an order', () => {
  test('is found by code and phone in any notation, and names nobody', async () => {
    const { order } = await placed()
    const code = ` ${order.code.toLowerCase()} `
    const answer = await post('order', { code, phone: '+84 912.345.678' })
    expect(dataOf<LookedUpOrder>(answer)).toMatchObject({
      code: order.code,
      state: 'pending',
      grand_total: order.totals.grand_total,
      goods: [{ quantity: 1, is_gift: false }],
      recipient: { name: 'N••• V••• A•••', phone: '09•• ••• 678' },
      place: 'Phường Tân Định',
      shipping_method: 'home_delivery',
    })
    for (const personal of ['Nguyễn', '912345', '345678', 'Trần Quang Khải', order.secret]) {
      expect(answer.text).not.toContain(personal)
    }
  })

  test('gets one and the same answer for a wrong phone, a wrong code and both', async () => {
    const { order } = await placed()
    const absent = `${order.code.slice(0, -8)}ZZZZ2345`
    const answers = await Promise.all([
      post('order', { code: order.code, phone: '0987 654 321' }),
      post('order', { code: absent, phone }),
      post('order', { code: absent, phone: '0987 654 321' }),
    ])
    for (const answer of answers) expect(refusalOf(answer)).toBe('404 lookup_not_found')
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(refusalOf(await post('order', { code: order.code, phone: '12' }))).toBe(
      '422 invalid_input',
    )
    expect(refusalOf(await post('order', { code: order.code }))).toBe('422 invalid_input')
  })
})

describe('a warranty', () => {
  const imei = '356938035643809'

  test('is found by IMEI once the device is sold, and by the order', async () => {
    await givePhonesCodes(checkout.own.db, [imei], checkout.now)
    const look = () => post('warranty/device', { imei: '35-693803-564380-9' })
    // A device that lies in a shop is no shopper's business.
    expect(refusalOf(await look())).toBe('404 device_not_found')
    const { order } = await placed(products.phone)
    const proof = { code: order.code, phone }
    const waiting = dataOf<Warranty[]>(await post('warranty/order', proof))
    expect(waiting).toMatchObject([{ code_end: null, from: null, until: null, is_over: false }])
    await deliverOrder(office, order.code)
    const warranty = { code_end: '3809', months: 12, from: '2026-11-20', until: '2027-11-20' }
    expect(dataOf<Warranty[]>(await look())).toMatchObject([{ ...warranty, is_over: false }])
    expect(dataOf<Warranty[]>(await post('warranty/order', proof))).toMatchObject([warranty])
    checkout.now = new Date('2027-11-21T01:00:00Z')
    expect(dataOf<Warranty[]>(await look())).toMatchObject([{ is_over: true }])
    expect(refusalOf(await post('warranty/order', { ...proof, phone: '0987654321' }))).toBe(
      '404 lookup_not_found',
    )
  })

  test('of goods without codes begins with the delivery', async () => {
    const { order } = await placed()
    await deliverOrder(office, order.code)
    expect(
      dataOf<Warranty[]>(await post('warranty/order', { code: order.code, phone })),
    ).toMatchObject([{ code_end: null, from: '2026-11-20', until: '2027-11-20' }])
  })
})

test('a return is found by its code and the phone of its order', async () => {
  const { buyer, order } = await placed()
  await deliverOrder(office, order.code)
  const { code } = dataOf<{ code: string }>(
    await buyer.call('POST', '/api/cart/v1/order/returns', {
      ...{ order_code: order.code, position: 1, reason: 'not_liked', wish: 'refund' },
    }),
  )
  const found = dataOf<Ticket>(await post('ticket', { code: code.toLowerCase(), phone }))
  expect(found).toMatchObject({ kind: 'return', code, state: 'asked', quantity: 1 })
  expect(refusalOf(await post('ticket', { code, phone: '0987654321' }))).toBe(
    '404 lookup_not_found',
  )
  expect(refusalOf(await post('ticket', { code: 'DT999999', phone }))).toBe('404 lookup_not_found')
})

describe('the page', () => {
  const send = (buyer: Buyer, fields: Record<string, string>) =>
    checkout.door.call('POST', '/tracuu', {
      form: new URLSearchParams(fields),
      headers: { cookie: `token=${buyer.token}`, ...same_site },
    })

  test('shows an order to a plain form, and its own page to the browser that ordered', async () => {
    const { buyer, order } = await placed()
    const fields = { intent: 'order', code: order.code, phone }
    const own = await send(buyer, fields)
    expect(own.status).toBe(200)
    expect(own.text).toContain('Chờ xác nhận')
    expect(own.text).toContain(`/cart/success/cod?code=${order.code}`)
    const other = await send(await checkout.buyer(), fields)
    expect(other.text).toContain('Chờ xác nhận')
    expect(other.text).not.toContain('/cart/success/')
    expect(other.text).not.toContain(order.secret)
    const wrong = await send(buyer, { ...fields, phone: '0987654321' })
    expect(wrong.status).toBe(404)
    expect(wrong.text).toContain('không khớp với đơn nào')
    expect(wrong.text).toContain('value="0987654321"')
  })
})

describe('guesses', () => {
  let limited: Door
  beforeAll(async () => {
    const env = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }
    limited = await openDoor(checkout.own, { now: () => checkout.now, env })
  })
  afterAll(() => limited.close())

  test('of one phone end in 429 with a captcha, right and wrong ones counted alike', async () => {
    const { order } = await placed()
    const guess = (code: string) =>
      limited.call('POST', '/api/lookup/v1/order', {
        json: { code, phone },
        headers: { 'x-forwarded-for': '198.51.100.7' },
      })
    const statuses: number[] = []
    for (let round = 0; round < 11; round++) {
      statuses.push((await guess(round % 2 === 0 ? order.code : 'DH261120-ZZZZ2345')).status)
    }
    expect(statuses.slice(0, 10)).toEqual([200, 404, 200, 404, 200, 404, 200, 404, 200, 404])
    expect(statuses[10]).toBe(429)
    expect((await guess(order.code)).text).toContain('Recaptcha')
  })

  test('of IMEI numbers on the page go on with one captcha', async () => {
    const { token } = await checkout.buyer()
    const guess = (more: Record<string, string> = {}) =>
      limited.call('POST', '/tracuu', {
        form: new URLSearchParams({ intent: 'device', imei: '490154203237518', ...more }),
        headers: { ...same_site, cookie: `token=${token}`, 'x-forwarded-for': '198.51.100.8' },
      })
    for (let round = 0; round < 20; round++) expect((await guess()).status).toBe(404)
    expect((await guess()).status).toBe(429)
    const solved = await solvedCaptcha(limited)
    expect((await guess({ 'g-recaptcha-response': solved })).status).toBe(404)
  })
})
