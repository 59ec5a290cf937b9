import { beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { countMembers } from '#shop/flows/member/loyalty-jobs.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { aMember } from '#test/members/loyalty.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  const providers = await testProviders({ db, now: () => checkout.now, gateways })
  office = staffOffice(providers).services
})

const refused = (code: string) => expect.objectContaining({ code })

test('staff change what tiers ask and give; the next count moves the members', async () => {
  const lan = await aMember(checkout)
  await lan.prepare(products.cable, 4)
  await deliverOrder(office, dataOf<Order>(await lan.order()).code)
  const { tiers, ...rule } = await office.loyalty.tiers(test_staff, {})
  expect(tiers.map(({ name, threshold, members }) => [name, threshold, members])).toEqual([
    ['S-NULL', 0, 1],
    ['S-NEW', 3_000_000, 0],
    ['S-MEM', 15_000_000, 0],
    ['S-VIP', 50_000_000, 0],
  ])
  const lower = tiers.map((tier) => ({
    ...tier,
    threshold: tier.code === 's-new' ? 600_000 : tier.threshold,
  }))
  const { version } = await office.loyalty.setTiers(test_staff, { ...rule, tiers: lower })
  await countMembers(checkout.own.db, checkout.now)
  expect(await lan.standing()).toMatchObject({ tier_code: 's-new', spent: 600_000 })
  // What an order has earned by its old tier stays.
  expect(await lan.standing()).toMatchObject({ points: 0 })
  const late = office.loyalty.setTiers(test_staff, { ...rule, tiers })
  await expect(late).rejects.toEqual(refused('tiers_changed'))
  await office.loyalty.setTiers(test_staff, { ...rule, tiers, version })
})

test('tiers ask for more from step to step, and the first one for nothing', async () => {
  const { tiers, ...rule } = await office.loyalty.tiers(test_staff, {})
  const set = (code: string, threshold: number) =>
    office.loyalty.setTiers(test_staff, {
      ...rule,
      tiers: tiers.map((tier) => (tier.code === code ? { ...tier, threshold } : tier)),
    })
  await expect(set('s-null', 1)).rejects.toEqual(refused('tiers_out_of_order'))
  await expect(set('s-mem', 2_000_000)).rejects.toEqual(refused('tiers_out_of_order'))
  await expect(set('s-mem', 3_000_000)).rejects.toEqual(refused('tiers_out_of_order'))
})
