import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { orderPath, packPath, pickupPath, receiptPath } from '#admin/addresses/paths.ts'
import { findStockErrors } from '#shop/views/stock/stock-proof-store.ts'
import { type Counts, type Hand, handAt } from '#test/journeys/staff/counted-hand.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { axeProblems } from '#test/support/axe.ts'
import { type Buyer, dataOf, guestOf, type Order } from '#test/support/buyer.ts'
import { delayScripts, openStatic, slowDown } from '#test/support/early-press.ts'
import { journey } from '#test/support/journey.ts'
import { knock } from '#test/support/knock.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { enterAsStaff, staffHeaders, visitAsStaff } from '#test/support/staff.ts'

// What everyday work costs the people who do it: scans, keys and clicks, counted from the page where they stand all
// day. A task that needs one more than today fails here.
const shop = journey({ env: { RATE_LIMITS: 'off' } })
const counted: Record<string, Counts> = {}

const phone = 'redmi-note-15-pro-plus-5g-8gb-256gb'
const cable = 'cap-anker-bio-usb-c-to-c-240w-1-8m'

beforeAll(async () => {
  // One network and phone order more here than a shop would let them.
  await sql`update cod_rule set max_per_network = null, max_open_orders = 100`.execute(shop.db)
})
afterAll(() => console.table(counted))

test('1: the next order is confirmed after the call by one key, and the next one opens', async () => {
  const codes = [await placed(cable), await placed(cable)]
  const { page, hand } = await standAt(addresses.order_calls.path)
  await page.getByRole('heading', { level: 1, name: `Gọi ${codes[0]}` }).waitFor()
  await hand.key('1')
  await page.getByRole('heading', { level: 1, name: `Gọi ${codes[1]}` }).waitFor()
  expect(countOf('confirm the next order', hand)).toEqual({ ...nothing, keys: 1 })
  expect(await statesOf('sales_order', codes)).toEqual(['confirmed', 'pending'])
  // The next try finds no order of this one in the queue.
  await moved(codes[1] ?? '', 'confirm')
})

test('2: a caller is found by pasting the phone, with order and parcel', async () => {
  const code = await confirmed(cable, '0987 654 178')
  const parcel = await packed(code)
  const { page, hand } = await standAt(addresses.order_calls.path)
  await hand.key('/')
  await hand.paste('+84 987.654.178')
  await hand.key('Enter')
  await page.getByRole('heading', { level: 1, name: 'Nguyễn Văn An' }).waitFor()
  await page.getByRole('link', { name: code }).first().waitFor()
  await page.getByRole('link', { name: parcel }).waitFor()
  expect(countOf('find a caller', hand)).toEqual({ ...nothing, keys: 3 })
})

test('3: an order is packed by two scans, and its label is printed by a key', async () => {
  const code = await confirmed(phone)
  const { page, hand } = await standAt(addresses.packing.path)
  await hand.scan(await skuOf(code))
  await page.getByRole('heading', { level: 1, name: code }).waitFor()
  await hand.scan(await reservedUnit(code))
  await page.getByRole('heading', { level: 2, name: /^VD/ }).waitFor()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'label')
  })
  await hand.key('p')
  await page.locator('body[data-printed]').waitFor()
  await hand.key('e')
  await page.getByRole('heading', { level: 1, name: 'Đóng gói' }).waitFor()
  expect(countOf('pack with label', hand)).toEqual({ ...nothing, scans: 2, keys: 2 })
})

test('4: forty parcels are handed over with a note to sign', async () => {
  const parcels: string[] = []
  for (let n = 0; n < 40; n++) parcels.push(await packed(await confirmed(cable)))
  const { page, hand } = await standAt(addresses.hand_over.path)
  for (const parcel of parcels) await hand.scan(parcel)
  await hand.click(page.getByRole('button', { name: 'Bàn giao tất cả' }))
  await page.getByRole('heading', { name: /^Biên bản bàn giao 40 vận đơn/ }).waitFor()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'note')
  })
  await hand.click(page.getByRole('button', { name: 'In biên bản' }))
  await page.locator('body[data-printed]').waitFor()
  expect(countOf('hand over 40 parcels', hand)).toEqual({ ...nothing, scans: 40, clicks: 2 })
  expect(new Set(await statesOf('parcel', parcels))).toEqual(new Set(['handed_over']))
  expect(await findStockErrors(shop.db)).toEqual([])
})

