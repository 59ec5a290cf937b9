import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { type NotificationDeps, sendNotifications } from '#shop/flows/send-notifications.ts'
import {
  type Outgoing,
  type Transport,
  Undeliverable,
} from '#shop/notification/transports/transport.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { testBox } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout(relay_env)
const lines: string[] = []
const log = createLog({
  service: 'test',
  level: 'info',
  destination: { write: (line: string) => void lines.push(line) },
})

interface Recorder extends Transport {
  sent: Outgoing[]
}

/** A transport that records messages, and throws the given failures first. */
function recorder(failures: unknown[] = [], is_repeatable = false): Recorder {
  const sent: Outgoing[] = []
  return {
    sent,
    is_repeatable,
    send: async (message) => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      if (failures.length > 0) throw failures.shift()
      sent.push(message)
    },
  }
}

function depsWith(email: Transport | null, sms: Transport | null): NotificationDeps {
  const company = { name: 'Công ty Thử', address: '2 Lê Lợi' }
  const public_url = 'https://shop.example'
  return {
    db: checkout.own.db,
    now: () => checkout.now,
    log,
    cart: checkout.door.services.cart,
    otp_box: testBox(),
    transports: { email, sms },
    sender: { name: 'Cửa Hàng Thử', hotline: '1800 2064', public_url, company },
  }
}

const pass = (seconds: number) => {
  checkout.now = new Date(checkout.now.getTime() + seconds * 1_000)
}

async function placed(payment_method: string, email = 'an@mail.example'): Promise<Order> {
  const buyer = await checkout.buyer()
  await buyer.add(products.phone)
  await buyer.quote({ [products.phone]: 1 })
  await buyer.address({ email })
  return dataOf<Order>(await buyer.order({ payment_method }))
}

async function rows() {
  const found = await sql<{ channel: string; template: string; state: string; attempts: number }>`
    select channel, template, state, attempts from outbox order by outbox_id`.execute(
    checkout.own.db,
  )
  return found.rows.map((row) => `${row.channel} ${row.template} ${row.state} ${row.attempts}`)
}

beforeEach(async () => {
  lines.length = 0
  await sql`delete from outbox`.execute(checkout.own.db)
})

