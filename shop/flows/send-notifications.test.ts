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
import { openCounter } from '#test/support/counter.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { goods } from '#test/support/small-shop.ts'

const counter = openCounter(relay_env)
const lines: string[] = []
const log = createLog({
  service: 'test',
  level: 'info',
  destination: { write: (line: string) => void lines.push(line) },
})

interface Recorder extends Transport {
  sent: Outgoing[]
}

/** A way out that remembers, and fails as often as it is told. */
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

function parts(email: Transport | null, sms: Transport | null): NotificationDeps {
  const company = { name: 'Công ty Thử', address: '2 Lê Lợi' }
  const public_url = 'https://shop.example'
  return {
    db: counter.own.db,
    now: () => counter.now,
    log,
    cart: counter.door.services.cart,
    transports: { email, sms },
    sender: { name: 'Cửa Hàng Thử', hotline: '1800 2064', public_url, company },
  }
}

const pass = (seconds: number) => {
  counter.now = new Date(counter.now.getTime() + seconds * 1_000)
}

async function placed(payment_method: string, email = 'an@mail.example'): Promise<Order> {
  const buyer = await counter.buyer()
  await buyer.add(goods.phone)
  await buyer.quote({ [goods.phone]: 1 })
  await buyer.address({ email })
  return dataOf<Order>(await buyer.order({ payment_method }))
}

async function rows() {
  const found = await sql<{ channel: string; template: string; state: string; tries: number }>`
    select channel, template, state, tries from outbox order by outbox_id`.execute(counter.own.db)
  return found.rows.map((row) => `${row.channel} ${row.template} ${row.state} ${row.tries}`)
}

beforeEach(async () => {
  lines.length = 0
  await sql`delete from outbox`.execute(counter.own.db)
})

describe('the outbox', () => {
  test('tells of an order by mail and short message, once each', async () => {
    const order = await placed('cod')
    const [email, sms] = [recorder(), recorder()]
    expect(await sendNotifications(parts(email, sms))).toBe(2)
    expect(await sendNotifications(parts(email, sms))).toBe(0)
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
  })

  test('a rolled back order is told of by nobody; one that is answered twice is told of once', async () => {
    const buyer = await counter.buyer()
    await buyer.prepare(goods.phone)
    const refused = await buyer.order({ payment_method: 'cod', grand_total: 1 })
    expect(refused.status).toBe(409)
    expect(await rows()).toEqual([])
    const json = { payment_method: 'cod' }
    await Promise.all([1, 2].map(() => buyer.order(json, { 'idempotency-key': 'k'.repeat(12) })))
    expect(await rows()).toEqual(['sms order_placed waiting 0'])
  })

  test('a waiting order is told of after two minutes, unless it is paid by then', async () => {
    const order = await placed('bank_transfer')
    const email = recorder()
    expect(await sendNotifications(parts(email, null))).toBe(0)
    const raw = sepayBody({
      content: order.code.replace('-', ''),
      amount: order.totals.grand_total,
    })
    await postSepay(counter.door, raw, sepayHeaders(raw, counter.now))
    pass(121)
    await sendNotifications(parts(email, null))
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
    await Promise.all([1, 2, 3].map(() => sendNotifications(parts(email, sms))))
    expect(email.sent).toHaveLength(4)
    expect(new Set(email.sent.map(({ outbox_id }) => outbox_id)).size).toBe(4)
    expect(sms.sent).toHaveLength(4)
  })

  test('what does not go out is tried again, later each time, and dies after eight tries', async () => {
    await placed('cod')
    const email = recorder(Array.from({ length: 20 }, () => new Error('421 an@mail.example busy')))
    const waits: number[] = []
    for (let round = 0; round < 12; round++) {
      await sendNotifications(parts(email, recorder()))
      const { rows: next } = await sql<{ at: Date | null; error: string }>`
        select next_try_at as at, error from outbox where channel = 'email'`.execute(counter.own.db)
      expect(next[0]?.error).toBe('421 ••• busy')
      const at = next[0]?.at
      if (!at) break
      waits.push((at.getTime() - counter.now.getTime()) / 1_000)
      counter.now = at
    }
    expect(waits).toHaveLength(7)
    waits.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(24 * 2 ** index)
      expect(wait).toBeLessThanOrEqual(36 * 2 ** index)
    })
    expect(await rows()).toContain('email order_placed failed 8')
  })

  test('an address that does not exist is not tried again', async () => {
    await placed('cod')
    const email = recorder([new Undeliverable('550')])
    await sendNotifications(parts(email, null))
    expect(await rows()).toEqual(['email order_placed failed 1', 'sms order_placed dropped 1'])
  })

  test('a message whose sender died is sent again only where that reaches its reader once', async () => {
    await placed('cod')
    await sql`update outbox set state = 'sending', tries = 1, next_try_at = ${counter.now}`.execute(
      counter.own.db,
    )
    pass(1)
    const [email, sms] = [recorder(), recorder([], true)]
    await sendNotifications(parts(email, sms))
    expect([email.sent.length, sms.sent.length]).toEqual([0, 1])
    expect(await rows()).toEqual(['email order_placed failed 1', 'sms order_placed sent 2'])
  })

  test('a provider that is away is not asked for all that waits', async () => {
    for (let index = 0; index < 5; index++) await placed('cod', '')
    await sql`insert into outbox (channel, recipient, template, order_id, state, next_try_at, created_at)
      select 'sms', recipient, template, order_id, 'waiting', next_try_at, created_at
      from outbox, generate_series(1, 9)`.execute(counter.own.db)
    const sms = recorder(Array.from({ length: 99 }, () => new Error('away')))
    await sendNotifications(parts(null, sms))
    const { rows: tried } = await sql<{ n: number }>`
      select sum(tries) as n from outbox`.execute(counter.own.db)
    expect(tried[0]?.n).toBe(10)
  })

  test('no phone and no address stands in the log', async () => {
    await placed('cod', 'nguyen.an@mail.example')
    await sendNotifications(parts(recorder([new Error('nguyen.an@mail.example?')]), recorder()))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).not.toMatch(/0912345678|912345678|nguyen\.an/)
    expect(lines.join('')).toMatch(/n•••@mail\.example/)
  })
})