test('5: an order is collected at the counter by its QR code and its IMEI', async () => {
  const { order, buyer, imei } = await readyForPickup()
  const shown = await buyer.call('GET', `/api/cart/v1/order?code=${order.code}`)
  const { pickup } = dataOf<Order>(shown)
  const { page, hand } = await standAt(addresses.pickups.path)
  await hand.scan(`${order.code}.${pickup?.code}`)
  await page.getByText('Đúng khách: đúng mã nhận hàng').waitFor()
  await hand.scan(imei)
  await hand.click(page.getByRole('button', { name: /^Đã thu .* giao hàng$/ }))
  await page.getByText('Khách đã nhận hàng.').waitFor()
  expect(countOf('collect at the counter', hand)).toEqual({ ...nothing, scans: 2, clicks: 1 })
})

test('6: a faulty phone is exchanged with two pictures', async () => {
  const code = await delivered()
  // Somebody who works in one shop is not asked which one takes the goods.
  const { page, hand } = await standAt(addresses.returns.path, 'sales')
  await hand.scan(await soldUnit(code))
  await hand.click(page.getByRole('button', { name: 'Nhận hàng' }))
  await hand.takePictures(page.getByLabel('Thêm ảnh'), [
    await photo('#884400', 'mặt trước.jpg'),
    await photo('#224400', 'mặt sau.jpg'),
  ])
  await page.getByRole('heading', { name: 'Ảnh · 2' }).waitFor()
  await hand.click(page.getByLabel('Máy đã đăng xuất tài khoản của khách'))
  await hand.click(page.getByRole('button', { name: 'Kiểm xong' }))
  await page.getByLabel('Quét IMEI hoặc serial của máy đổi').waitFor()
  await hand.scan(await freeUnit(code))
  await page.getByText('Đổi máy cùng loại').waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(countOf('exchange a faulty phone', hand)).toEqual({
    ...{ scans: 2, keys: 0, clicks: 3, pictures: 2 },
  })
  expect(await findStockErrors(shop.db)).toEqual([])
})

test('10: twelve phones are sent to another shop and received there', async () => {
  const { page, hand: drafter } = await standAt(addresses.transfers.path)
  await page.locator('[name=from_shop_id]').selectOption('1')
  await page.locator('[name=to_shop_id]').selectOption('3')
  await drafter.click(page.getByRole('button', { name: 'Tạo phiếu' }))
  await page.getByRole('heading', { name: /^CK\d{6}$/ }).waitFor()
  const codes = await unitsAt(1, 12)
  const sender = handAt(page)
  for (const code of codes) await sender.scan(code)
  await sender.click(page.getByRole('button', { name: 'Gửi 12 đi' }))
  await page.getByText('Đã nhận 0 / 12').waitFor()
  expect(countOf('send 12 phones', sender)).toEqual({ ...nothing, scans: 12, clicks: 1 })
  const receiver = handAt(page)
  for (const code of codes) await receiver.scan(code)
  await page.getByText('Đã xong', { exact: true }).waitFor()
  expect(countOf('receive 12 phones', receiver)).toEqual({ ...nothing, scans: 12 })
  expect(await findStockErrors(shop.db)).toEqual([])
})

interface Touch {
  path: string
  /** What the person does with the page, and what the page shows then. */
  act: (page: Page) => Promise<void>
  shown: (page: Page) => Locator
}

