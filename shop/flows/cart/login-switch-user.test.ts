import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Buyer,
  buyerWith,
  type Cart,
  dataOf,
  type Order,
  refusalOf,
} from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { newMember, type TestMember } from '#test/members/member.ts'
import { offerUsed, usedPhone } from '#test/goods/used-devices.ts'
import { endOffers, startCombo } from '#test/support/baskets/small-offers.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { addRepairs, products, repairs, shops } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/login-switch-user'
let guest: Buyer
let member: Buyer
let person: TestMember
let phones = 100

/** A member with a phone of their own. */
async function someone(): Promise<TestMember> {
  phones += 1
  return newMember(checkout.own.db, { phone: `+84912000${phones}`, now: checkout.now })
}

beforeEach(async () => {
  await endOffers(checkout.own.db)
  guest = await checkout.buyer()
  person = await someone()
  member = buyerWith(checkout.door, person.token)
})

const switchUser = (token = guest.token, by = member) => by.call('POST', path, { token })
const quantities = ({ items }: Cart) =>
  items.map(({ item_id, item_quantity }) => [item_id, item_quantity])

describe('POST /v1/login-switch-user', () => {
  test('adds the guest cart to that of the member, and a second call changes nothing', async () => {
    await guest.add(products.cable, 2)
    await guest.add(products.phone, 1)
    await member.add(products.cable, 1)
    const [, phone_line] = (await guest.cart()).items
    const merged = dataOf<Cart>(await switchUser())
    expect(quantities(merged)).toEqual(
      expect.arrayContaining([
        [products.cable, 3],
        [products.phone, 1],
      ]),
    )
    expect(merged.items.map(({ line_id }) => line_id)).toContain(phone_line?.line_id)
    expect((await guest.cart()).items).toEqual([])
    expect(dataOf<Cart>(await switchUser())).toEqual(merged)
  })

  test('keeps one piece of a used device that is in both carts', async () => {
    const { product_id } = await offerUsed(checkout.own.db, usedPhone(1))
    await guest.add(product_id)
    await member.add(product_id)
    expect(quantities(dataOf<Cart>(await switchUser()))).toEqual([[product_id, 1]])
  })

  test('a loan that is in both carts stays one piece, and the one of the guest is selected', async () => {
    const inParts = async (by: Buyer, item_id: number) =>
      dataOf(await by.call('POST', '/api/cart/v1/cart', { item_id, item_type: 4 }))
    await inParts(member, products.phone)
    await inParts(member, products.cable)
    await inParts(guest, products.phone)
    const { items } = dataOf<Cart>(await switchUser())
    expect(
      items.map(({ item_id, item_quantity, is_selected }) => [item_id, item_quantity, is_selected]),
    ).toEqual([
      [products.phone, 1, true],
      [products.cable, 1, false],
    ])
  })

  test('adds the wishes of the guest to those of the member, each once', async () => {
    const wishes = '/api/wishlist/v1/wishlist'
    const like = (by: Buyer, product_id: number) => by.call('POST', wishes, { product_id })
    const liked = async (by: Buyer) =>
      dataOf<{ product_ids: number[] }>(await by.call('GET', wishes)).product_ids.toSorted()
    await like(guest, products.phone_version)
    await like(guest, products.cable - 1)
    await like(member, products.cable - 1)
    const wanted = await liked(guest)
    await switchUser()
    await switchUser()
    expect(wanted).toHaveLength(2)
    expect(await liked(member)).toEqual(wanted)
    expect(await liked(guest)).toEqual([])
  })

  test('the bookings of the guest are the member’s', async () => {
    await addRepairs(checkout.own.db)
    const booked = await guest.call('POST', '/api/cart/v1/booking', {
      ...{ item_id: repairs.battery, erp_shop_id: shops.repairs },
      ...{ booking_date: '2026-11-23T09:00', customer_name: 'An', customer_phone: '0912345099' },
    })
    const { code } = dataOf<{ code: string }>(booked)
    dataOf(await switchUser())
    const codes = async (by: Buyer) =>
      dataOf<{ code: string }[]>(await by.call('GET', '/api/cart/v1/bookings')).map(
        (one) => one.code,
      )
    expect([await codes(member), await codes(guest)]).toEqual([[code], []])
  })

  test('the orders with the phone of the member are theirs, those with another phone stay', async () => {
    const national = `0${person.phone.slice(3)}`
    const key = { idempotency_key: 'the-same-key' }
    const ordered = async (by: Buyer, phone: string) => {
      const { quote_id } = await by.prepare(products.cable, 1, { phone })
      const { code } = dataOf<Order>(await by.order({ payment_method: 'cod', ...key }))
      key.idempotency_key += '+'
      return { code, quote_id }
    }
    const own = await ordered(guest, national)
    const gift = await ordered(guest, '0912000999')
    key.idempotency_key = 'the-same-key'
    await ordered(member, national)
    dataOf(await switchUser())
    const seen = async (by: Buyer, code: string) =>
      (await by.call('GET', `/api/cart/v1/order?code=${code}`)).status
    expect([await seen(member, own.code), await seen(guest, own.code)]).toEqual([200, 404])
    expect([await seen(member, gift.code), await seen(guest, gift.code)]).toEqual([404, 200])
    // Whoever goes back to the payment step and presses again finds the order.
    const again = await member.order({ payment_method: 'cod', quote_id: own.quote_id })
    expect(dataOf<Order>(again).code).toBe(own.code)
    expect(await moneyErrors(checkout.own.db)).toEqual([])
  })

  test('twenty tabs at once: quantities once', async () => {
    await guest.add(products.cable, 2)
    await member.add(products.cable, 1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => switchUser()))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect((await member.cart()).item_quantity).toBe(3)
  })

  test('an item that is added at the same moment is not lost', async () => {
    await guest.add(products.cable, 2)
    const adding = Array.from({ length: 5 }, () => member.add(products.cable, 1))
    const answers = await Promise.all([switchUser(), ...adding, switchUser()])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await member.cart()).item_quantity).toBe(7)
  })

  test('a combo line stays beside its main line', async () => {
    const combo_item_id = await startCombo(checkout.own.db, {
      main_product_id: products.phone_version,
      product_id: products.cable,
      price: 99_000,
    })
    await guest.add(products.phone, 1)
    const beside = { main_product_combo_id: products.phone, combo_item_id }
    dataOf(await guest.call('POST', '/api/cart/v1/cart', { item_id: products.cable, ...beside }))
    await member.add(products.phone, 1)
    const { items } = dataOf<Cart>(await switchUser())
    const main = items.find(({ item_id }) => item_id === products.phone)
    const combo = items.find(({ item_id }) => item_id === products.cable)
    expect(main).toMatchObject({ item_quantity: 2 })
    expect(combo).toMatchObject({ parent_line_id: main?.line_id, final_price: 99_000 })
  })

  test('the open checkout goes with the cart, with what was typed, and can be ordered', async () => {
    await member.prepare(products.phone)
    await member.add(products.cable, 1)
    await guest.prepare(products.cable, 2)
    await switchUser()
    const quote = dataOf<{ recipient: object; items: { item_quantity: number }[] }>(
      await member.call('GET', '/api/cart/v1/quote'),
    )
    expect(quote.recipient).toMatchObject({ name: 'Nguyễn Văn An', street: '12 Trần Quang Khải' })
    expect(quote.items.map(({ item_quantity }) => item_quantity)).toEqual([2])
    expect(refusalOf(await guest.call('GET', '/api/cart/v1/quote'))).toBe('404 quote_not_found')
    dataOf(await member.order())
    // The ordered quantity leaves the line that both carts became.
    expect(quantities(await member.cart())).toEqual(expect.arrayContaining([[products.cable, 1]]))
  })

  test('a full cart moves too', async () => {
    await guest.add(products.cable, 60)
    await member.add(products.cable, 60)
    expect((await switchUser()).status).toBe(200)
    expect((await member.cart()).item_quantity).toBeLessThanOrEqual(99)
  })

  test('needs the living token of a guest (T10)', async () => {
    const other = await someone()
    await buyerWith(checkout.door, other.token).add(products.cable, 1)
    for (const token of ['', 'g_', 'null', `g_${'A'.repeat(43)}`, other.token, person.token]) {
      expect(refusalOf(await switchUser(token))).toBe('409 guest_token_not_usable')
    }
    expect((await member.cart()).items).toEqual([])
    const guest_to_guest = await switchUser(guest.token, await checkout.buyer())
    expect(refusalOf(guest_to_guest)).toBe('403 members_only')
  })

  test('an expired guest token moves nothing', async () => {
    await guest.add(products.cable, 1)
    checkout.now = new Date(checkout.now.getTime() + 8 * 86_400_000)
    expect(refusalOf(await switchUser())).toBe('409 guest_token_not_usable')
  })
})
