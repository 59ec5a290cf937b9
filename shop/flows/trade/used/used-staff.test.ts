import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { staffWith } from '#test/support/staff.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { used } from '#contracts/storefront/trade/used.ts'
import { usedUnits as contract } from '#contracts/staff/trade/used-units.ts'
import { offerUsed, usedPhone } from '#test/goods/used-devices.ts'
import { photo } from '#test/pictures/test-pictures.ts'

const checkout = openCheckout()
let staff: StaffServices
const all = { scope: 'all' as const, max_amount: null }
const own = { scope: 'shops' as const, max_amount: null }
let director: StaffActor
let seller: StaffActor

beforeAll(async () => {
  const { own: database } = checkout
  const providers = await testProviders({ db: database.db, now: () => checkout.now, gateways: [] })
  staff = staffOffice(providers).services
  const grants = { 'used.see': all, 'used.list': all, 'used.price': all }
  director = staffWith(grants)
  seller = staffWith({ 'used.see': own, 'used.list': own }, [shops.second])
  await offerUsed(database.db, usedPhone(900))
  await sql`update product set identified_by = 'imei' where product_id = ${products.phone}`.execute(
    database.db,
  )
})

const { input } = contract.addUsedUnit

const typed = {
  ...{ sku: 'SKU-11', codes: '490154203237518', shop_id: shops.second, cost: '8.500.000' },
  ...{
    grade: 'scratched',
    battery: '87',
    tests: 'Màn hình: đạt\nCamera: không đạt',
    used_since: '2025-10-01',
  },
  replaced_parts: 'Pin, Loa',
} as const