/** What people begin with on their phones, each with the page they stand on. */
const first_touches: Readonly<Record<string, () => Promise<Touch>>> = {
  'sign in': async () => ({
    path: auth_paths.sign_in,
    act: (page) => page.getByRole('button', { name: 'Vào với vai trò Điều hành' }).click(),
    shown: (page) => page.getByRole('heading', { level: 1, name: 'Hôm nay' }),
  }),
  'find a caller': async () => {
    await confirmed(cable, '0987 654 179')
    return {
      path: addresses.today.path,
      act: (page) => sent(page.getByRole('searchbox'), '0987654179'),
      shown: (page) => page.getByRole('heading', { level: 1, name: 'Nguyễn Văn An' }),
    }
  },
  'confirm an order': async () => {
    const code = await placed(cable)
    return {
      path: addresses.order_calls.path,
      act: (page) => page.getByRole('button', { name: /^Đồng ý/ }).click(),
      shown: (page) => page.getByRole('status').filter({ hasText: `${code}: đã xác nhận` }),
    }
  },
  'pack an order': async () => {
    const code = await confirmed(phone)
    const codes = [await reservedUnit(code)]
    return {
      path: packPath(code),
      act: (page) => scanned(page, codes),
      shown: (page) => page.getByRole('heading', { level: 1, name: `Đã gói ${code}` }),
    }
  },
  'hand over': async () => {
    const parcel = await packed(await confirmed(cable))
    return {
      path: addresses.hand_over.path,
      act: async (page) => {
        await scanned(page, [parcel])
        await page.getByRole('button', { name: 'Bàn giao tất cả' }).click()
      },
      shown: (page) => page.getByRole('heading', { name: /^Biên bản bàn giao 1 vận đơn/ }),
    }
  },
  'receive goods': async () => ({
    path: receiptPath('PN000001'),
    act: (page) => page.getByRole('button', { name: 'Nhận 33 vào kho' }).click(),
    shown: (page) => page.getByText('Đã nhận 33 vào kho.'),
  }),
  count: async () => {
    const path = await begun(addresses.counts.path, { shop_id: '1' })
    const codes = await unitsAt(1, 1)
    return {
      path,
      act: (page) => scanned(page, codes),
      shown: (page) => page.getByRole('heading', { name: 'Đã đếm 1' }),
    }
  },
  'send to another shop': async () => {
    const path = await begun(addresses.transfers.path, { from_shop_id: '1', to_shop_id: '2' })
    const codes = await unitsAt(1, 1)
    return {
      path,
      act: (page) => scanned(page, codes),
      shown: (page) => page.getByRole('button', { name: 'Gửi 1 đi' }),
    }
  },
  'take goods back': async () => {
    const imei = await soldUnit(await delivered())
    return {
      path: addresses.returns.path,
      act: (page) => sent(page.getByLabel(/IMEI/).first(), imei),
      shown: (page) => page.getByRole('button', { name: 'Nhận hàng' }),
    }
  },
  'approve a refund': async () => {
    const code = await delivered()
    await askedRefund(code)
    return {
      path: addresses.refund_requests.path,
      act: (page) => page.getByRole('button', { name: 'Duyệt 50.000đ' }).click(),
      shown: (page) => page.getByText(/^Đã duyệt: Điều hành/),
    }
  },
}

test.each(Object.entries(first_touches))(
  '%s: the first touch works 0.1 s after the page is seen, on a slow phone',
  async (name, begin) => {
    const { path, act, shown } = await begin()
    const visit = await shop.visit({ width: 390 })
    if (name !== 'sign in') await enterAsStaff(visit.context, shop.url)
    const end = await slowDown(visit)
    await openStatic(visit.page, path)
    await sleep(100)
    await act(visit.page)
    await shown(visit.page).first().waitFor()
    expect(await shown(visit.page).first().isVisible()).toBe(true)
    await end()
  },
)

test('what is scanned before the page of an order has its scripts is packed as well', async () => {
  const code = await confirmed(phone)
  const { page, hand } = await standAt(addresses.packing.path)
  const release = await delayScripts(page)
  await openStatic(page, packPath(code))
  await page.locator('textarea:focus').waitFor()
  // In a text of several lines Enter sends nothing: without scripts the button does.
  await hand.scan(await reservedUnit(code))
  await page.getByText('0/1').waitFor()
  release()
  await page.getByRole('heading', { level: 1, name: `Đã gói ${code}` }).waitFor()
  expect(await findStockErrors(shop.db)).toEqual([])
})

