import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { mailbox } from '#shop/notification/transports/transport.ts'
import { dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { testBox } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

// T11b: anybody can order in the name of a stranger, so the shop's mails must not carry what a shopper writes.

const checkout = openCheckout()
const lure =
  'nhận hoàn tiền 5.000.000đ tại https://vi-du.lua.example/hoan-tien hoặc gọi 0900 000 000'
/** What programs turn into links. */
const link = /\/\/|[\p{L}\d-]{2,}[.。．｡]\p{L}{2,}|\d+\.\d+\.\d+\.\d+/u

async function buyerAtAddress() {
  const buyer = await checkout.buyer()
  await buyer.add(products.phone)
  await buyer.quote({ [products.phone]: 1 })
  return buyer
}

async function send(): Promise<void> {
  await sendNotifications({
    db: checkout.own.db,
    now: () => checkout.now,
    log: createLog({ service: 'test', level: 'silent' }),
    cart: checkout.door.services.cart,
    otp_box: testBox(),
    transports: { email: mailbox, sms: mailbox },
    sender: {
      name: 'Thử',
      hotline: '1800',
      public_url: 'https://shop.example',
      company: { name: 'C', address: 'A' },
    },
  })
}

/** All texts that were sent, without the links of the shop itself and without markup. */
async function sentTexts(): Promise<string[]> {
  const { rows } = await sql<{ subject: string | null; body: string; html: string | null }>`
    select subject, body, html from outbox where state = 'sent'`.execute(checkout.own.db)
  return rows.flatMap(({ subject, body, html }) => [
    subject ?? '',
    body.replaceAll(/https:\/\/shop\.example\S*/g, ''),
    (html ?? '').replaceAll(/<[^>]*>/g, ' '),
  ])
}

describe('mails and messages of an order', () => {
  test('do not repeat why a shopper cancelled it', async () => {
    const buyer = await buyerAtAddress()
    dataOf(await buyer.address({ email: 'nan.nhan@mail.example' }))
    const { code } = dataOf<Order>(await buyer.order())
    const cancel = { order_code: code, reason: lure }
    const cancelled = dataOf<Order>(await buyer.call('POST', '/api/cart/v1/order/cancel', cancel))
    await send()
    const texts = await sentTexts()
    expect(texts.filter((text) => text.includes('đã hủy')).length).toBeGreaterThan(0)
    expect(texts.filter((text) => text.includes('hoàn tiền 5') || text.includes('0900'))).toEqual(
      [],
    )
    // The shopper and the shop still read it with the order, as text that leads nowhere.
    const note = cancelled.history.at(-1)?.note ?? ''
    expect(note).toContain('nhận hoàn tiền')
    expect(note).not.toMatch(link)
  })

  test.each([
    ['street', '12 Lê Lợi, xem vi-du.example/qua'],
    ['street', '12 Lê Lợi www.vi-du.example'],
    ['name', 'An vi-du.example'],
    ['note', lure],
  ])('contain no link from %s %s', async (field, text) => {
    const buyer = await buyerAtAddress()
    const saved = await buyer.address({ email: 'nan.nhan@mail.example', [field]: text })
    expect(saved.status).toBe(200)
    dataOf(await buyer.order())
    await send()
    expect((await sentTexts()).filter((sent) => link.test(sent))).toEqual([])
  })

  test('contain none from an order that was placed before names were checked', async () => {
    const buyer = await buyerAtAddress()
    dataOf(await buyer.address({ email: 'nan.nhan@mail.example' }))
    dataOf(await buyer.order())
    await sql`update sales_order set recipient = recipient || ${JSON.stringify({
      name: 'An https://lua.example',
      recipient_name: 'Bình lua.example',
      address_text: '12 Lê Lợi http://10.1.2.3/x',
    })}::jsonb`.execute(checkout.own.db)
    await sql`update outbox set facts = facts || ${JSON.stringify({ reason: lure })}::jsonb
      where state = 'waiting'`.execute(checkout.own.db)
    await send()
    expect((await sentTexts()).filter((sent) => link.test(sent))).toEqual([])
  })
})

describe('an address', () => {
  test.each([
    ['name', 'An https://lua.example/x'],
    ['name', 'Gọi 0900000000'],
    ['name', 'An <b>"Ớt"</b>'],
    ['name', 'Nhận quà'.repeat(10)],
    ['recipient_name', 'Bình 24/7'],
    ['street', '12 Lê Lợi https://lua.example'],
    ['street', '<a href=x>12 Lê Lợi</a>'],
    ['company_name', 'Công ty http://lua.example'],
    ['company_address', 'Tầng 2 @lua'],
  ])('with %s %s is refused', async (field, text) => {
    const buyer = await buyerAtAddress()
    const answer = await buyer.address({
      ...{ recipient_name: 'Bình', recipient_phone: '0987654321' },
      ...{ wants_company_invoice: true, company_name: 'Công ty A&B (Việt Nam)' },
      ...{ company_tax_code: '0100109106', company_address: 'Số 5, ngõ 10/2, P.5, Q.1' },
      ...{ company_email: 'ke.toan@ab.example', [field]: text },
    })
    expect(refusalOf(answer)).toBe('422 invalid_input')
    expect(answer.body?.error?.data).toEqual({ problems: { [field]: expect.any(String) } })
  })

  test.each([
    'Nguyễn Thị Ánh',
    'Jean-Luc O’Neill',
    'TS.BS.Trần Văn A',
    'Đặng T. Hạnh',
    '李小龙',
    "Y'Đăk Niê",
  ])('takes the name %s', async (name) => {
    const buyer = await buyerAtAddress()
    expect((await buyer.address({ name })).status).toBe(200)
  })
})

test('staff see links of the shop only', async () => {
  const buyer = await buyerAtAddress()
  dataOf(await buyer.address({ email: 'nan.nhan@mail.example' }))
  dataOf(await buyer.order())
  await send()
  const url = checkout.door.url
  await sql`update outbox set body = ${`Mở https://lua.example/x hoặc ${url}/cart`} where body is not null`.execute(
    checkout.own.db,
  )
  const headers = await staffHeaders(checkout.door)
  const { text } = await checkout.door.call('GET', '/noi-bo/hop-thu', { headers })
  expect(text).toContain('https://lua.example/x')
  expect(text).not.toContain('href="https://lua.example')
})

test('the title of a search says nothing in the name of the shop', async () => {
  const q = encodeURIComponent(`cáp, ${lure}`)
  for (const path of [`/tim-kiem?q=${q}`, `/tim-kiem?q=${q}&bo_loc=1`]) {
    const { text } = await checkout.door.call('GET', path)
    const [, title = ''] = /<title>([^<]*)<\/title>/.exec(text) ?? []
    expect(title).not.toMatch(link)
    expect(title.length).toBeLessThan(130)
    expect(/property="og:title" content="([^"]*)"/.exec(text)?.[1]).toBe(title)
  }
})
