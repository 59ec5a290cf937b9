import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { mailbox } from '#shop/notification/transports/transport.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { goods } from '#test/support/small-shop.ts'

const token = 'staff-of-the-tests'
const counter = openCounter({ STAFF_TOKEN: token })
const path = '/noi-bo/hop-thu'
const headers = { authorization: `Basic ${Buffer.from(`nv:${token}`).toString('base64')}` }

async function tell(): Promise<Order> {
  const buyer = await counter.buyer()
  await buyer.add(goods.phone)
  await buyer.quote({ [goods.phone]: 1 })
  await buyer.address({ email: 'an@mail.example', name: 'An <b>"Ớt"</b>' })
  const order = dataOf<Order>(await buyer.order())
  const company = { name: 'C', address: 'A' }
  await sendNotifications({
    db: counter.own.db,
    now: () => counter.now,
    log: createLog({ service: 'test', level: 'silent' }),
    cart: counter.door.services.cart,
    transports: { email: mailbox, sms: mailbox },
    sender: { name: 'Thử', hotline: '1800', public_url: counter.door.url, company },
  })
  return order
}

test('/noi-bo/hop-thu shows staff what was told, and nobody else', async () => {
  const order = await tell()
  expect((await counter.door.call('GET', path)).status).toBe(401)
  const { text, status } = await counter.door.call('GET', path, { headers })
  expect(status).toBe(200)
  expect(text).toContain('Cửa hàng mẫu không gửi gì ra ngoài')
  expect(text).toContain(`Đặt hàng thành công: ${order.code}`)
  expect(text).toContain('an@mail.example')
  expect(text).not.toContain('<b>"Ớt"')
  const [, html = ''] = /href="(\/noi-bo\/hop-thu\/\d+)"/.exec(text) ?? []
  const shown = await counter.door.call('GET', html, { headers })
  expect(shown.text).toMatch(/^<!doctype html>\n<html lang="vi">/)
  expect(shown.text).toContain('An &lt;b&gt;&quot;Ớt&quot;&lt;/b&gt;')
  expect((await counter.door.call('GET', html)).status).toBe(401)
  expect((await counter.door.call('GET', `${path}/999999`, { headers })).status).toBe(404)
})

test('staff send a dead message again, from a page of ours', async () => {
  await tell()
  const { rows } = await sql<{ outbox_id: number }>`
    update outbox set state = 'failed', next_try_at = null where channel = 'email'
    returning outbox_id`.execute(counter.own.db)
  const form = new URLSearchParams({ outbox_id: String(rows[0]?.outbox_id) })
  const post = (site: string) =>
    counter.door.call('POST', path, { form, headers: { ...headers, 'sec-fetch-site': site } })
  expect((await post('cross-site')).status).toBe(403)
  expect((await post('same-origin')).status).toBe(303)
  const { rows: again } = await sql<{ state: string; tries: number }>`
    select state, tries from outbox where outbox_id = ${rows[0]?.outbox_id ?? 0}`.execute(
    counter.own.db,
  )
  expect(again).toEqual([{ state: 'waiting', tries: 0 }])
})