test('a code that the server refuses does not count, and the right one packs the order', async () => {
  const { code } = await placedBy(await guestOf(shop), phone, { phone: '0912 345 678' }, 2)
  await moved(code, 'confirm')
  const [packed_unit = '', free = ''] = await reservedUnits(code)
  await packed(code, { scanned: packed_unit, is_part: '1' })
  const { page, hand } = await standAt(packPath(code))
  const field = page.getByLabel('Quét từng món')
  for (const [wrong, said] of [
    ['356938035643809', /“356938035643809” không thuộc đơn này/],
    [packed_unit, /^Máy đang nằm trong đơn hoặc kiện khác/],
  ] as const) {
    await field.fill('')
    await hand.scan(wrong)
    await page.getByRole('alert').filter({ hasText: said }).waitFor()
    await page.getByText('0/1').waitFor()
    expect(await page.getByText('Đủ', { exact: true }).count()).toBe(0)
  }
  await field.fill('')
  await hand.scan(free)
  await page.getByRole('heading', { level: 1, name: `Đã gói ${code}` }).waitFor()
})

/** Types codes as a scanner does, into the field that has the focus. */
async function scanned(page: Page, codes: readonly string[]): Promise<void> {
  const hand = handAt(page)
  for (const code of codes) await hand.scan(code)
}

async function sent(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Enter')
}

/** Makes a document by the form of its list. Returns its path. */
async function begun(path: string, fields: Record<string, string>): Promise<string> {
  const form = new URLSearchParams(fields)
  const answer = await knock(shop.url + path, 'POST', { form, headers: await ownHeaders() })
  return answer.headers.get('location') ?? `${path} made nothing`
}

/** Somebody else asks for it than who approves it. */
async function askedRefund(order_code: string): Promise<void> {
  const asked = { order_code, amount: '50.000', kind: 'goodwill', reason: 'Giao trễ' }
  const form = new URLSearchParams({ intent: 'ask', ...asked })
  const headers = { ...(await staffHeaders(shop, 'accountant')), 'sec-fetch-site': 'same-origin' }
  await knock(shop.url + addresses.refund_requests.path, 'POST', { form, headers })
}

const nothing: Counts = { scans: 0, keys: 0, clicks: 0, pictures: 0 }

function countOf(task: string, hand: Hand): Counts {
  counted[task] = hand.counts()
  return hand.counts()
}

async function standAt(path: string, role = 'director'): Promise<{ page: Page; hand: Hand }> {
  const { page } = await visitAsStaff(shop, path, { role })
  return { page, hand: handAt(page) }
}

async function skuOf(code: string): Promise<string> {
  const { rows } = await sql<{ sku: string }>`
    select sku from sales_order_line join sales_order using (order_id) where code = ${code}`.execute(
    shop.db,
  )
  return rows[0]?.sku ?? ''
}

async function placed(path: string, phone_number = '0912 345 678'): Promise<string> {
  return (await placedBy(await guestOf(shop), path, { phone: phone_number })).code
}

async function placedBy(buyer: Buyer, path: string, address: object, quantity = 1): Promise<Order> {
  const { item_id } = await itemInStock(shop.db, path)
  dataOf(await buyer.add(item_id, quantity))
  dataOf(await buyer.quote({ [item_id]: quantity }))
  dataOf(await buyer.address({ name: 'Nguyễn Văn An', ...address }))
  return dataOf<Order>(await buyer.order())
}

async function moved(code: string, ...intents: string[]): Promise<string> {
  const headers = await ownHeaders()
  for (const [n, intent] of intents.entries()) {
    const form = new URLSearchParams({ intent, version: String(n + 1) })
    await knock(shop.url + orderPath(code), 'POST', { form, headers })
  }
  return code
}

const ownHeaders = async () => ({ ...(await staffHeaders(shop)), 'sec-fetch-site': 'same-origin' })

async function confirmed(path: string, phone_number?: string): Promise<string> {
  return moved(await placed(path, phone_number), 'confirm')
}