describe('a used device in the back office', () => {
  test('comes in by hand, gets a photograph, a suggested price, and is sold', async () => {
    const { imei_id } = await staff.usedUnits.addUsedUnit(seller, input.parse(typed))
    const unit = await staff.usedUnits.usedUnit(seller, { imei_id })
    expect(unit).toMatchObject({
      ...{
        state: 'draft',
        battery: 87,
        replaced_parts: ['Pin', 'Loa'],
        price: null,
        new_price: 30_990_000,
      },
      tests: [
        { name: 'Màn hình', is_passed: true, tested_on: '2026-11-20' },
        { name: 'Camera', is_passed: false, tested_on: '2026-11-20' },
      ],
      ...{ may_list: true, may_price: false, pictures: [] },
    })
    // 72% of the new price, less 13 months and 3 points of battery.
    expect(unit.suggested_price).toBe(17_810_000)
    const offer = { imei_id, version: 0, price: 17_000_000 }
    await expect(staff.usedUnits.offerUsedUnit(seller, offer)).rejects.toMatchObject({
      code: 'used_unit_without_picture',
    })
    await staff.usedUnits.addPictures(seller, { code: String(imei_id), files: [await photo()] })
    const cheap = { ...offer, price: 1_000_000 }
    await expect(staff.usedUnits.offerUsedUnit(seller, cheap)).rejects.toMatchObject({
      ...{ code: 'used_price_too_low', data: { least: 15_130_000 } },
    })
    await staff.usedUnits.offerUsedUnit(seller, offer)
    await expect(staff.usedUnits.offerUsedUnit(seller, offer)).rejects.toMatchObject({
      ...{ code: 'used_unit_changed', data: { state: 'listed' } },
    })

    const shown = await checkout.door.call('GET', `/api/used/v1/device?imei_id=${imei_id}`)
    const { pictures } = used.device.output.parse(shown.body?.data)
    expect(pictures).toHaveLength(1)
    expect(pictures[0]?.src).toMatch(/^\/may-cu\/anh\/\d+\/\d+-nho\.webp$/)
    const buyer = await checkout.buyer()
    const { rows } = await sql<{ product_id: number }>`
      select product_id from used_unit where imei_id = ${imei_id}`.execute(checkout.own.db)
    await buyer.prepare(rows[0]?.product_id ?? 0)
    const order = dataOf<Order>(await buyer.order())
    expect(order.items).toMatchObject([{ final_price: 17_000_000, thumbnail: pictures[0]?.src }])
    const { version } = await staff.usedUnits.usedUnit(seller, { imei_id })
    await expect(
      staff.usedUnits.withdrawUsedUnit(director, { imei_id, version, reason: 'x' }),
    ).rejects.toMatchObject({ code: 'used_unit_reserved' })
  })

  test('is described, priced and withdrawn only as it was seen', async () => {
    const { imei_id, product_id } = await offerUsed(checkout.own.db, usedPhone(901))
    await staff.usedUnits.priceUsedUnit(director, {
      imei_id,
      version: 0,
      price: 9_000_000,
      reason: 'Để lâu',
    })
    const buyer = await checkout.buyer()
    expect(dataOf<{ items: unknown[] }>(await buyer.add(product_id)).items).toMatchObject([
      { final_price: 9_000_000 },
    ])
    const stale = { imei_id, version: 0, reason: 'Lỗi' }
    await expect(staff.usedUnits.withdrawUsedUnit(director, stale)).rejects.toMatchObject({
      code: 'used_unit_changed',
    })
    const described = contract.describeUsedUnit.input.parse({
      ...typed,
      ...{ imei_id, version: 1, tests: 'Pin: đạt' },
    })
    await staff.usedUnits.describeUsedUnit(director, described)
    checkout.now = new Date('2026-11-25T08:00:00Z')
    const tests = async (text: string, is_tested_again = false) => {
      const { version } = await staff.usedUnits.usedUnit(director, { imei_id })
      const change = { ...described, tests: text, version, is_tested_again }
      await staff.usedUnits.describeUsedUnit(director, change)
      return (await staff.usedUnits.usedUnit(director, { imei_id })).tests
    }
    // Saving the passport of an old test does not make the test younger.
    expect(await tests('Pin: đạt\nLoa: không đạt')).toEqual([
      { name: 'Pin', is_passed: true, tested_on: '2026-11-20' },
      { name: 'Loa', is_passed: false, tested_on: '2026-11-25' },
    ])
    expect(await tests('Pin: đạt', true)).toMatchObject([{ tested_on: '2026-11-25' }])
    await expect(tests('Pin')).rejects.toMatchObject({
      ...{ code: 'test_line_wrong', data: { line: 'Pin' } },
    })
    // It is held by nobody, as a device on the way to another shop is.
    await sql`update used_unit set state = 'held' where imei_id = ${imei_id}`.execute(
      checkout.own.db,
    )
    const { version } = await staff.usedUnits.usedUnit(director, { imei_id })
    await staff.usedUnits.withdrawUsedUnit(director, { ...stale, version })
    expect((await buyer.cart()).items).toMatchObject([{ state: 'unavailable' }])
    expect((await checkout.door.call('GET', `/api/used/v1/device?imei_id=${imei_id}`)).status).toBe(
      404,
    )
  })

  test('of another shop is as absent as none, and codes are checked', async () => {
    const { imei_id } = await offerUsed(checkout.own.db, usedPhone(902))
    await expect(staff.usedUnits.usedUnit(seller, { imei_id })).rejects.toMatchObject({
      code: 'used_unit_not_found',
    })
    const described = { ...input.parse(typed), imei_id, version: 0, is_tested_again: false }
    await expect(staff.usedUnits.describeUsedUnit(seller, described)).rejects.toMatchObject({
      code: 'used_unit_not_found',
    })
    const { rows } = await staff.usedUnits.usedUnits(seller, {})
    expect(rows.map((row) => row.imei_id)).not.toContain(imei_id)
    expect((await staff.usedUnits.usedUnits(director, { q: '902' })).rows).toMatchObject([])
    for (const [changes, code] of [
      [{ codes: '490154203237519' }, 'unit_code_wrong'],
      [{ codes: usedPhone(902).codes.imei1 ?? '' }, 'unit_is_here'],
      [{ sku: 'KHONG-CO' }, 'goods_not_found'],
      [{ shop_id: shops.first }, 'shop_not_found'],
      [{ tests: 'Camera' }, 'test_line_wrong'],
      [{ sku: `CU-${imei_id}` }, 'goods_not_found'],
    ] as const) {
      const wrong = input.parse({ ...typed, ...changes })
      await expect(staff.usedUnits.addUsedUnit(seller, wrong)).rejects.toMatchObject({ code })
    }
  })
})
