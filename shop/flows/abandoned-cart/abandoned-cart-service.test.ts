import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AbandonedCart } from '#contracts/storefront/abandoned-cart.ts'
import { createLog } from '#platform/observe/log.ts'
import { remindOfCarts } from '#shop/flows/abandoned-cart/remind-of-carts.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { type Outgoing, type Transport } from '#shop/notification/transports/transport.ts'
import { dataOf, refusalOf, type Buyer } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { endOffers, startCombo } from '#test/support/baskets/small-offers.ts'
import { goods } from '#test/support/small-shop.ts'

const counter = openCounter()
const path = '/api/cart/v1/abandon-cart'
const log = createLog({ service: 'test', level: 'silent' })
const hour = 3_600_000
const pass = (ms: number) => {
  counter.now = new Date(counter.now.getTime() + ms)
}
const keep = async (buyer: Buyer) =>
  dataOf<AbandonedCart>(await buyer.call('POST', path, { province_id: 30 }))
const restore = (buyer: Buyer, code: string) => buyer.call('POST', path, { province_id: 30, code })
const setSale = (item_id: number, amount: number) =>
  sql`update price set sale_price = ${amount}
    where product_id = ${item_id} and province_id is null`.execute(counter.own.db)

async function left(): Promise<AbandonedCart> {
  const buyer = await counter.buyer()
  await buyer.add(goods.phone)
  await buyer.add(goods.cable, 3)
  return keep(buyer)
}

beforeEach(async () => {
  await setSale(goods.phone, 30_990_000)
  await setSale(goods.cable, 150_000)
})

