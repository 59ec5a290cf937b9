import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { OrderReturns } from '#contracts/storefront/returns.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { returnUrl, sendPicturesUrl } from '#storefront/addresses/order-return.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'tiem-returns-'))
const checkout = openCheckout({ DATA_DIR: data_dir })
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const now = () => checkout.now
  office = staffOffice(await testProviders({ db, now, gateways: [cashOnDelivery] })).services
})
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))

const same_site = { 'sec-fetch-site': 'same-origin' }
const cookie = ({ token }: Buyer) => ({ cookie: `token=${token}`, ...same_site })

async function placed() {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const order = dataOf<Order>(await buyer.order())
  return { buyer, order, order_code: order.code }
}

test('a shopper asks, sends pictures and withdraws by plain forms; a link opens the same page', async () => {
  const { buyer, order, order_code } = await placed()
  const { call } = checkout.door
  const headers = cookie(buyer)
  const open = (path: string, given: Record<string, string> = headers) =>
    call('GET', path, { headers: given })
  const page = returnUrl(order_code)
  // Before the delivery nothing can be returned.
  expect((await open(page)).headers.get('location')).toBe(successUrl('cod', order_code))
  expect((await open(successUrl('cod', order_code))).text).not.toContain('Yêu cầu đổi trả')
  await deliverOrder(office, order_code)
  expect((await open(successUrl('cod', order_code))).text).toContain('Yêu cầu đổi trả')
  expect((await open(page)).text).toContain('Gửi yêu cầu')
  const stranger = cookie(await checkout.buyer())
  expect((await open(page, stranger)).status).toBe(404)
  expect((await open(returnUrl(order_code, '0'.repeat(40)), {})).status).toBe(404)
  const linked = returnUrl(order_code, order.secret)
  expect((await open(linked, {})).text).toContain('Gửi yêu cầu')

  const send = (fields: Record<string, string>, given = headers) =>
    call('POST', page, {
      form: new URLSearchParams({ order_code, ...fields }),
      headers: given,
    })
  const asked = { intent: 'ask', position: '1', reason: 'not_liked', words: 'Sai màu' }
  const refused = await send({ ...asked, wish: 'exchange' })
  expect([refused.status, refused.text.includes('không đổi máy cùng loại')]).toEqual([409, true])
  expect(refused.text).toContain('Sai màu</textarea>')
  expect((await send({ ...asked, wish: 'refund' }, stranger)).status).toBe(404)
  const sent = await send({ ...asked, wish: 'refund' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, page])

  const read = async () => {
    const path = `/api/cart/v1/order/returns?order_code=${order_code}`
    return dataOf<OrderReturns>(await buyer.call('GET', path)).requests[0]
  }
  const code = (await read())?.code ?? ''
  const upload = async (
    key: string | undefined,
    given: Record<string, string>,
    files: Awaited<ReturnType<typeof photo>>[],
  ) => {
    const form = new FormData()
    for (const { name, bytes } of files)
      form.append('pictures', new Blob([Uint8Array.from(bytes)]), name)
    return call('POST', sendPicturesUrl({ order_code, key, code }), { form, headers: given })
  }
  const svg = { name: 'hình.jpg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
  const two = await upload(undefined, headers, [svg, await photo()])
  expect(two.headers.get('location')).toBe(
    returnUrl(order_code, undefined, loi('picture_wrong_kind')),
  )
  expect((await open(two.headers.get('location') ?? '')).text).toContain('không phải ảnh JPEG')
  const data = { accept: 'application/json' }
  const more = await upload(order.secret, { ...same_site, ...data }, [await photo('#123456')])
  expect(more.body).toEqual({ problem: null, data: null })
  expect((await upload(undefined, { ...headers, ...data }, [])).text).toContain('"none"')
  expect((await upload(undefined, { ...stranger, ...data }, [await photo()])).status).toBe(404)
  expect((await upload(undefined, {}, [await photo()])).headers.get('location')).toContain('loi=')
  const seven = await Promise.all(
    ['1', '2', '3', '4', '5', '6', '7'].map((n) => photo(`#00000${n}`)),
  )
  expect((await upload(undefined, { ...headers, ...data }, seven)).text).toContain('"too_many"')
  const foreign = { ...headers, 'sec-fetch-site': 'cross-site' }
  expect((await upload(undefined, foreign, [await photo()])).status).toBe(403)
  expect((await read())?.pictures).toHaveLength(2)

  const shown = (await open(page)).text
  const [src = ''] = /\/cart\/return\/picture\?[^"]+co=small/.exec(shown) ?? []
  const picture = src.replaceAll('&amp;', '&')
  const seen = await open(picture)
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await open(picture, stranger)).status).toBe(404)
  expect((await open(picture, {})).status).toBe(404)

  const withdrawn = await send({ intent: 'withdraw', code })
  expect(withdrawn.status).toBe(303)
  expect((await open(page)).text).toContain('Bạn đã rút yêu cầu')
  expect((await open(picture)).status).toBe(404)
})

const loi = (problem: string) => ({ loi: problem })
