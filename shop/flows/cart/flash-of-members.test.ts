import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { currentPrices } from '#shop/flows/prices/current-prices.ts'
import { type Cart, dataOf, type Quote, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { closeOffers, openFlashSale } from '#test/support/flash-crowd.ts'
import { newMember } from '#test/members/member.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/cart'

afterEach(() => closeOffers(checkout.own.db))

const openWindow = (needs_member: boolean) =>
  openFlashSale(checkout.own.db, {
    ...{ item_id: products.cable, price: 90_000, slots: 5, needs_member, is_online_only: false },
    now: checkout.now,
  })

test('only members have the price; a guest who asks for it is refused with the code of the login modal', async () => {
  const { flash_sale_item_id } = await openWindow(true)
  const guest = await checkout.buyer()
  const wanted = { item_id: products.cable, flash_sale_item_id }
  expect(refusalOf(await guest.call('POST', path, wanted))).toBe('409 invalid_customer')
  expect((await guest.cart()).items).toEqual([])
  const bought = dataOf<Cart>(await guest.call('POST', path, { item_id: products.cable }))
  expect(bought.items[0]).toMatchObject({
    final_price: 150_000,
    flash: { needs_member: true, state: 'running', price: 90_000 },
  })
  const { bearer } = await newMember(checkout.own.db, { now: checkout.now })
  const of_member = await checkout.door.call('POST', path, { headers: bearer, json: wanted })
  expect(dataOf<Cart>(of_member).items[0]).toMatchObject({ final_price: 90_000 })
})

test('a checkout that showed the price to a guest is refused once the window is for members', async () => {
  await openWindow(false)
  const guest = await checkout.buyer()
  await guest.prepare(products.cable)
  await sql`update flash_sale set needs_member = true where is_active`.execute(checkout.own.db)
  expect(refusalOf(await guest.order())).toBe('409 invalid_customer')
  // The cart has the price for everybody again.
  const quote = dataOf<Quote>(await guest.quote({ [products.cable]: 1 }))
  expect(quote.totals.subtotal).toBe(150_000)
})

test('pages for everybody and the price of the day have the price that everybody can have', async () => {
  const { db } = checkout.own
  await openWindow(true)
  const { rows } = await sql<{ path: string }>`
    select path from slug where kind = 'product' and entity_id = ${products.cable - 1} and is_current`.execute(
    db,
  )
  const { text } = await checkout.door.call('GET', `/${rows[0]?.path}`)
  expect(text).toContain('Dành riêng Smember')
  expect(text).toContain('Mua giá Smember')
  expect(text).toContain('Tiết kiệm thêm đến 60.000đ cho Smember')
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? ''
  expect(data).toMatch(/"price":"?150000\b/)
  expect(data).not.toContain('90000')
  const prices = await currentPrices(db, [products.cable - 1], checkout.now)
  expect(prices.map(({ price }) => price)).toEqual([150_000])
})

test('without scripts a guest who wants the price finds the item in the cart beside the login modal', async () => {
  const { flash_sale_item_id } = await openWindow(true)
  const guest = await checkout.buyer()
  const headers = { cookie: `token=${guest.token}`, 'sec-fetch-site': 'same-origin' }
  const form = new URLSearchParams({
    ...{ intent: 'add', item_id: String(products.cable), buy_now: '1' },
    flash_sale_item_id: String(flash_sale_item_id),
  })
  const pressed = await checkout.door.call('POST', '/cart', { form, headers })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([
    303,
    '/cart?dang_nhap=smember',
  ])
  const { text } = await checkout.door.call('GET', '/cart?dang_nhap=smember', { headers })
  expect(text).toContain('Giá Flash Sale này dành riêng Smember')
  expect((await guest.cart()).items).toMatchObject([{ final_price: 150_000 }])
})
