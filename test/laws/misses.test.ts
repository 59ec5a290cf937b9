import { describe, expect, test } from 'vitest'
import { addresses as staff_addresses, pathWith } from '#admin/addresses/addresses.ts'
import { pageServer as staffPageServer } from '#admin/runtime/page-servers.ts'
import { services } from '#contracts/all.ts'
import type { Contract } from '#pure/contract.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import { pageServer } from '#storefront/runtime/page-servers.ts'
import { aMember } from '#test/members/loyalty.ts'
import { dataOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

// L26: what a handler cannot do, it says. shop/staff-services.test.ts tries the operations of staff.

const checkout = openCheckout()

const secret = '0'.repeat(40)
const phone = '0912 345 678'
const key_of_22 = 'A'.repeat(22)
const text = 'Pin dùng tốt, màn hình đẹp, máy chạy êm cả ngày.'
const line = { item_id: 999_999, item_quantity: 1 }
/** Valid fields that name nothing that exists. Every operation reads those that it knows. */
const absent = {
  ...{ ...line, item_ids: [999_999], line_id: 999_999, product_id: 999_999, id: 999_999 },
  ...{ promotion_uuid: '00000000-0000-4000-8000-000000000000', version: 1, price_seen: 1 },
  ...{ Quote: {}, QuoteItems: [line], items: [line], secret, phone_secret: secret.slice(24) },
  ...{ code: 'X-999999', order_code: 'DH261120-ZZZZ2345', order_id_web: 'DH261120-ZZZZ2345' },
  ...{
    payment_method: 'cod',
    bank_code: 'VCB',
    card_brand: 'VISA',
    months: 6,
    prepaid_percent: 30,
  },
  ...{ name: 'An', phone, customer_name: 'An', customer_phone: phone, email: 'an@mail.example' },
  ...{ erp_shop_id: 999_999, booking_date: '2026-11-23T09:00:00+07:00', visit_on: '2026-11-23' },
  ...{ address_id: 999_999, street: '1 Trần Hưng Đạo', province_id: 30, picture_id: 999_999 },
  ...{
    card_id: 999_999,
    side: 'front',
    image: 'AAAA',
    position: 1,
    reason: 'faulty',
    wish: 'refund',
  },
  ...{ device_code: 'khong-co', model_code: 'khong-co', device_report: 'x', answers: { a: 'b' } },
  ...{ amount_seen: 1, value_seen: 1, company_id: 'khong-co', kind: 'stock', of: 'item' },
  ...{ imei: '356938035643809', token: 'x', stars: 5, text, inputs: [] },
  ...{ review_id: 999_999, comment_id: 999_999, subject_kind: 'product', subject_id: 999_999 },
  subscription: {
    endpoint: 'https://fcm.googleapis.com/fcm/send/x',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: key_of_22 },
  },
}
/** What some services read in another form under the same name. */
const others: Readonly<Record<string, object>> = {
  application: { kind: 'id_front' },
  reviews: { secret: secret.slice(8), reason: 'insult' },
  comments: { secret: secret.slice(8), reason: 'insult' },
  sharedQuote: { code: key_of_22 },
  abandonedCart: { code: key_of_22 },
}

/** Operations that name no record, or only one of a list in their contract. */
const names_nothing = [
  ...['session.guestToken', 'session.signOut', 'quote.setAddress', 'quote.setProvince'],
  ...['quote.setVoucher', 'quote.usePoints', 'order.createOrder', 'card.askCard'],
  ...['cartTrade.askTradeCall', 'consent.chooseConsents', 'offers.chooseOffers'],
  ...['offers.takeOffersByPush', 'notices.sendNoticeCode', 'comments.sendTalkCode'],
  ...['promotion.waitlistPosition', 'deviceTest.signReport'],
  ...['games.startRun', 'games.takePrize', 'talkGateway.callTalk', 'loginGate.redirect'],
  'loginGate.oneTapStart',
]
/** Removals: what is asked for is so already. A repeated call gets the same answer. */
const removed_already = [
  ...['quote.removeVoucher', 'promotion.leaveWaitlist', 'wishlist.removeWish'],
  ...['offers.stopPushOffers', 'reviews.eraseReview', 'comments.eraseComment'],
]
/** Tokens of a sign-in: shop/flows/cart/login-switch-user.test.ts and shop/identity/login-gate/. */
const of_sign_in = [
  ...['cart.loginSwitchUser', 'loginGate.oneTapRedirect', 'loginGate.claimOneTap'],
  'loginGate.token',
]
const untried = [...names_nothing, ...of_sign_in]

