import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '#contracts/storefront/trade/application.ts'
import { loanCardPaymentUrl, loanPaymentUrl } from '#storefront/addresses/loan.ts'
import {
  addBanks,
  addLenders,
  loan_env,
  loan_path,
  nextPhone,
  openLoan,
  typedForm,
} from '#test/goods/loans.ts'
import { type Buyer, dataOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import type { Answer } from '#test/support/door.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'

const checkout = openCheckout(loan_env)
const card_path = loanCardPaymentUrl({ cach: 'the', ngan_hang: 'VCB', thang: 6 })
let buyer: Buyer
let phone: string

beforeAll(async () => {
  await addLenders(checkout.own.db)
  await addBanks(checkout.own.db)
})
beforeEach(async () => {
  buyer = await checkout.buyer()
  phone = nextPhone()
  await openLoan(buyer, { phone })
})

const headers = () => ({ cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' })
const opened = (path: string) => checkout.door.call('GET', path, { headers: headers() })

/** Sends the last form of a page, which orders, as it was shown. */
function order(path: string, { text }: Answer): Promise<Answer> {
  const form = new URLSearchParams()
  const fields = text.slice(text.lastIndexOf('name="intent"') - 50)
  const hidden = fields.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  for (const [, name = '', value = ''] of hidden) form.set(name, value)
  return checkout.door.call('POST', path, { form, headers: headers() })
}

const filledIn = async (changes: object = {}) =>
  dataOf<Application>(await buyer.call('POST', loan_path, typedForm({ phone, ...changes })))
const inOtherShop = () =>
  buyer.address({ phone, shipping_method: 'store_pickup', erp_shop_id: shops.second })
const expectOrder = ({ status, headers: sent }: Answer, location: RegExp) =>
  expect([status, sent.get('location')]).toEqual([303, expect.stringMatching(location)])

test('a form for a loan is sent as its page showed it, whatever another tab has changed', async () => {
  const path = loanPaymentUrl((await filledIn()).code)
  const refused = async (first_tab: Answer, text: string) => {
    const answer = await order(path, first_tab)
    expect([answer.status, answer.text.includes(text)]).toEqual([409, true])
  }
  let first_tab = await opened(path)
  await filledIn({ document_number: '001090055555' })
  await refused(first_tab, 'Hồ sơ vừa được sửa ở một trang khác')

  first_tab = await opened(path)
  dataOf(await inOtherShop())
  await refused(first_tab, 'Thông tin nhận hàng vừa đổi')

  first_tab = await opened(path)
  await openLoan(buyer, { phone })
  const gone = await order(path, first_tab)
  expect([gone.status, gone.text.includes('Đơn hàng đang đặt không còn nữa')]).toEqual([404, true])
  expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
  expectOrder(await order(path, await opened(path)), /^\/ho-so-tra-gop\?code=/)
})

test('an order by card goes to whom and where its page showed, and is for the goods shown there', async () => {
  let first_tab = await opened(card_path)
  dataOf(await inOtherShop())
  const moved = await order(card_path, first_tab)
  expect([moved.status, moved.text.includes('Thông tin nhận hàng vừa đổi')]).toEqual([409, true])

  first_tab = await opened(card_path)
  await openLoan(buyer, { phone })
  expect((await order(card_path, first_tab)).status).toBe(404)
  expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
  expectOrder(await order(card_path, await opened(card_path)), /^\/cong-thanh-toan-thu\/alepay\?t=/)
})