describe('POST /v1/abandon-cart', () => {
  test('keeps a cart under a code of 128 bits, and only its hash', async () => {
    const { code, url_path, expires_at } = await left()
    expect(Buffer.from(code, 'base64url')).toHaveLength(16)
    expect(url_path).toBe(`/cart/abandonment/${code}`)
    expect(expires_at).toBe('2026-12-20T08:00:00.000Z')
    const { rows } = await sql<{ row: string }>`
      select abandoned_cart::text as row from abandoned_cart`.execute(counter.own.db)
    expect(rows.map(({ row }) => row).join()).not.toContain(code)
    const { rows: hashed } = await sql<{ n: number }>`
      select count(*) as n from abandoned_cart
      where code_hash = sha256(convert_to(${code}, 'UTF8'))`.execute(counter.own.db)
    expect(hashed[0]?.n).toBe(1)
    expect(refusalOf(await (await counter.buyer()).call('POST', path, {}))).toBe('409 cart_empty')
  })

  test('restores it into the visitor’s own cart at today’s prices, and says what changed', async () => {
    const { code } = await left()
    await setSale(goods.phone, 31_500_000)
    await sql`update stock set quantity = 1 where product_id = ${goods.cable} and shop_id = 1`.execute(
      counter.own.db,
    )
    await sql`update stock set quantity = 1 where product_id = ${goods.cable} and shop_id = 3`.execute(
      counter.own.db,
    )
    const visitor = await counter.buyer()
    const answer = dataOf<AbandonedCart>(await restore(visitor, code))
    expect(answer.lines).toMatchObject([
      { previous_price: 30_990_000, price: 31_500_000, restored_quantity: 1, change: 'price_up' },
      { item_quantity: 3, restored_quantity: 2, change: 'fewer' },
    ])
    expect((await visitor.cart()).items).toMatchObject([
      { item_id: goods.phone, item_quantity: 1, final_price: 31_500_000 },
      { item_id: goods.cable, item_quantity: 2 },
    ])
  })

  test('names what is cheaper, sold out and gone', async () => {
    const { code } = await left()
    await setSale(goods.cable, 120_000)
    await sql`update stock set quantity = 0 where product_id = ${goods.phone}`.execute(
      counter.own.db,
    )
    const lines = dataOf<AbandonedCart>(await restore(await counter.buyer(), code)).lines
    expect(lines.map(({ change }) => change)).toEqual(['sold_out', 'price_down'])
    await sql`update product set is_active = false where product_id = ${goods.cable}`.execute(
      counter.own.db,
    )
    const later = dataOf<AbandonedCart>(await restore(await counter.buyer(), code)).lines
    expect(later.map(({ change }) => change)).toEqual(['sold_out', 'gone'])
    await sql`update product set is_active = true where product_id = ${goods.cable}`.execute(
      counter.own.db,
    )
  })

  test('done twice, at once or again, the cart is the same', async () => {
    const { code } = await left()
    const visitor = await counter.buyer()
    await visitor.add(goods.cable, 1)
    await Promise.all(Array.from({ length: 8 }, () => restore(visitor, code)))
    await restore(visitor, code)
    const { items } = await visitor.cart()
    expect(items.map(({ item_id, item_quantity }) => [item_id, item_quantity])).toEqual(
      expect.arrayContaining([
        [goods.phone, 1],
        [goods.cable, 3],
      ]),
    )
    expect(items).toHaveLength(2)
  })

  test('what was bought beside another thing comes back beside it, and alone once the combo is over', async () => {
    const combo_item_id = await startCombo(counter.own.db, {
      main_product_id: goods.phone,
      product_id: goods.cable,
      price: 99_000,
    })
    const buyer = await counter.buyer()
    const beside = { main_product_combo_id: goods.phone, combo_item_id }
    await buyer.add(goods.cable, 2)
    await buyer.add(goods.phone)
    dataOf(
      await buyer.call('POST', '/api/cart/v1/cart', {
        ...{ item_id: goods.cable, item_quantity: 1, ...beside },
      }),
    )
    const { code } = await keep(buyer)
    const visitor = await counter.buyer()
    const answer = dataOf<AbandonedCart>(await restore(visitor, code))
    expect(answer.lines.map(({ change }) => change)).toEqual(['same', 'same', 'same'])
    const lines = (await visitor.cart()).items
    expect(answer.lines.map(({ line_id }) => line_id).toSorted()).toEqual(
      lines.map(({ line_id }) => line_id).toSorted(),
    )
    expect(lines.find((line) => line.main_product_combo_id === goods.phone)).toMatchObject({
      ...beside,
      final_price: 99_000,
    })
    expect(lines).toHaveLength(3)
    dataOf(await restore(visitor, code))
    expect((await visitor.cart()).items).toHaveLength(3)
    await endOffers(counter.own.db)
    const later = await counter.buyer()
    const now = dataOf<AbandonedCart>(await restore(later, code)).lines
    expect(now.at(-1)).toMatchObject({ previous_price: 99_000, price: 150_000, change: 'price_up' })
  })

  test('an unknown code and an expired one are one answer', async () => {
    const { code } = await left()
    const visitor = await counter.buyer()
    const absent = await restore(visitor, 'A'.repeat(22))
    expect(refusalOf(absent)).toBe('404 left_cart_not_found')
    expect((await restore(visitor, 'short')).status).toBe(422)
    pass(30 * 24 * hour)
    expect((await restore(await counter.buyer(), code)).text).toBe(absent.text)
  })

  test('the page shows it, and is not here for any other code', async () => {
    const { url_path } = await left()
    const page = await counter.door.call('GET', url_path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Giá và hàng vẫn như khi bạn rời đi.')
    for (const other of ['A'.repeat(22), 'x', '%00', 'a/b']) {
      expect((await counter.door.call('GET', `/cart/abandonment/${other}`)).status).toBe(404)
    }
  })
})

describe('reminders', () => {
  const sent: Outgoing[] = []
  const email: Transport = {
    is_repeatable: false,
    send: async (message) => void sent.push(message),
  }
  const remind = () => remindOfCarts({ db: counter.own.db, now: () => counter.now, log })
  const send = () =>
    sendNotifications({
      db: counter.own.db,
      now: () => counter.now,
      log,
      cart: counter.door.services.cart,
      transports: { email, sms: null },
      sender: {
        name: 'Thử',
        hotline: '1800 2064',
        public_url: 'https://shop.example',
        company: { name: 'C', address: 'A' },
      },
    })

  async function checkedOut(address: string, promotion_announcement: boolean): Promise<Buyer> {
    const buyer = await counter.buyer()
    await buyer.add(goods.cable, 2)
    await buyer.quote({ [goods.cable]: 2 })
    await buyer.address({ email: address, promotion_announcement })
    return buyer
  }

  beforeEach(async () => {
    sent.length = 0
    await sql`delete from outbox`.execute(counter.own.db)
    await sql`update quote set is_open = false`.execute(counter.own.db)
  })

  test('go to who asked for mail and went no further, once', async () => {
    await checkedOut('yes@mail.example', true)
    await checkedOut('no@mail.example', false)
    const bought = await checkedOut('bought@mail.example', true)
    dataOf(await bought.order())
    expect(await remind()).toBe(0)
    pass(4 * hour)
    expect([await remind(), await remind()]).toEqual([1, 0])
    await send()
    const mail = sent.find(({ recipient }) => recipient === 'yes@mail.example')
    expect(mail?.subject).toMatch(/^\[QC\]/)
    const [, code = ''] = /abandonment\/([\w-]{22})/.exec(mail?.text ?? '') ?? []
    const opened = dataOf<AbandonedCart>(await restore(await counter.buyer(), code))
    expect(opened.lines).toMatchObject([{ item_id: goods.cable, restored_quantity: 2 }])
    const { rows } = await sql<{ row: string }>`
      select outbox::text as row from outbox where template = 'cart_left'`.execute(counter.own.db)
    expect(rows.map(({ row }) => row).join()).not.toContain(code)
  })

  test('cannot be stopped with the code of a cart that no mail went out with', async () => {
    const { code } = await left()
    const reader = await counter.buyer()
    const answers = [code, 'A'.repeat(22)].map((one) =>
      reader.call('POST', `${path}/stop`, { code: one }),
    )
    expect((await Promise.all(answers)).map(refusalOf)).toEqual(
      Array(2).fill('404 left_cart_not_found'),
    )
  })

  test('stop when their reader says so, and leave an address alone for a week', async () => {
    await checkedOut('loud@mail.example', true)
    pass(4 * hour)
    await remind()
    await send()
    const [, code = ''] = /abandonment\/([\w-]{22})/.exec(sent.at(-1)?.text ?? '') ?? []
    await checkedOut('LOUD@mail.example', true)
    pass(4 * hour)
    expect(await remind()).toBe(0)
    const reader = await counter.buyer()
    expect(dataOf(await reader.call('POST', `${path}/stop`, { code }))).toEqual({
      is_stopped: true,
    })
    await sql`delete from outbox`.execute(counter.own.db)
    expect(await remind()).toBe(0)
  })
})
