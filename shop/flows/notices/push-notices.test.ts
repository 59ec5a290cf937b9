import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownKey } from '#platform/files/own-key.ts'
import { secretBox } from '#platform/files/secret-box.ts'
import { createLog } from '#platform/observe/log.ts'
import { pushKeysOf } from '#platform/push/push-message.ts'
import { noticesJob } from '#shop/flows/notices/notices-job.ts'
import { pushSettings } from '#shop/flows/notices/push-settings.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { mailbox } from '#shop/notification/transports/transport.ts'
import { webPush } from '#shop/notification/transports/web-push.ts'
import { type Buyer, dataOf, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products, shops } from '#test/support/small-shop.ts'

const keys = { secret_key: 'd'.repeat(64), data_dir: '' }
const checkout = openCheckout({ SECRET_KEY: keys.secret_key })
const log = createLog({ service: 'test', level: 'silent' })

/** A browser that may be told, with its own keys. */
interface Browser {
  pair: ECDH
  auth: Buffer
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
}

function newBrowser(endpoint: string): Browser {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys().toString('base64url')
  const auth = randomBytes(16)
  return {
    ...{ pair, auth },
    subscription: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } },
  }
}

/** Reads a message as a browser does (RFC 8291). */
function opened({ pair, auth }: Browser, body: Buffer): unknown {
  const [salt, sender_key] = [body.subarray(0, 16), body.subarray(21, 86)]
  const derive = (secret: Buffer, with_salt: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_salt, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender_key])
  const secret = derive(pair.computeSecret(sender_key), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opening = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
  const text = Buffer.concat([opening.update(body.subarray(86, -16)), opening.final()])
  return JSON.parse(text.subarray(0, -1).toString())
}

interface Arrived {
  url: string
  headers: Headers
  body: Buffer
}

/** Runs both jobs; a play push service answers with `status`. Returns what arrived there. */
async function tell(status: number): Promise<Arrived[]> {
  const { db } = checkout.own
  const now = () => checkout.now
  const arrived: Arrived[] = []
  const playService: typeof fetch = async (url, { headers, body } = {}) => {
    arrived.push({
      url: String(url),
      headers: new Headers(headers),
      body: Buffer.from(body as Uint8Array),
    })
    return new Response(null, { status })
  }
  const settings = pushSettings({
    ...{ db, now, contact: 'shop@mail.example' },
    push_box: secretBox(keys, 'push'),
    push_keys: pushKeysOf(ownKey(keys, 'push-sender')),
  })
  await noticesJob({ db, now, log }).run()
  await sendNotifications({
    ...{ db, now, log, cart: checkout.door.services.cart, otp_box: secretBox(keys, 'otp') },
    transports: { email: mailbox, sms: mailbox, push: webPush(settings, playService) },
    sender: {
      ...{ name: 'Thử', hotline: '1800', public_url: 'https://shop.example' },
      company: { name: 'C', address: 'A' },
    },
  })
  return arrived
}

async function stock(quantity: number): Promise<void> {
  await sql`insert into stock (product_id, shop_id) values (${products.rare}, ${shops.first})
    on conflict do nothing`.execute(checkout.own.db)
  await sql`insert into stock_movement (product_id, shop_id, quantity, kind)
    values (${products.rare}, ${shops.first}, ${quantity}, 'count')`.execute(checkout.own.db)
}

const ask = (buyer: Buyer, { subscription }: Browser) =>
  buyer.call('POST', '/api/notices/v1/notices/push', {
    ...{ kind: 'stock', item_id: products.rare, subscription },
  })

test('a browser is told once, encrypted for it alone, and the database does not reveal its address', async () => {
  const buyer = await checkout.buyer()
  const endpoint = 'https://fcm.googleapis.com/fcm/send/one-browser'
  const browser = newBrowser(endpoint)
  for (const foreign of ['https://evil.example/x', 'http://127.0.0.1:9/x', 'x']) {
    expect(refusalOf(await ask(buyer, newBrowser(foreign)))).toBe('422 push_not_possible')
  }
  const broken = { ...browser, subscription: { endpoint, keys: { p256dh: 'AA', auth: 'AA' } } }
  expect(refusalOf(await ask(buyer, broken))).toBe('422 push_not_possible')
  dataOf(await ask(buyer, browser))
  // Pressed again: the same browser, no second wish.
  dataOf(await ask(buyer, browser))
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(push_subscription::text, '') from push_subscription)
      || (select string_agg(product_notice::text, '') from product_notice) as text`.execute(
    checkout.own.db,
  )
  expect(rows[0]?.text).not.toContain('one-browser')
  expect(rows[0]?.text).not.toContain(Buffer.from('one-browser').toString('hex'))

  expect(await tell(201)).toEqual([])
  await stock(1)
  const [message, ...more] = await tell(201)
  expect([message?.url, more]).toEqual([endpoint, []])
  expect(message?.headers.get('authorization')).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=/)
  expect(message?.headers.get('topic')).toMatch(/^[\w-]{1,32}$/)
  expect(opened(browser, message?.body ?? Buffer.alloc(0))).toMatchObject({
    title: '[QC] Đã có hàng trở lại',
    body: expect.stringContaining('Giá hiện nay: 9.000.000'),
    url: expect.stringMatching(/^https:\/\/shop\.example\//),
    stop: expect.stringMatching(/^https:\/\/shop\.example\/bao-tin\/\w+$/),
  })
  expect(await tell(201)).toEqual([])
  await stock(-1)
})

test('a push service that is busy is asked again; a browser that is gone is forgotten', async () => {
  const { db } = checkout.own
  const buyer = await checkout.buyer()
  dataOf(await ask(buyer, newBrowser('https://updates.push.services.mozilla.com/wpush/v2/gone')))
  await stock(1)
  expect(await tell(503)).toHaveLength(1)
  checkout.now = new Date(checkout.now.getTime() + 60_000)
  expect(await tell(410)).toHaveLength(1)
  checkout.now = new Date(checkout.now.getTime() + 3_600_000)
  expect(await tell(201)).toEqual([])
  const { rows } = await sql<{ state: string; error: string }>`
    select state, error from outbox where channel = 'push' order by outbox_id desc limit 1`.execute(
    db,
  )
  expect(rows).toEqual([{ state: 'failed', error: expect.stringContaining('410') }])
  const left = await sql`select from push_subscription where customer_id =
    (select max(customer_id) from customer)`.execute(db)
  expect(left.rows).toEqual([])
  await stock(-1)
})