describe('the outbox', () => {
  test('notifies of an order by e-mail and SMS, once each', async () => {
    const order = await placed('cod')
    const [email, sms] = [recorder(), recorder()]
    expect(await sendNotifications(depsWith(email, sms))).toBe(2)
    expect(await sendNotifications(depsWith(email, sms))).toBe(0)
    const link = `https://shop.example/cart/success/cod?code=${order.code}&key=${order.secret}`
    expect(email.sent).toEqual([
      expect.objectContaining({
        recipient: 'an@mail.example',
        subject: `Đặt hàng thành công: ${order.code}`,
        text: expect.stringContaining(link),
        html: expect.stringContaining(link.replaceAll('&', '&amp;')),
      }),
    ])
    expect(email.sent[0]?.text).toContain('Tổng tiền (đã gồm VAT): 30.990.000đ')
    expect(sms.sent[0]).toMatchObject({ recipient: '0912345678', html: null })
    expect(sms.sent[0]?.text).toMatch(/^[\x20-\x7e]+$/)
    expect(sms.sent[0]?.text).toContain(link)
    expect(await rows()).toEqual(['email order_placed sent 1', 'sms order_placed sent 1'])
    const stored = await sql<{ text: string }>`
      select coalesce(body, '') || coalesce(html, '') as text from outbox`.execute(checkout.own.db)
    expect(stored.rows.filter(({ text }) => text.includes(order.secret))).toEqual([])
  })

  test('names the shop of a pick-up once', async () => {
    const buyer = await checkout.buyer()
    await buyer.add(products.phone)
    await buyer.quote({ [products.phone]: 1 })
    const pickup = { shipping_method: 'store_pickup', erp_shop_id: 1 }
    await buyer.address({ email: 'an@mail.example', ...pickup })
    const { recipient } = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    const email = recorder()
    await sendNotifications(depsWith(email, null))
    const place = /^- Nhận tại: (.*)$/m.exec(email.sent[0]?.text ?? '')?.[1]
    expect(place?.split(recipient.shop_name ?? '-')).toHaveLength(2)
  })

  test('an order that is rolled back is not notified; one that is answered twice is notified once', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.phone)
    const refused = await buyer.order({ payment_method: 'cod', grand_total: 1 })
    expect(refused.status).toBe(409)
    expect(await rows()).toEqual([])
    const json = { payment_method: 'cod' }
    await Promise.all([1, 2].map(() => buyer.order(json, { 'idempotency-key': 'k'.repeat(12) })))
    expect(await rows()).toEqual(['sms order_placed waiting 0'])
  })

  test('a transfer of a part: what is missing, and once cancelled that it comes back', async () => {
    const buyer = await checkout.buyer()
    await buyer.add(products.phone)
    await buyer.quote({ [products.phone]: 1 })
    await buyer.address({ email: 'an@mail.example' })
    const { code } = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    const raw = sepayBody({ content: code.replace('-', ''), amount: 1_000_000 })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    const email = recorder()
    pass(121)
    await sendNotifications(depsWith(email, null))
    expect(email.sent.at(-1)?.text).toContain(
      `Cửa hàng đã nhận 1.000.000đ cho đơn hàng ${code} trị giá 30.990.000đ, còn thiếu 29.990.000đ.`,
    )
    expect(email.sent.at(-1)?.text).toMatch(/- Đã nhận: 1.000.000đ\n- Còn thiếu: 29.990.000đ/)
    await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: code })
    await sendNotifications(depsWith(email, null))
    const told = email.sent.find(({ subject }) => subject === `Đơn hàng ${code} đã hủy`)
    expect(told?.text).toContain('Số tiền bạn đã trả sẽ được hoàn lại.')
    expect(told?.text).not.toContain('Bạn không phải trả khoản nào')
  })

  test('a part that came counts when the rest is paid on delivery', async () => {
    const buyer = await checkout.buyer()
    await buyer.add(products.phone)
    await buyer.quote({ [products.phone]: 1 })
    await buyer.address({ email: 'an@mail.example' })
    const { code } = dataOf<Order>(await buyer.order({ payment_method: 'bank_transfer' }))
    const raw = sepayBody({ content: code.replace('-', ''), amount: 1_000_000 })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    const choice = { order_code: code, payment_method: 'cod' }
    await buyer.call('PUT', '/api/cart/v1/order/payment', choice)
    const email = recorder()
    await sendNotifications(depsWith(email, null))
    expect(email.sent.at(-1)?.text).toContain('Bạn sẽ trả 29.990.000đ khi nhận hàng.')
  })

  test('a waiting order is notified after two minutes, unless it is paid by then', async () => {
    const order = await placed('bank_transfer')
    const email = recorder()
    expect(await sendNotifications(depsWith(email, null))).toBe(0)
    const raw = sepayBody({
      content: order.code.replace('-', ''),
      amount: order.totals.grand_total,
    })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    pass(121)
    await sendNotifications(depsWith(email, null))
    expect(email.sent.map(({ subject }) => subject)).toEqual([
      `Đã nhận thanh toán cho đơn hàng ${order.code}`,
    ])
    expect(await rows()).toEqual([
      'email order_waiting dropped 1',
      'email order_paid sent 1',
      'sms order_paid dropped 1',
    ])
  })

  test('two senders at once send nothing twice', async () => {
    for (let index = 0; index < 4; index++) await placed('cod', `a${index}@mail.example`)
    const [email, sms] = [recorder(), recorder()]
    await Promise.all([1, 2, 3].map(() => sendNotifications(depsWith(email, sms))))
    expect(email.sent).toHaveLength(4)
    expect(new Set(email.sent.map(({ request_id }) => request_id)).size).toBe(4)
    expect(sms.sent).toHaveLength(4)
    // Random: a provider remembers the numbers of before a restore, and would drop what has one of them.
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
    expect(sms.sent.filter(({ request_id }) => !uuid.test(request_id))).toEqual([])
  })

  test('a failed message is sent again at growing intervals, and fails for good after eight attempts', async () => {
    await placed('cod')
    const email = recorder(Array.from({ length: 20 }, () => new Error('421 an@mail.example busy')))
    const waits: number[] = []
    for (let round = 0; round < 12; round++) {
      await sendNotifications(depsWith(email, recorder()))
      const { rows: next } = await sql<{ at: Date | null; error: string }>`
        select next_attempt_at as at, error from outbox where channel = 'email'`.execute(
        checkout.own.db,
      )
      expect(next[0]?.error).toBe('421 ••• busy')
      const at = next[0]?.at
      if (!at) break
      waits.push((at.getTime() - checkout.now.getTime()) / 1_000)
      checkout.now = at
    }
    expect(waits).toHaveLength(7)
    waits.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(24 * 2 ** index)
      expect(wait).toBeLessThanOrEqual(36 * 2 ** index)
    })
    expect(await rows()).toContain('email order_placed failed 8')
  })

  test('a message to an unknown address is not sent again', async () => {
    await placed('cod')
    const email = recorder([new Undeliverable('550')])
    await sendNotifications(depsWith(email, null))
    expect(await rows()).toEqual(['email order_placed failed 1', 'sms order_placed dropped 1'])
  })

  test('a message whose process died is sent again only if the transport removes duplicates', async () => {
    await placed('cod')
    await sql`update outbox set state = 'sending', attempts = 1, next_attempt_at = ${checkout.now}`.execute(
      checkout.own.db,
    )
    pass(1)
    const [email, sms] = [recorder(), recorder([], true)]
    await sendNotifications(depsWith(email, sms))
    expect([email.sent.length, sms.sent.length]).toEqual([0, 1])
    expect(await rows()).toEqual(['email order_placed failed 1', 'sms order_placed sent 2'])
  })

  test('a provider that cannot be reached does not get all waiting messages', async () => {
    for (let index = 0; index < 5; index++) await placed('cod', '')
    await sql`insert into outbox (channel, recipient, template, order_id, state, next_attempt_at, created_at)
      select 'sms', recipient, template, order_id, 'waiting', next_attempt_at, created_at
      from outbox, generate_series(1, 9)`.execute(checkout.own.db)
    const sms = recorder(Array.from({ length: 99 }, () => new Error('away')))
    await sendNotifications(depsWith(null, sms))
    const { rows: tried } = await sql<{ n: number }>`
      select sum(attempts) as n from outbox`.execute(checkout.own.db)
    expect(tried[0]?.n).toBe(10)
  })

  test('the log has no phone and no address', async () => {
    await placed('cod', 'nguyen.an@mail.example')
    await sendNotifications(depsWith(recorder([new Error('nguyen.an@mail.example?')]), recorder()))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).not.toMatch(/0912345678|912345678|nguyen\.an/)
    expect(lines.join('')).toMatch(/n•••@mail\.example/)
  })
})
