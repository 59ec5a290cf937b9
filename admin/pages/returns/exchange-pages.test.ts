import { beforeAll, expect, test } from 'vitest'
import { draftPath, orderPath, returnPath } from '#admin/addresses/paths.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { staffHeaders, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
let office: StaffServices
let director: { cookie: string }

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery]
  office = staffOffice(await testProviders({ db, now: () => checkout.now, gateways })).services
  director = await staffHeaders(checkout.door)
})

const shown = async (path: string) => {
  const { text } = await checkout.door.call('GET', path, { headers: director })
  return text.replaceAll('<!-- -->', '')
}
const send = (path: string, fields: Record<string, string>) =>
  checkout.door.call('POST', path, {
    headers: { ...director, 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams(fields),
  })
const hidden = (html: string, form: string) => {
  const [part = ''] = html.split(`value="${form}"`).slice(1)
  const names = ['version', 'return_version', 'grand_total']
  return Object.fromEntries(
    names.map((name) => [name, new RegExp(`name="${name}" value="(\\d+)"`).exec(part)?.[1] ?? '']),
  )
}

/** A cable that its customer has brought back. */
async function inspected(): Promise<string> {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.cable, 1))
  dataOf(await buyer.quote({ [products.cable]: 1 }))
  dataOf(await buyer.address())
  const { code: order_code } = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  await deliverOrder(office, order_code)
  const brought = { order_code, position: 1, reason: 'wrong_item', shop_id: shops.first } as const
  const { code } = await office.returns.open(test_staff, brought)
  await office.returns.inspect(test_staff, { code, version: 1, grade: 'sealed' })
  return code
}

test('staff exchange returned goods by forms alone, and read the difference before', async () => {
  const code = await inspected()
  const page = await shown(returnPath(code))
  expect(page).toContain('Đổi sang sản phẩm khác')
  const opened = await send(returnPath(code), { intent: 'exchange_other' })
  const draft = opened.headers.get('location') ?? ''
  expect([opened.status, draft]).toEqual([
    303,
    expect.stringMatching(/^\/noi-bo\/don-hang\/moi\/\d+$/),
  ])
  expect(await shown(draft)).toContain('Thêm món khách lấy để tính phần chênh.')
  await send(draft, { intent: 'add', sku: 'SKU-21' })
  await send(draft, { intent: 'add', sku: 'SKU-21' })
  const html = await shown(draft)
  expect(html).toMatch(/Giá trị hàng đổi<\/dt>.*150\.000/)
  expect(html).toMatch(/Khách trả thêm<\/span>.*150\.000/)
  expect(html).not.toContain('Giữ hàng 24 giờ')
  const form = { intent: 'exchange', way: 'counter', ...hidden(html, 'exchange') }
  const wrong = await send(draft, { ...form, scanned: 'SKU-21' })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('Chưa đúng hàng')])
  const done = await send(draft, { ...form, scanned: 'SKU-21 SKU-21' })
  expect(done.status).toBe(303)
  const { new_order_code } = await office.returns.return(test_staff, { code })
  expect(done.headers.get('location')).toBe(orderPath(new_order_code ?? ''))
  expect(await shown(orderPath(new_order_code ?? ''))).toContain('tính giá trị hàng đổi')
  const { order_code } = await office.returns.return(test_staff, { code })
  expect(await shown(orderPath(order_code))).toContain('chuyển giá trị hàng đổi sang đơn mới')
  const settled = await shown(returnPath(code))
  expect(settled).toContain(new_order_code)
  expect(settled).not.toContain('name="intent" value="exchange_other"')
})

test('staff read why an exchange cannot be made any more', async () => {
  const code = await inspected()
  const { draft_id } = await office.returnExchanges.openExchange(test_staff, { code })
  const draft = draftPath(draft_id)
  await send(draft, { intent: 'add', sku: 'SKU-21' })
  const form = hidden(await shown(draft), 'exchange')
  await office.returns.refund(test_staff, { code, version: 2 })
  const late = await send(draft, { intent: 'exchange', way: 'on_delivery', ...form })
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('Phiếu đổi trả vừa đổi')])
  expect(await shown(draft)).toContain('Bỏ đơn nháp này')
  expect((await send(returnPath(code), { intent: 'exchange_other' })).status).toBe(409)
})
