import { afterAll, describe, expect, test } from 'vitest'
import { vietQrText } from '#pure/vietnamese/vietqr.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { live_env } from '#test/support/relay.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/ngan-hang-thu'
const doors: Door[] = []
afterAll(() => Promise.all(doors.map((door) => door.close())))

const qrOf = ({ code, totals }: Order) =>
  vietQrText({
    bank_bin: '970422',
    account_number: 'TIEMDEMO000000',
    amount: totals.grand_total,
    purpose: code.replace('-', ''),
  })
const pay = (qr: string, action: string, site = 'same-origin') =>
  checkout.door.call('POST', path, {
    form: new URLSearchParams({ qr, action }),
    headers: { 'sec-fetch-site': site },
  })

describe('the sandbox bank', () => {
  test('reads a QR code and refuses a text that is no QR code', async () => {
    const qr = vietQrText({ bank_bin: '970416', account_number: '1', amount: 5, purpose: null })
    const shown = await checkout.door.call('GET', `${path}?qr=${encodeURIComponent(qr)}`)
    expect(shown.text).toContain('ACB')
    const wrong = await checkout.door.call('GET', `${path}?qr=%3Cb%3E`)
    expect(wrong.text).toContain('Đây không phải mã VietQR')
    expect(wrong.text).not.toContain('<b>')
  })

  test.each([
    ['exact', 1, 'pending'],
    ['under', 1, 'awaiting_payment'],
    ['over', 1, 'pending'],
    ['double', 2, 'pending'],
    ['repeat', 3, 'pending'],
    ['late', 1, 'pending'],
    ['unknown', 1, 'awaiting_payment'],
    ['wrong_account', 1, 'awaiting_payment'],
    ['forged', 0, 'awaiting_payment'],
  ])('%s: %d messages are accepted, the order is %s', async (action, accepted, state) => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    const { text: page } = await checkout.door.call(
      'GET',
      `${path}?qr=${encodeURIComponent(qrOf(order))}`,
    )
    expect(page).toContain(`<button name="action" value="${action}"`)
    const { text } = await pay(qrOf(order), action)
    expect(text.match(/Cửa hàng đáp 200/g) ?? []).toHaveLength(accepted)
    const now = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect([now.code, now.state]).toEqual([order.code, state])
  })

  test('refuses a cross-site form and an unknown action', async () => {
    const qr = vietQrText({ bank_bin: '970416', account_number: '1', amount: 5, purpose: null })
    expect((await pay(qr, 'exact', 'cross-site')).status).toBe(403)
    expect((await pay(qr, 'rob')).status).toBe(422)
    expect((await pay('nothing', 'exact')).status).toBe(422)
  })

  test('a live shop has no sandbox bank', async () => {
    const door = await openDoor(checkout.own, { env: live_env })
    doors.push(door)
    const { text } = await door.call('GET', path)
    expect(text).not.toContain('Ngân hàng thử')
    const own = { 'sec-fetch-site': 'same-origin' }
    const form = new URLSearchParams({ qr: 'x', action: 'exact' })
    expect((await door.call('POST', path, { form, headers: own })).text).not.toContain(
      'Cửa hàng đáp',
    )
  })
})