async function delivered(): Promise<string> {
  return moved(await placed(phone), 'confirm', 'ship', 'deliver')
}

/** Packs an order by the form of its page. Returns the code of its parcel. */
async function packed(code: string, fields: Record<string, string> = {}): Promise<string> {
  const packing = { scanned: await skuOf(code), carrier: 'own', version: '2', weight_g: '500' }
  const form = new URLSearchParams({ ...packing, ...fields })
  const headers = await ownHeaders()
  await knock(shop.url + packPath(code), 'POST', { form, headers })
  const { rows } = await sql<{ code: string }>`
    select parcel.code from parcel join sales_order o using (order_id) where o.code = ${code}`.execute(
    shop.db,
  )
  return rows[0]?.code ?? `${code} is not packed`
}

/** An order that its shopper collects, prepared by the form of its page. */
async function readyForPickup() {
  const { item_id } = await itemInStock(shop.db, phone)
  const { rows } = await sql<{ imei: string; shop_id: number }>`
    select unit.imei1 as imei, shop_id from unit join shop using (shop_id) join stock using (product_id, shop_id)
    where unit.state = 'in_stock' and unit.product_id = ${item_id} and 'ban-hang' = any(shop.kinds)
      and stock.quantity > 0
    order by unit_id desc limit 1`.execute(shop.db)
  const { imei = '', shop_id } = rows[0] ?? {}
  const buyer = await guestOf(shop)
  const order = await placedBy(buyer, phone, {
    ...{ phone: '0912 345 678', shipping_method: 'store_pickup', erp_shop_id: shop_id },
  })
  await moved(order.code, 'confirm')
  const form = new URLSearchParams({ intent: 'prepare', scanned: imei, version: '2' })
  const headers = await ownHeaders()
  const answer = await knock(shop.url + pickupPath(order.code), 'POST', { form, headers })
  if (answer.status !== 303) throw new Error(`not prepared: ${answer.status} ${answer.text}`)
  return { order, buyer, imei }
}

async function reservedUnit(code: string): Promise<string> {
  const [imei = ''] = await reservedUnits(code)
  return imei
}

/** The units that may be packed for an order. */
async function reservedUnits(code: string): Promise<string[]> {
  const { rows } = await sql<{ imei: string }>`
    select imei1 as imei from unit join reservation using (product_id, shop_id) join sales_order using (order_id)
    where unit.state = 'in_stock' and code = ${code}
      and not exists (select from parcel_unit where parcel_unit.unit_id = unit.unit_id)
    order by unit_id`.execute(shop.db)
  return rows.map(({ imei }) => imei)
}

async function soldUnit(code: string): Promise<string> {
  const { rows } = await sql<{ imei: string }>`
    select imei1 as imei from unit where order_code = ${code} and state = 'sold'`.execute(shop.db)
  return rows[0]?.imei ?? ''
}

/** A unit of the same phone in stock at the shop that took the goods of this order back. */
async function freeUnit(code: string): Promise<string> {
  const { rows } = await sql<{ imei: string }>`
    select fresh.imei1 as imei from unit sold join unit fresh using (product_id)
    where sold.order_code = ${code} and fresh.state = 'in_stock' and fresh.shop_id = (
      select return_request.shop_id from return_request join sales_order using (order_id) where sales_order.code = ${code})
    order by fresh.unit_id desc limit 1`.execute(shop.db)
  return rows[0]?.imei ?? ''
}

async function unitsAt(shop_id: number, count: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select imei1 as code from unit join product using (product_id) join category using (category_id)
    where unit.shop_id = ${shop_id} and state = 'in_stock' and category.code = 'dien-thoai' and imei1 is not null
    order by unit_id desc limit ${count}`.execute(shop.db)
  return rows.map(({ code }) => code)
}

async function statesOf(
  table: 'sales_order' | 'parcel',
  codes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from ${sql.table(table)} where code = any(${codes}::text[])
    order by array_position(${codes}::text[], code::text)`.execute(shop.db)
  return rows.map(({ state }) => state)
}
