import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { secretBox } from '#platform/files/secret-box.ts'
import { createLog } from '#platform/observe/log.ts'
import { noticesJob } from '#shop/flows/notices/notices-job.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { deleteNoticesOfPhone } from '#shop/notice/sweep-notices-store.ts'
import { mailbox } from '#shop/notification/transports/transport.ts'
import { transaction } from '#platform/database/postgres.ts'
import { recordLowest } from '#shop/flows/prices/record-lowest-prices.ts'
import { type Buyer, dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { newMember } from '#test/members/member.ts'
import { products, shops } from '#test/support/small-shop.ts'

const secret_key = 'd'.repeat(64)
const otp_box = secretBox({ secret_key, data_dir: '' }, 'otp')
const checkout = openCheckout({ SECRET_KEY: secret_key })
const log = createLog({ service: 'test', level: 'silent' })
const ask = (buyer: Buyer, kind: string, item_id: number, email: string) =>
  buyer.call('POST', '/api/notices/v1/notices', { kind, item_id, email })

async function send(): Promise<{ subject: string; body: string; recipient: string }[]> {
  const { db } = checkout.own
  const company = { name: 'C', address: 'A' }
  await sendNotifications({
    ...{ db, now: () => checkout.now, log, cart: checkout.door.services.cart, otp_box },
    transports: { email: mailbox, sms: mailbox },
    sender: { name: 'Thử', hotline: '1800', public_url: checkout.door.url, company },
  })
  const { rows } = await sql<{ subject: string; body: string; recipient: string }>`
    select subject, body, recipient from outbox where state = 'sent' and template like 'notice%'
    order by outbox_id`.execute(db)
  return rows
}

const runJob = () => noticesJob({ db: checkout.own.db, now: () => checkout.now, log }).run()

async function secretOf(email: string): Promise<string> {
  const { rows } = await sql<{ secret: string }>`
    select secret from product_notice where recipient = ${email} order by product_notice_id desc limit 1`.execute(
    checkout.own.db,
  )
  return rows[0]?.secret ?? ''
}

const post = (path: string, secret: string, json: object = {}) =>
  checkout.door.call('POST', `/api/notices/v1/notices/${path}?secret=${secret}`, { json })

/** Adds or takes units of the item that only the repair shop has. */
async function stock(quantity: number): Promise<void> {
  await sql`insert into stock (product_id, shop_id) values (${products.rare}, ${shops.first})
    on conflict do nothing`.execute(checkout.own.db)
  await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
    values (${products.rare}, ${shops.first}, ${quantity}, 'count')`.execute(checkout.own.db)
}

test('back in stock: asked, confirmed by a form, told once, also by two jobs at once', async () => {
  const buyer = await checkout.buyer()
  const email = 'cho@mail.example'
  expect(refusalOf(await ask(buyer, 'stock', products.phone, email))).toBe('409 item_in_stock')
  expect(refusalOf(await ask(buyer, 'stock', products.withdrawn, email))).toBe('404 item_gone')
  expect(refusalOf(await ask(buyer, 'price', products.unpriced, email))).toBe('409 price_unknown')
  expect(refusalOf(await ask(buyer, 'stock', products.rare, 'x@'))).toBe('422 invalid_input')
  dataOf(await ask(buyer, 'stock', products.rare, 'CHO@mail.example'))
  // Somebody else asks for the same address: the same answer, and no second mail.
  dataOf(await ask(await checkout.buyer(), 'stock', products.rare, email))
  const asked = await send()
  expect(asked.map(({ recipient }) => recipient)).toEqual([email])
  const secret = await secretOf(email)
  expect(asked[0]?.body).toContain(`/bao-tin/${secret}`)
  expect(asked[0]?.subject).not.toContain('[QC]')

  await stock(2)
  await runJob()
  // Nobody has confirmed it: nothing is told.
  expect(await send()).toHaveLength(1)
  expect((await checkout.door.call('GET', `/bao-tin/${secret}`)).text).toContain('Xác nhận')
  await runJob()
  expect(await send()).toHaveLength(1)
  const headers = { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' }
  const form = new URLSearchParams({ intent: 'confirm', secret })
  const confirmed = await checkout.door.call('POST', `/bao-tin/${secret}`, { form, headers })
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `/bao-tin/${secret}`])
  await Promise.all([runJob(), runJob()])
  await runJob()
  const [, told, ...more] = await send()
  expect([told?.recipient, more]).toEqual([email, []])
  expect(told?.subject).toMatch(/^\[QC\] .*đã có hàng$/)
  expect(told?.body).toContain(`Không nhận tin nào nữa: ${checkout.door.url}/bao-tin/${secret}`)
  await stock(-2)
})

test('a lower price of the day is told of; stopping all ends every wish of the address', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  const email = 'gia@mail.example'
  await recordLowest(db, null, checkout.now)
  dataOf(await ask(buyer, 'price', products.cable, email))
  const first = await secretOf(email)
  dataOf(await post('confirm', first))
  dataOf(await ask(buyer, 'price', products.phone, email))
  const second = await secretOf(email)
  dataOf(await post('confirm', second))
  await runJob()
  // Both were confirmed before their mail went out, so no mail asks any more.
  expect((await send()).filter(({ recipient }) => recipient === email)).toEqual([])
  await sql`update price set sale_price = sale_price - 10000 where product_id = ${products.cable}`.execute(
    db,
  )
  checkout.now = new Date(checkout.now.getTime() + 86_400_000)
  await recordLowest(db, null, checkout.now)
  await runJob()
  const told = (await send()).filter(({ subject }) => subject.startsWith('[QC]'))
  expect(told.at(-1)?.subject).toMatch(/vừa giảm giá$/)
  expect(told.at(-1)?.body).toContain('140.000')
  expect(dataOf<{ state: string }>(await post('stop', first, { all: '1' })).state).toBe('stopped')
  const stopped = await checkout.door.call('GET', `/api/notices/v1/notices/linked?secret=${second}`)
  expect(dataOf(stopped)).toMatchObject({ state: 'stopped', recipient: 'g•••@mail.example' })
  expect(refusalOf(await post('confirm', '0'.repeat(32)))).toBe('404 notice_not_found')
  // Whoever asks for the address again, it has to be confirmed again.
  expect(dataOf(await ask(buyer, 'price', products.cable, email))).toMatchObject({
    is_confirmed: false,
  })
})

test('stopping all also withdraws a message that has not gone out yet', async () => {
  const buyer = await checkout.buyer()
  const email = 'dem@mail.example'
  dataOf(await ask(buyer, 'stock', products.rare, email))
  const secret = await secretOf(email)
  dataOf(await post('confirm', secret))
  await stock(2)
  await runJob()
  dataOf(await post('stop', secret, { all: '1' }))
  expect((await send()).filter(({ recipient }) => recipient === email)).toEqual([])
  await stock(-2)
})

test('an address gets three notices in 24 hours at most; the others wait', async () => {
  const { db } = checkout.own
  await sql`insert into product_notice (kind, product_id, channel, recipient, secret, state, price_seen, created_at)
    select 'price', product_id, 'email', 'nhieu@mail.example', 'n' || product_id, 'waiting', 99000000, now()
    from product where product_id in (${products.phone}, ${products.cable}, ${products.rare})
    union all select 'stock', ${products.cable}, 'email', 'nhieu@mail.example', 'n0', 'waiting', null, now()`.execute(
    db,
  )
  await recordLowest(db, null, checkout.now)
  await runJob()
  const waiting = async () =>
    (
      await sql`select from product_notice where recipient = 'nhieu@mail.example' and state = 'waiting'`.execute(
        db,
      )
    ).rows.length
  expect(await waiting()).toBe(1)
  await runJob()
  expect(await waiting()).toBe(1)
  checkout.now = new Date(checkout.now.getTime() + 86_400_001)
  await recordLowest(db, null, checkout.now)
  await runJob()
  expect(await waiting()).toBe(0)
})

test('the page asks by a plain form; an erasure takes the wishes of the person along', async () => {
  const buyer = await checkout.buyer()
  const headers = { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' }
  const path = `/bao-tin?mau=${products.rare}`
  expect((await checkout.door.call('GET', path, { headers })).text).toContain('Báo khi có hàng')
  const fields = { intent: 'email', kind: 'stock', item_id: String(products.rare) }
  const email = 'an@mail.example'
  const sendForm = (typed: string) =>
    checkout.door.call('POST', path, {
      form: new URLSearchParams({ ...fields, email: typed }),
      headers,
    })
  expect((await sendForm('sai')).text).toContain('Email chưa đúng')
  const sent = await sendForm(email)
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}&xong=0`])
  await buyer.prepare(products.cable)
  dataOf(await buyer.order())
  await transaction(checkout.own.db, (tx) => deleteNoticesOfPhone(tx, '+84912345678'))
  expect(await secretOf(email)).toBe('')
})

