import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { mailbox } from '#shop/notification/transports/transport.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { testBox } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

const checkout = openCheckout()
const path = '/noi-bo/hop-thu'

async function orderAndNotify(): Promise<Order> {
  const buyer = await checkout.buyer()
  await buyer.add(products.phone)
  await buyer.quote({ [products.phone]: 1 })
  await buyer.address({ email: 'an@mail.example', street: '12 hẻm "Ớt" & Tiêu' })
  const order = dataOf<Order>(await buyer.order())
  const company = { name: 'C', address: 'A' }
  await sendNotifications({
    db: checkout.own.db,
    now: () => checkout.now,
    log: createLog({ service: 'test', level: 'silent' }),
    cart: checkout.door.services.cart,
    otp_box: testBox(),
    transports: { email: mailbox, sms: mailbox },
    sender: { name: 'Thử', hotline: '1800', public_url: checkout.door.url, company },
  })
  return order
}

test('/noi-bo/hop-thu shows sent messages to staff only', async () => {
  const order = await orderAndNotify()
  expect((await checkout.door.call('GET', path)).status).toBe(303)
  const headers = await staffHeaders(checkout.door)
  const { text, status } = await checkout.door.call('GET', path, { headers })
  expect(status).toBe(200)
  expect(text).toContain('Cửa hàng mẫu không gửi gì ra ngoài')
  expect(text).toContain(`Đặt hàng thành công: ${order.code}`)
  expect(text).toContain('an@mail.example')
  expect(text).not.toContain('hẻm "Ớt" & ')
  const [, html = ''] = /href="(\/noi-bo\/hop-thu\/\d+)"/.exec(text) ?? []
  const shown = await checkout.door.call('GET', html, { headers })
  expect(shown.text).toMatch(/^<!doctype html>\n<html lang="vi">/)
  expect(shown.text).toContain('hẻm &quot;Ớt&quot; &amp; Tiêu')
  expect((await checkout.door.call('GET', html)).status).toBe(303)
  expect((await checkout.door.call('GET', `${path}/999999`, { headers })).status).toBe(404)
})

test('staff send a failed message again, only from a page of the shop', async () => {
  await orderAndNotify()
  const { rows } = await sql<{ outbox_id: number }>`
    update outbox set state = 'failed', next_attempt_at = null where channel = 'email'
    returning outbox_id`.execute(checkout.own.db)
  const form = new URLSearchParams({ outbox_id: String(rows[0]?.outbox_id) })
  const headers = await staffHeaders(checkout.door)
  const post = (site: string) =>
    checkout.door.call('POST', path, { form, headers: { ...headers, 'sec-fetch-site': site } })
  expect((await post('cross-site')).status).toBe(403)
  expect((await post('same-origin')).status).toBe(303)
  const { rows: resent } = await sql<{ state: string; attempts: number }>`
    select state, attempts from outbox where outbox_id = ${rows[0]?.outbox_id ?? 0}`.execute(
    checkout.own.db,
  )
  expect(resent).toEqual([{ state: 'waiting', attempts: 0 }])
})
