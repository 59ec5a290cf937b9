import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { promotion } from '#contracts/storefront/promotion.ts'
import { seeded_at } from '#test/support/database.ts'
import { openDemoShop } from '#test/support/catalog.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const demo = openDemoShop({ now: () => seeded_at })

const windows = async () => {
  const { status, body } = await demo.door.call(
    'GET',
    '/api/promotion/v1/flash-sales?province_id=30',
  )
  expect(status).toBe(200)
  return promotion.flashSales.output.parse(body?.data).windows
}
const slotsOf = async (ids: string) => {
  const { status, body } = await demo.door.call('GET', `/api/promotion/v1/flash-slots?${ids}`)
  return status === 200 ? promotion.flashSlots.output.parse(body?.data) : status
}

const sellOut = (product_id: number) =>
  setFreeStock(
    demo.own.db,
    0,
    sql`product_id in (select product_id from product where parent_id = ${product_id})`,
  )
const postpone = (product_id: number) =>
  sql`update product set launched_on = ${new Date(seeded_at.getTime() + 9 * 86_400_000)}::date
    where product_id = ${product_id}`.execute(demo.own.db)

describe('flash sales', () => {
  test('are listed by start, the running one with its prices and slots', async () => {
    const listed = await windows()
    expect(listed.map(({ state }) => state)).toEqual(['running', ...Array(8).fill('coming')])
    expect(listed.map(({ starts_at }) => starts_at)).toEqual(
      listed.map(({ starts_at }) => starts_at).toSorted(),
    )
    for (const { items } of listed) {
      // Fourteen each, without those that are sold out or still to come.
      expect(items.length).toBeGreaterThanOrEqual(12)
      expect(items.every(({ card }) => card.is_in_stock && card.launch_on === null)).toBe(true)
    }
    for (const { card, flash } of listed[0]?.items ?? []) {
      expect(flash).toMatchObject({ state: 'running', slots_left: flash.slots, slots_reserved: 0 })
      // One colour of a version is in the window; the card has its price only if it shows that colour.
      expect(card.special_price ?? card.price).toBeGreaterThanOrEqual(flash.price)
    }
  })

  test('slot counts are at most a second old', async () => {
    const item = (await windows())[0]?.items[0]?.flash
    const ids = `ids=${item?.flash_sale_item_id},987654`
    expect(await slotsOf(ids)).toMatchObject({
      slots: [{ slots: item?.slots, slots_left: item?.slots, slots_reserved: 0 }],
      now: seeded_at.toISOString(),
    })
    await sql`update quota set taken = 2, settled = 1 where quota_id = (select quota_id
      from flash_sale_item where flash_sale_item_id = ${item?.flash_sale_item_id ?? 0})`.execute(
      demo.own.db,
    )
    await expect
      .poll(() => slotsOf(ids), { timeout: 10_000 })
      .toMatchObject({ slots: [{ slots_left: (item?.slots ?? 0) - 2, slots_reserved: 1 }] })
    expect(await slotsOf(`ids=${item?.flash_sale_item_id}`)).toMatchObject({ slots: [{}] })
  })

  test.each([
    ['sold out', sellOut],
    ['still to come', postpone],
  ])('of goods that are %s give no price, no notice and no advice', async (_state, end) => {
    const [window] = await windows()
    const item = window?.items.findLast(
      ({ card, flash }) => card.flash !== undefined && card.special_price === flash.price,
    )
    if (!item) throw new RangeError('no running window has a product with its price')
    const { product_id } = item.card
    const question = { product_id, province_id: 30 }
    const colorNow = async () =>
      (await demo.door.services.catalog.product(null, question)).colors.find(
        ({ item_id }) => item_id === item.item_id,
      )
    expect((await colorNow())?.special_price).toBe(item.flash.price)
    await end(product_id)
    const color = await colorNow()
    expect([color?.flash, color?.next_price]).toEqual([undefined, undefined])
    expect(color?.special_price ?? color?.price).toBeGreaterThan(item.flash.price)
    const cardNow = async () => {
      const cards = { product_ids: [product_id], province_id: 30 }
      const [card] = await demo.door.services.search.cards(null, cards)
      return [card?.flash, card?.special_price ?? null]
    }
    await expect.poll(cardNow).toEqual([undefined, color?.special_price ?? null])
    const left = async () =>
      (await windows())[0]?.items.some(({ item_id }) => item_id === item.item_id)
    await expect.poll(left, { timeout: 10_000 }).toBe(false)
  })

  test('accept at most a hundred ids', async () => {
    const many = Array.from({ length: 101 }, (_, turn) => turn + 1).join()
    expect(await slotsOf(`ids=${many}`)).toBe(422)
    expect(await slotsOf('ids=x')).toBe(422)
  })
})

test('announcements are the current promotions, in the form of contract §3', async () => {
  const { body } = await demo.door.call('GET', '/api/promotion/v1/announcements')
  const listed = promotion.announcements.output.parse(body?.data)
  expect(listed.map(({ promo_data }) => promo_data.name)).toContain('Phụ kiện giảm 30%')
  const phones = listed.find(({ promo_data }) => promo_data.name === 'Smember giảm thêm')
  expect(phones?.items.length).toBeGreaterThan(20)
  expect(phones?.items[0]).toMatchObject({ percent: 1, value: null, price: null })
  const query =
    '{ promotion_announcement { promo_data { id uuid name } items { product_id percent } } }'
  const answer = await demo.door.call('POST', '/api/dashboard/graphql/query', { json: { query } })
  const { data } = answer.body as { data: { promotion_announcement: unknown[] } }
  expect(data.promotion_announcement).toHaveLength(listed.length)
})
