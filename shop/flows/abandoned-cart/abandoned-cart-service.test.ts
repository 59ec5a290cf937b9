import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ConsentEntry } from '#contracts/storefront/consent.ts'
import type { AbandonedCart } from '#contracts/storefront/abandoned-cart.ts'
import { createLog } from '#platform/observe/log.ts'
import { remindOfCarts } from '#shop/flows/abandoned-cart/remind-of-carts.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { type Outgoing, type Transport } from '#shop/notification/transports/transport.ts'
import { dataOf, refusalOf, type Buyer } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { endOffers, startCombo } from '#test/support/baskets/small-offers.ts'
import { testBox } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/abandon-cart'
const log = createLog({ service: 'test', level: 'silent' })
const hour = 3_600_000
const pass = (ms: number) => {
  checkout.now = new Date(checkout.now.getTime() + ms)
}
const keep = async (buyer: Buyer) =>
  dataOf<AbandonedCart>(await buyer.call('POST', path, { province_id: 30 }))
const restore = (buyer: Buyer, code: string) => buyer.call('POST', path, { province_id: 30, code })
const setSale = (item_id: number, amount: number) =>
  sql`update price set sale_price = ${amount}
    where product_id = ${item_id} and province_id is null`.execute(checkout.own.db)

async function left(): Promise<AbandonedCart> {
  const buyer = await checkout.buyer()
  await buyer.add(products.phone)
  await buyer.add(products.cable, 3)
  return keep(buyer)
}

beforeEach(async () => {
  await setSale(products.phone, 30_990_000)
  await setSale(products.cable, 150_000)
})