/** The code of the newest short message. */
async function codeSent(): Promise<string> {
  await send()
  const { rows } = await sql<{ body: string }>`
    select body from outbox where template = 'otp' order by outbox_id desc limit 1`.execute(
    checkout.own.db,
  )
  return /\b\d{6}\b/.exec(rows[0]?.body ?? '')?.[0] ?? ''
}

test('by SMS: a guest proves the phone by a code, and nobody is told at night', async () => {
  const buyer = await checkout.buyer()
  const wish = { kind: 'stock', item_id: products.rare }
  const askBySms = (more: object = {}) =>
    buyer.call('POST', '/api/notices/v1/notices/sms', { ...wish, ...more })
  expect(refusalOf(await askBySms())).toBe('403 phone_not_proven')
  const asked = await buyer.call('POST', '/api/notices/v1/codes', { phone: '0912 345 999' })
  const { otp_token } = dataOf<{ otp_token: string }>(asked)
  const code = await codeSent()
  const wrong = code === '000000' ? '000001' : '000000'
  expect(refusalOf(await askBySms({ otp_token, code: wrong }))).toBe('422 otp_is_wrong')
  expect(dataOf(await askBySms({ otp_token, code }))).toEqual({ phone: '09•• ••• 999' })
  expect(refusalOf(await askBySms({ otp_token, code }))).toBe('410 otp_is_expired')

  // 22:30 in Vietnam.
  checkout.now = new Date('2026-11-20T15:30:00Z')
  await stock(1)
  await runJob()
  const toPhone = async () =>
    (await send()).filter(({ recipient }) => recipient === '0912345999').map(({ body }) => body)
  expect(await toPhone()).toEqual([])
  // 08:00.
  checkout.now = new Date('2026-11-21T01:00:00Z')
  const [told, ...more] = await toPhone()
  expect(more).toEqual([])
  expect(told).toMatch(
    /^\[QC\] Thu: .* da co hang\. Xem: http.* Tu choi: http.*\/bao-tin\/[0-9a-f]{32} hoac 1800$/,
  )
  await stock(-1)
})

