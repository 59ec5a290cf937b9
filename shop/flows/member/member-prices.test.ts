import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { MemberPrice } from '#contracts/storefront/member.ts'
import { aMember } from '#test/members/loyalty.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const everybody = 30_990_000

beforeAll(async () => {
  const { db } = checkout.own
  await sql`insert into price (product_id, customer_group_id, list_price, sale_price)
    select ${products.phone}, customer_group_id, 34990000,
      case code when 's-vip' then 30000000 else 30500000 end
    from customer_group where code in ('s-mem', 's-vip')`.execute(db)
})

/** A member of a tier; absent: of the first one. */
async function memberOf(tier?: string) {
  const member = await aMember(checkout)
  if (tier === undefined) return member
  await sql`insert into member_standing (customer_id, tier_code, spent, best_tier)
    values (${member.customer_id}, ${tier}, 1, ${tier})`.execute(checkout.own.db)
  return member
}

const asked = `products=${products.phone_version},${products.cable - 1},999999&province_id=30`
const pricesOf = async ({ call }: Awaited<ReturnType<typeof aMember>>) =>
  dataOf<{ prices: MemberPrice[] }>(await call('GET', `/api/member/prices?${asked}`)).prices

test('a member is told what their own tier pays, for the products where it is less', async () => {
  const lan = await memberOf('s-vip')
  const mai = await memberOf('s-mem')
  const an = await memberOf()
  const phone = { product_id: products.phone_version, item_id: products.phone, label: 'Smember' }
  expect(await pricesOf(lan)).toEqual([
    { ...phone, final_price: 30_000_000, saving: everybody - 30_000_000 },
  ])
  expect(await pricesOf(mai)).toEqual([
    { ...phone, final_price: 30_500_000, saving: everybody - 30_500_000 },
  ])
  expect(await pricesOf(an)).toEqual([])
  dataOf(await lan.add(products.phone))
  expect((await lan.cart()).items[0]?.final_price).toBe(30_000_000)
})

test('the session of a page brings them, and nothing to a guest or for a wrong list', async () => {
  const lan = await memberOf('s-vip')
  const session = async (cookie: string, listed: string) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const form = new URLSearchParams({ products: listed })
    const { body } = await checkout.door.call('POST', '/session', { form, headers })
    return body as unknown as { prices: MemberPrice[]; who: string | null }
  }
  const own = `member_token=${lan.token}`
  const { prices, who } = await session(own, String(products.phone_version))
  expect(prices.map(({ final_price }) => final_price)).toEqual([30_000_000])
  expect(who).toMatch(/^[\w-]{16}$/)
  for (const wrong of ['', 'x', '1;2', '1,'.repeat(200)])
    expect((await session(own, wrong)).prices).toEqual([])
  const guest = await session(`token=${await checkout.door.guest()}`, asked)
  expect(guest).toMatchObject({ prices: [], who: null })
})

test('nobody else is told', async () => {
  const guest = await checkout.buyer()
  expect(refusalOf(await guest.call('GET', `/api/member/prices?${asked}`))).toBe('403 members_only')
})