describe('POST /v1/abandon-cart', () => {
  test('stores a cart under a code of 128 bits, of which only the hash is stored', async () => {
    const { code, url_path, expires_at } = await left()
    expect(Buffer.from(code, 'base64url')).toHaveLength(16)
    expect(url_path).toBe(`/cart/abandonment/${code}`)
    expect(expires_at).toBe('2026-12-20T08:00:00.000Z')
    const { rows } = await sql<{ row: string }>`
      select abandoned_cart::text as row from abandoned_cart`.execute(checkout.own.db)
    expect(rows.map(({ row }) => row).join()).not.toContain(code)
    const { rows: hashed } = await sql<{ n: number }>`
      select count(*) as n from abandoned_cart
      where code_hash = sha256(convert_to(${code}, 'UTF8'))`.execute(checkout.own.db)
    expect(hashed[0]?.n).toBe(1)
    expect(refusalOf(await (await checkout.buyer()).call('POST', path, {}))).toBe('409 cart_empty')
  })

  test('restores it into the visitor’s own cart at today’s prices, and returns the changes', async () => {
    const { code } = await left()
    await setSale(products.phone, 31_500_000)
    await setFreeStock(checkout.own.db, 1, sql`product_id = ${products.cable} and shop_id = 1`)
    await setFreeStock(checkout.own.db, 1, sql`product_id = ${products.cable} and shop_id = 3`)
    const visitor = await checkout.buyer()
    const answer = dataOf<AbandonedCart>(await restore(visitor, code))
    expect(answer.lines).toMatchObject([
      { previous_price: 30_990_000, price: 31_500_000, restored_quantity: 1, change: 'price_up' },
      { item_quantity: 3, restored_quantity: 2, change: 'fewer' },
    ])
    expect((await visitor.cart()).items).toMatchObject([
      { item_id: products.phone, item_quantity: 1, final_price: 31_500_000 },
      { item_id: products.cable, item_quantity: 2 },
    ])
  })

  test('returns which lines are cheaper, sold out or no longer sold', async () => {
    const { code } = await left()
    await setSale(products.cable, 120_000)
    await setFreeStock(checkout.own.db, 0, sql`product_id = ${products.phone}`)
    const lines = dataOf<AbandonedCart>(await restore(await checkout.buyer(), code)).lines
    expect(lines.map(({ change }) => change)).toEqual(['sold_out', 'price_down'])
    await sql`update product set is_active = false where product_id = ${products.cable}`.execute(
      checkout.own.db,
    )
    const later = dataOf<AbandonedCart>(await restore(await checkout.buyer(), code)).lines
    expect(later.map(({ change }) => change)).toEqual(['sold_out', 'gone'])
    await sql`update product set is_active = true where product_id = ${products.cable}`.execute(
      checkout.own.db,
    )
  })

  test('restored twice, at once or later, the cart is the same', async () => {
    const { code } = await left()
    const visitor = await checkout.buyer()
    await visitor.add(products.cable, 1)
    await Promise.all(Array.from({ length: 8 }, () => restore(visitor, code)))
    await restore(visitor, code)
    const { items } = await visitor.cart()
    expect(items.map(({ item_id, item_quantity }) => [item_id, item_quantity])).toEqual(
      expect.arrayContaining([
        [products.phone, 1],
        [products.cable, 3],
      ]),
    )
    expect(items).toHaveLength(2)
  })

  test('restores a combo line beside its main line, and on its own once the combo is over', async () => {
    const combo_item_id = await startCombo(checkout.own.db, {
      main_product_id: products.phone,
      product_id: products.cable,
      price: 99_000,
    })
    const buyer = await checkout.buyer()
    const beside = { main_product_combo_id: products.phone, combo_item_id }
    await buyer.add(products.cable, 2)
    await buyer.add(products.phone)
    dataOf(
      await buyer.call('POST', '/api/cart/v1/cart', {
        ...{ item_id: products.cable, item_quantity: 1, ...beside },
      }),
    )
    const { code } = await keep(buyer)
    const visitor = await checkout.buyer()
    const answer = dataOf<AbandonedCart>(await restore(visitor, code))
    expect(answer.lines.map(({ change }) => change)).toEqual(['same', 'same', 'same'])
    const lines = (await visitor.cart()).items
    expect(answer.lines.map(({ line_id }) => line_id).toSorted()).toEqual(
      lines.map(({ line_id }) => line_id).toSorted(),
    )
    expect(lines.find((line) => line.main_product_combo_id === products.phone)).toMatchObject({
      ...beside,
      final_price: 99_000,
    })
    expect(lines).toHaveLength(3)
    dataOf(await restore(visitor, code))
    expect((await visitor.cart()).items).toHaveLength(3)
    await endOffers(checkout.own.db)
    const later = await checkout.buyer()
    const now = dataOf<AbandonedCart>(await restore(later, code)).lines
    expect(now.at(-1)).toMatchObject({ previous_price: 99_000, price: 150_000, change: 'price_up' })
  })

  test('an unknown code and an expired one get the same answer', async () => {
    const { code } = await left()
    const visitor = await checkout.buyer()
    const absent = await restore(visitor, 'A'.repeat(22))
    expect(refusalOf(absent)).toBe('404 abandoned_cart_not_found')
    expect((await restore(visitor, 'short')).status).toBe(422)
    pass(30 * 24 * hour)
    expect((await restore(await checkout.buyer(), code)).text).toBe(absent.text)
  })

  test('the page shows it, and returns 404 for any other code', async () => {
    const { url_path } = await left()
    const page = await checkout.door.call('GET', url_path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Giá và hàng vẫn như khi bạn rời đi.')
    for (const other of ['A'.repeat(22), 'x', '%00', 'a/b']) {
      expect((await checkout.door.call('GET', `/cart/abandonment/${other}`)).status).toBe(404)
    }
  })
})

describe('reminders', () => {
  const sent: Outgoing[] = []
  const email: Transport = {
    is_repeatable: false,
    send: async (message) => void sent.push(message),
  }
  const remind = () => remindOfCarts({ db: checkout.own.db, now: () => checkout.now, log })
  const send = () =>
    sendNotifications({
      db: checkout.own.db,
      now: () => checkout.now,
      log,
      cart: checkout.door.services.cart,
      otp_box: testBox(),
      transports: { email, sms: null },
      sender: {
        name: 'Thử',
        hotline: '1800 2064',
        public_url: 'https://shop.example',
        company: { name: 'C', address: 'A' },
      },
    })

  async function checkedOut(address: string, promotion_announcement: boolean): Promise<Buyer> {
    const buyer = await checkout.buyer()
    await buyer.add(products.cable, 2)
    await buyer.quote({ [products.cable]: 2 })
    await buyer.address({ email: address, promotion_announcement })
    return buyer
  }

  beforeEach(async () => {
    sent.length = 0
    // In daylight: nobody is reminded at night.
    checkout.now = new Date('2026-11-21T09:00:00+07:00')
    await sql`delete from outbox`.execute(checkout.own.db)
    await sql`update quote set is_open = false`.execute(checkout.own.db)
  })

  test('are sent once for a checkout that was abandoned with consent to mail', async () => {
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
    const opened = dataOf<AbandonedCart>(await restore(await checkout.buyer(), code))
    expect(opened.lines).toMatchObject([{ item_id: products.cable, restored_quantity: 2 }])
    const { rows } = await sql<{ row: string }>`
      select outbox::text as row from outbox where template = 'abandoned_cart'`.execute(
      checkout.own.db,
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(code)
  })

  test('wait at night for the morning; a mail about an order does not', async () => {
    checkout.now = new Date('2026-11-22T18:00:00+07:00')
    await checkedOut('night@mail.example', true)
    const buyer = await checkedOut('buyer@mail.example', false)
    pass(4 * hour)
    expect(await remind()).toBe(1)
    dataOf(await buyer.order())
    await send()
    expect(sent.map(({ recipient }) => recipient)).toEqual(['buyer@mail.example'])
    checkout.now = new Date('2026-11-23T07:59:00+07:00')
    await send()
    expect(sent).toHaveLength(1)
    checkout.now = new Date('2026-11-23T08:00:00+07:00')
    await send()
    expect(sent.at(-1)).toMatchObject({ recipient: 'night@mail.example' })
  })

  test('cannot be stopped with the code of a cart that was never mailed', async () => {
    const { code } = await left()
    const reader = await checkout.buyer()
    const answers = [code, 'A'.repeat(22)].map((one) =>
      reader.call('POST', `${path}/stop`, { code: one }),
    )
    expect((await Promise.all(answers)).map(refusalOf)).toEqual(
      Array(2).fill('404 abandoned_cart_not_found'),
    )
  })

  test('stop after an opt-out, and go to an address at most once a week', async () => {
    const loud = await checkedOut('loud@mail.example', true)
    const choices = async () =>
      dataOf<ConsentEntry[]>(await loud.call('GET', '/api/consent/v1/consents'))
        .filter(({ purpose }) => purpose === 'mail')
        .map(({ is_granted, place, text_version }) => [is_granted, place, text_version])
    expect(await choices()).toEqual([[true, 'checkout', 1]])
    pass(4 * hour)
    await remind()
    await send()
    const [, code = ''] = /abandonment\/([\w-]{22})/.exec(sent.at(-1)?.text ?? '') ?? []
    await checkedOut('LOUD@mail.example', true)
    pass(4 * hour)
    expect(await remind()).toBe(0)
    const reader = await checkout.buyer()
    expect(dataOf(await reader.call('POST', `${path}/stop`, { code }))).toEqual({
      is_stopped: true,
    })
    expect(await choices()).toEqual([
      [false, 'mail', 1],
      [true, 'checkout', 1],
    ])
    await sql`delete from outbox`.execute(checkout.own.db)
    expect(await remind()).toBe(0)
  })

  test('a tick is logged once, and unticking it is the withdrawal; no tick is no choice', async () => {
    const buyer = await checkedOut('tick@mail.example', false)
    const logged = async () =>
      dataOf<ConsentEntry[]>(await buyer.call('GET', '/api/consent/v1/consents')).map(
        ({ is_granted, place, withdrawn_at }) => [is_granted, place, withdrawn_at !== null],
      )
    expect(await logged()).toEqual([])
    for (const promotion_announcement of [true, true, false, false]) {
      dataOf(await buyer.address({ email: 'tick@mail.example', promotion_announcement }))
    }
    expect(await logged()).toEqual([
      [false, 'checkout', false],
      [true, 'checkout', true],
    ])
  })
})