test('a member is told by SMS without a code, and closing the account takes the wish along', async () => {
  const { db } = checkout.own
  const phone = '+84987654321'
  const { bearer } = await newMember(db, { phone, now: checkout.now })
  const offered = await checkout.door.call(
    'GET',
    `/api/notices/v1/items?item_id=${products.rare}`,
    { headers: bearer },
  )
  expect(dataOf(offered)).toMatchObject({ has_sms: true, own_phone: '09•• ••• 321' })
  const asked = await checkout.door.call('POST', '/api/notices/v1/notices/sms', {
    headers: bearer,
    json: { kind: 'stock', item_id: products.rare },
  })
  expect(dataOf(asked)).toEqual({ phone: '09•• ••• 321' })
  await stock(1)
  await runJob()
  expect((await send()).map(({ recipient }) => recipient)).toContain('0987654321')
  await transaction(db, (tx) => deleteNoticesOfPhone(tx, phone))
  expect(await secretOf(phone)).toBe('')
  expect((await send()).map(({ recipient }) => recipient)).not.toContain('0987654321')
  await stock(-1)
})

test('a message is withdrawn when the item is sold out again, and the next event is told of', async () => {
  const email = 'lai@mail.example'
  dataOf(await ask(await checkout.buyer(), 'stock', products.rare, email))
  const secret = await secretOf(email)
  dataOf(await post('confirm', secret))
  const told = async () =>
    (await send()).filter(
      ({ recipient, subject }) => recipient === email && subject.includes('[QC]'),
    )
  await stock(1)
  await runJob()
  await stock(-1)
  expect(await told()).toEqual([])
  expect(dataOf(await post('confirm', secret))).toMatchObject({ state: 'waiting' })
  await stock(1)
  await runJob()
  expect(await told()).toHaveLength(1)
  await runJob()
  expect(await told()).toHaveLength(1)
  await stock(-1)
})

