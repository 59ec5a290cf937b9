import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { max_wishes } from '#contracts/storefront/wishlist.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { CustomerId } from '#pure/ids.ts'
import { moveWishes } from '#shop/customer/wishlist-store.ts'
import { type Buyer, dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/api/wishlist/v1/wishlist'

interface Wishes {
  count: number
  product_ids: number[]
}
const version = products.phone_version
const add = (buyer: Buyer, product_id: number) => buyer.call('POST', path, { product_id })
const listOf = async (buyer: Buyer) => dataOf<Wishes>(await buyer.call('GET', path))

async function customerOf({ token }: Buyer): Promise<CustomerId> {
  const answer = await checkout.door.call('POST', '/api/sso/auth/identify', { json: { token } })
  return dataOf<{ customer_id: CustomerId }>(answer).customer_id
}

test('a guest adds and removes, twice without effect, and sees no list of others', async () => {
  const buyer = await checkout.buyer()
  dataOf(await add(buyer, version))
  expect(dataOf<Wishes>(await add(buyer, version))).toEqual({ count: 1, product_ids: [version] })
  expect(await listOf(await checkout.buyer())).toEqual({ count: 0, product_ids: [] })
  const remove = () => buyer.call('DELETE', path, { product_id: version })
  dataOf(await remove())
  expect(dataOf<Wishes>(await remove())).toEqual({ count: 0, product_ids: [] })
})

test('unknown products, colours and versions off sale are refused; the list ends at its limit', async () => {
  const buyer = await checkout.buyer()
  for (const product_id of [999_999, products.phone, products.withdrawn]) {
    expect(refusalOf(await add(buyer, product_id))).toBe('404 product_not_found')
  }
  expect(refusalOf(await checkout.door.call('POST', path, { json: { product_id: version } }))).toBe(
    '401 token_is_invalid',
  )
  const customer_id = await customerOf(buyer)
  await sql`insert into product (product_id, type, sku, name, brand_id, category_id, family_id)
    select 9000 + n, 'configurable', 'V' || n, 'V' || n, brand_id, category_id, family_id
    from product, generate_series(1, ${max_wishes}::int) n where product_id = ${version}`.execute(
    checkout.own.db,
  )
  await sql`insert into wishlist_item (customer_id, product_id, added_at)
    select ${customer_id}, 9000 + n, now() from generate_series(1, ${max_wishes}::int) n`.execute(
    checkout.own.db,
  )
  expect(refusalOf(await add(buyer, version))).toBe('409 wishlist_full')
})

test('the list of a guest moves to a member once, what both like stays once', async () => {
  const [guest, member] = [await checkout.buyer(), await checkout.buyer()]
  const cable_version = products.cable - 1
  dataOf(await add(guest, version))
  checkout.now = new Date(checkout.now.getTime() + 60_000)
  dataOf(await add(guest, cable_version))
  dataOf(await add(member, version))
  const [from, to] = [await customerOf(guest), await customerOf(member)]
  const move = () => transaction(checkout.own.db, (tx) => moveWishes(tx, from, to))
  await Promise.all([move(), move()])
  expect(await listOf(member)).toEqual({ count: 2, product_ids: [cable_version, version] })
  expect((await listOf(guest)).count).toBe(0)
})

test('the page works with plain forms', async () => {
  const buyer = await checkout.buyer()
  const headers = { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' }
  const send = (fields: Record<string, string>) =>
    checkout.door.call('POST', '/yeu-thich', { form: new URLSearchParams(fields), headers })
  const open = async () =>
    (await checkout.door.call('GET', '/yeu-thich?da-them=10', { headers })).text
  expect(await open()).toContain('Chưa có sản phẩm yêu thích')
  const added = await send({ intent: 'add', product_id: String(version) })
  expect([added.status, added.headers.get('location')]).toEqual([303, '/yeu-thich?da-them=10'])
  expect(await open()).toContain('Bỏ thích')
  expect(await open()).toContain('Đã lưu')
  expect((await send({ intent: 'add', product_id: '999999' })).status).toBe(404)
  const removed = await send({ intent: 'remove', product_id: String(version) })
  expect(removed.headers.get('location')).toBe('/yeu-thich')
  expect(await open()).toContain('Chưa có sản phẩm yêu thích')
})

test('the session of a visitor says what they like, and nothing of others', async () => {
  const [buyer, other] = [await checkout.buyer(), await checkout.buyer()]
  dataOf(await add(buyer, version))
  const wished = async ({ token }: Buyer) => {
    const headers = { cookie: `token=${token}`, 'sec-fetch-site': 'same-origin' }
    const { text } = await checkout.door.call('POST', '/session', { headers })
    return (JSON.parse(text) as { wished_ids: number[] }).wished_ids
  }
  expect(await wished(buyer)).toEqual([version])
  expect(await wished(other)).toEqual([])
})
