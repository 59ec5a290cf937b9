import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MemberVoucher } from '#contracts/storefront/member.ts'
import { giveRewards } from '#shop/flows/member/give-rewards.ts'
import { aMember } from '#test/members/loyalty.ts'
import { dataOf, type Quote, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()

type Member = Awaited<ReturnType<typeof aMember>>

async function inTier(tier: string, birthday: string | null): Promise<Member> {
  const member = await aMember(checkout)
  await sql`insert into member_standing (customer_id, tier_code, spent, best_tier)
    select ${member.customer_id}, code, threshold, code from member_tier where code = ${tier}`.execute(
    checkout.own.db,
  )
  await sql`update member set birthday = ${birthday}::date where customer_id = ${member.customer_id}`.execute(
    checkout.own.db,
  )
  return member
}

const vouchersOf = async (member: Member) =>
  dataOf<{ vouchers: MemberVoucher[] }>(await member.call('GET', '/api/member/vouchers')).vouchers

test('a member gets a voucher for their birthday and one for a better tier, each once', async () => {
  const { db } = checkout.own
  const lan = await inTier('s-mem', '1990-11-20')
  const mai = await inTier('s-null', '1990-11-20')
  const runs = await Promise.all(Array.from({ length: 5 }, () => giveRewards(db, checkout.now)))
  expect(runs.reduce((sum, given) => sum + given, 0)).toBe(2)
  expect(await vouchersOf(mai)).toEqual([])
  const own = await vouchersOf(lan)
  expect(own.map(({ name, worth, min_total, is_own }) => [name, worth, min_total, is_own])).toEqual(
    [
      ['Chúc mừng sinh nhật S-MEM', 'Giảm 200.000đ', 400_000, true],
      ['Chúc mừng lên hạng S-MEM', 'Giảm 150.000đ', 300_000, true],
    ],
  )
  expect(await giveRewards(db, new Date('2026-11-20T16:00:00Z'))).toBe(0)
  // A year later it is another birthday.
  expect(await giveRewards(db, new Date('2027-11-20T02:00:00Z'))).toBe(1)
})

test('who is born on 29 February is not forgotten', async () => {
  const { db } = checkout.own
  await sql`update member set birthday = null`.execute(db)
  await inTier('s-mem', '2004-02-29')
  expect(await giveRewards(db, new Date('2027-02-27T17:00:00Z'))).toBe(2)
  expect(await giveRewards(db, new Date('2028-02-28T02:00:00Z'))).toBe(0)
  expect(await giveRewards(db, new Date('2028-02-29T02:00:00Z'))).toBe(1)
})

test('nobody else can use the voucher, and it is used once', async () => {
  const { db } = checkout.own
  const lan = await inTier('s-vip', null)
  await giveRewards(db, checkout.now)
  const [voucher] = await vouchersOf(lan)
  const code = voucher?.code ?? ''
  const mai = await inTier('s-vip', null)
  const guest = await checkout.buyer()
  for (const stranger of [mai, guest]) {
    await stranger.prepare(products.cable, 5)
    const tried = await stranger.call('POST', '/api/cart/v1/quote/voucher', { code })
    expect(refusalOf(tried)).toBe('422 invalid_input')
  }
  const quote = await lan.prepare(products.cable, 5)
  const after = dataOf<Quote>(await lan.call('POST', '/api/cart/v1/quote/voucher', { code }))
  expect(after.totals.grand_total).toBe(quote.totals.grand_total - 300_000)
  dataOf(await lan.order())
  expect(await vouchersOf(lan)).toEqual([])
  await lan.add(products.cable, 5)
  await lan.quote({ [products.cable]: 5 })
  await lan.address({ phone: '0987 654 321' })
  const again = await lan.call('POST', '/api/cart/v1/quote/voucher', { code })
  expect(refusalOf(again)).toBe('422 invalid_input')
})