const writing = Object.entries(services).flatMap(([service, { prefix, contract }]) =>
  Object.entries(contract as Contract).flatMap(([name, { method, path }]) =>
    method === 'GET' ? [] : [{ service, name: `${service}.${name}`, method, path: prefix + path }],
  ),
)

test('an operation that is called for what does not exist refuses', async () => {
  const member = await aMember(checkout)
  await member.prepare(products.cable)
  const wards = await member.call('GET', '/api/locations/v1/wards?q=Bến Thành&province_code=79')
  const ward_id = dataOf<{ ward_id: number }[]>(wards)[0]?.ward_id
  const wrong: unknown[] = []
  for (const { service, name, method, path } of writing) {
    if (untried.includes(name)) continue
    const fields = { ...absent, ward_id, ...others[service] }
    const answer = await member.call(method, path.replace(/\{\w+\}/g, 'cod'), fields)
    const code = answer.body?.error?.code ?? 'done'
    const is_right = removed_already.includes(name)
      ? code === 'done'
      : [401, 404, 409, 422].includes(answer.status) && !['done', 'invalid_input'].includes(code)
    if (!is_right) wrong.push([name, answer.status, answer.text.slice(0, 200)])
  }
  expect(wrong).toEqual([])
  const names = writing.map(({ name }) => name)
  expect([...untried, ...removed_already].filter((name) => !names.includes(name))).toEqual([])
})

/** The last two are names that every object has. */
const not_intents = ['no-such-intent', 'constructor', '__proto__']

/** Parameters of paths. */
const named = {
  ...{ code: 'X', staff_id: '1', role_code: 'sales', draft_id: '999', bulk_job_id: '999' },
  ...{ campaign_id: '999', change_id: '999', flash_sale_id: '999' },
}
/** Pages of staff with one form without fields: they do not read which one it is. */
const has_one_form: string[] = [staff_addresses.drafts.path]

describe('a page', () => {
  test('of the shop refuses a form that it does not know', async () => {
    const member = await aMember(checkout)
    const headers = { cookie: `member_token=${member.token}`, 'sec-fetch-site': 'same-origin' }
    const wrong: unknown[] = []
    for (const { path, page } of Object.values(addresses)) {
      if (Object.keys(pageServer(page).actions).length === 0) continue
      const at = path.replace(/:\w+\??|\*/g, 'x')
      for (const intent of not_intents) {
        const form = new URLSearchParams({ intent })
        for (const to of [at, `/_data${at}`]) {
          const { status } = await checkout.door.call('POST', to, { form, headers })
          if (status !== 405) wrong.push([to, intent, status])
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('of staff refuses a form that it does not know', async () => {
    const headers = await staffHeaders(checkout.door)
    const wrong: unknown[] = []
    for (const address of Object.values(staff_addresses)) {
      if (staffPageServer(address).action === undefined || has_one_form.includes(address.path))
        continue
      const path = pathWith(address, named)
      for (const intent of not_intents) {
        const form = new URLSearchParams({ intent })
        const own = { ...headers, 'sec-fetch-site': 'same-origin' }
        const { status } = await checkout.door.call('POST', path, { form, headers: own })
        if (![404, 405, 409, 422].includes(status)) wrong.push([path, intent, status])
      }
    }
    expect(wrong).toEqual([])
  })
})