test('a price that is no longer lower is not told of', async () => {
  const { db } = checkout.own
  const email = 'het@mail.example'
  await recordLowest(db, null, checkout.now)
  dataOf(await ask(await checkout.buyer(), 'price', products.cable, email))
  dataOf(await post('confirm', await secretOf(email)))
  const change = (by: number) =>
    sql`update price set sale_price = sale_price + ${by} where product_id = ${products.cable}`.execute(
      db,
    )
  checkout.now = new Date(checkout.now.getTime() + 86_400_000)
  await change(-20_000)
  await recordLowest(db, null, checkout.now)
  await runJob()
  await change(20_000)
  const told = (await send()).filter(
    ({ recipient, subject }) => recipient === email && subject.includes('[QC]'),
  )
  expect(told).toEqual([])
})

test('one press stops all of an address also when a restore took the wish of that mail away', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  const email = 'sau@mail.example'
  dataOf(await ask(buyer, 'stock', products.rare, email))
  const asked = (await send()).find(({ recipient }) => recipient === email)
  const { pathname } = new URL(/http\S+bao-tin\/\S+/.exec(asked?.body ?? '')?.[0] ?? '')
  const secret = pathname.replace('/bao-tin/', '')
  dataOf(await post('confirm', secret))
  dataOf(await ask(buyer, 'price', products.phone, email))
  await sql`delete from product_notice where kind = 'stock' and recipient = ${email}`.execute(db)
  expect((await checkout.door.call('GET', pathname)).text).toContain('s•••@mail.example')
  const stopped = dataOf(await post('stop', secret, { all: '1' }))
  expect(stopped).toMatchObject({ kind: 'address', state: 'stopped' })
  expect((await checkout.door.call('GET', pathname)).text).toContain('Đã dừng.')
  const { rows } = await sql`select state from product_notice where recipient = ${email}`.execute(
    db,
  )
  expect(rows).toEqual([{ state: 'stopped' }])
})

test('an address that this customer has confirmed needs no second mail; one press of a mail program stops all', async () => {
  const buyer = await checkout.buyer()
  const email = 'quen@mail.example'
  expect(dataOf(await ask(buyer, 'stock', products.rare, email))).toMatchObject({
    is_confirmed: false,
  })
  const secret = await secretOf(email)
  dataOf(await post('confirm', secret))
  await recordLowest(checkout.own.db, null, checkout.now)
  expect(dataOf(await ask(buyer, 'price', products.cable, email))).toEqual({
    email,
    is_confirmed: true,
  })
  const stranger = await checkout.buyer()
  expect(dataOf(await ask(stranger, 'price', products.phone, email))).toMatchObject({
    is_confirmed: false,
  })
  const pressed = await checkout.door.call(
    'POST',
    `/api/notices/v1/notices/stop?secret=${secret}&all=1`,
    {
      form: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    },
  )
  expect(pressed.status).toBe(200)
  const { rows } = await sql<{ state: string }>`
    select distinct state from product_notice where recipient = ${email}`.execute(checkout.own.db)
  expect(rows).toEqual([{ state: 'stopped' }])
})
