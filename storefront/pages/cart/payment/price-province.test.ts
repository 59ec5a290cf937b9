import { beforeEach, expect, test } from 'vitest'
import { dataOf, type Buyer } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const shop = openCheckout()
let buyer: Buyer
beforeEach(async () => {
  buyer = await shop.buyer()
})

const ben_thanh = 26_743
const hoan_kiem = 70

async function shownPage(): Promise<string> {
  const headers = { cookie: `token=${buyer.token}` }
  const { status, text } = await shop.door.call('GET', '/cart/payment', { headers })
  expect(status).toBe(200)
  return text.replace(/<!--.*?-->/g, '')
}

function moveTo(province_id: string) {
  const form = new URLSearchParams({ province_id, return_to: '/cart/payment' })
  const headers = { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' }
  return shop.door.call('POST', '/province', { form, headers })
}

test('the payment page says that the prices are those of another province, and offers the other ones', async () => {
  await buyer.prepare(products.phone)
  dataOf(await buyer.address({ ward_id: hoan_kiem, province_id: undefined }))
  const page = await shownPage()
  expect(page).toContain('theo giá tại <strong>Hồ Chí Minh</strong>')
  expect(page).toContain('nhận hàng tại <strong>Hà Nội</strong>')
  expect(page).toContain('Xem giá tại Hà Nội')
  expect(page).toContain('Tổng tiền theo giá Hồ Chí Minh')
  const moved = await moveTo('24')
  expect(moved.headers.get('location')).toBe(
    '/cart/province?province_id=24&return_to=%2Fcart%2Fpayment',
  )
})

test('it says nothing where both are the same province', async () => {
  await buyer.prepare(products.phone)
  dataOf(await buyer.address({ ward_id: ben_thanh, province_id: undefined }))
  expect(await shownPage()).not.toContain('theo giá tại')
})

test('it says nothing where two former provinces became one', async () => {
  await shop.own.db
    .insertInto('province')
    .values({
      province_id: 9,
      name: 'Bình Dương',
      slug: 'binh-duong',
      official_code: '79',
      legacy_code: '74',
    })
    .execute()
  dataOf(await buyer.add(products.phone))
  dataOf(await buyer.quote({ [products.phone]: 1 }, 9))
  dataOf(await buyer.address({ ward_id: ben_thanh, province_id: undefined }))
  expect(await shownPage()).not.toContain('theo giá tại')
})
