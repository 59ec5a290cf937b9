import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOffers, giveVoucher, startPromotion } from '#test/support/baskets/small-offers.ts'
import { type Buyer, dataOf, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()

beforeAll(async () => {
  const { db } = checkout.own
  await giveVoucher(db, { code: 'TIEM50', value: 50_000 })
  await giveVoucher(db, { code: 'TIEM90', value: 90_000, min_total: 40_000_000 })
  const blocks = [{ kind: 'vouchers', title: 'Mã', codes: ['TIEM50', 'TIEM90'] }]
  await sql`insert into landing_page (code, name, layout, theme, blocks)
    values ('ma', 'Mã', 'landing-page', 'night', ${JSON.stringify(blocks)})`.execute(db)
  await startPromotion(db, {
    ...{ kind: 'payment', payment_method: 'bank_transfer', value: 100_000 },
    name: 'Chuyển khoản giảm 100.000đ',
  })
})
afterAll(() => endOffers(checkout.own.db))

const cookie = (buyer: Buyer) => ({ cookie: `token=${buyer.token}` })
async function see(buyer: Buyer, path: string): Promise<string> {
  const { text } = await checkout.door.call('GET', path, { headers: cookie(buyer) })
  return text.slice(0, text.indexOf('<script type="application/json"')).replaceAll('<!-- -->', '')
}
const send = (buyer: Buyer, form: Record<string, string>, path = '/cart') =>
  checkout.door.call('POST', path, {
    form: new URLSearchParams(form),
    headers: cookie(buyer),
  })
const voucherOf = async (buyer: Buyer) =>
  dataOf<Quote>(await buyer.call('GET', '/api/cart/v1/quote')).voucher?.code ?? null

test('the cart lists vouchers with the reason of those that do not apply, and takes one', async () => {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.phone))
  const shown = await see(buyer, '/cart')
  expect(shown).toContain('1 mã dùng được')
  expect(shown).toContain('Mua thêm 9.010.000đ để dùng mã TIEM90.')
  expect((await send(buyer, { intent: 'voucher', code: 'TIEM50' })).status).toBe(303)
  expect(await voucherOf(buyer)).toBe('TIEM50')
  const taken = await see(buyer, '/cart')
  expect(taken).toContain('Bỏ mã TIEM50')
  expect(taken).toMatch(/Mã TIEM50<\/dt><dd[^>]*>-50.000đ</)
  expect((await send(buyer, { intent: 'remove_voucher' })).status).toBe(303)
  expect(await voucherOf(buyer)).toBeNull()
})

test('a code that gives nothing is refused beside its field', async () => {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.phone))
  const { text } = await send(buyer, { intent: 'voucher', code: 'KHONGCO' })
  expect(text).toContain('Mã giảm giá không tồn tại. Vui lòng kiểm tra lại.')
})

test('the cheapest way is taken in one press, undone in one, and kept to the payment step', async () => {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.phone))
  const offer = 'Rẻ nhất cho giỏ này: trả bằng Chuyển khoản ngân hàng qua mã QR + mã TIEM50'
  expect(await see(buyer, '/cart')).toContain(`${offer}, bớt thêm 150.000đ`)
  const way = { intent: 'way', payment_method: 'bank_transfer', code: 'TIEM50' }
  const taken = await send(buyer, { ...way, from_method: '', from_code: '', can_undo: '1' })
  const address = taken.headers.get('location') ?? ''
  const after = await see(buyer, address)
  expect(after).toContain('Hoàn tác')
  expect(after).toContain(
    'Đã chọn trả bằng Chuyển khoản ngân hàng qua mã QR + dùng mã TIEM50: bớt 150.000đ<',
  )
  expect(after).toMatch(/Tạm tính:<span[^>]*>30.840.000đ</)
  expect(after).toMatch(/Tiết kiệm:<span[^>]*>4.150.000đ</)
  expect(after).not.toContain('Tổng tiền (đã gồm VAT)')
  const [line] = (await buyer.cart()).items
  const chosen = { intent: 'checkout', 'line_ids[]': String(line?.line_id) }
  const next = await send(buyer, chosen, '/cart?payment_method=bank_transfer')
  expect(next.headers.get('location')).toBe('/cart/payment-info?payment_method=bank_transfer')
  expect(await see(buyer, '/cart/payment-info?payment_method=bank_transfer')).toMatch(
    /Tổng tiền tạm tính<\/span><span[^>]*>30.840.000đ</,
  )
  dataOf(await buyer.address())
  const payment = await see(buyer, '/cart/payment?payment_method=bank_transfer')
  expect(payment).toMatch(/<input[^>]*checked=""[^>]*value="bank_transfer"/)
  await send(buyer, { intent: 'way', payment_method: '', code: '' })
  expect(await voucherOf(buyer)).toBeNull()
  expect(await see(buyer, '/cart')).toContain(offer)
})

test('what a change saved is told of shown codes alone: others could be guessed', async () => {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.phone))
  await giveVoucher(checkout.own.db, { code: 'BIMAT70', value: 70_000 })
  const totalBefore = async (code: string) => {
    const path = `/api/cart/v1/quote/vouchers?of=cart&before_method=&before_code=${code}`
    return dataOf<{ before_total: number | null }>(await buyer.call('GET', path)).before_total
  }
  expect(await totalBefore('')).toBe(30_990_000)
  expect(await totalBefore('TIEM50')).toBe(30_940_000)
  expect(await totalBefore('BIMAT70')).toBeNull()
  expect(await totalBefore('KHONGCO')).toBeNull()
})

test('without a selected line nothing is offered', async () => {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.phone))
  const none = { item_type: 1, line_ids: [] }
  dataOf(await buyer.call('PUT', '/api/cart/v1/cart/item/selection', none))
  const shown = await see(buyer, '/cart')
  expect(shown).not.toContain('Chọn mã')
  expect((await send(buyer, { intent: 'voucher', code: 'TIEM50' })).text).toContain(
    'Vui lòng chọn ít nhất một sản phẩm.',
  )
})
