import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import { journey } from '#test/support/journey.ts'
import {
  fillHomeAddress,
  type DemoItem,
  itemsAt,
  goToPayment,
  orderOf,
  pay,
  shown_phone,
  stockOf,
} from '#test/support/shopping.ts'

const shop = journey()
const product = '/iphone-18-pro-max-256gb'
const ways = [
  ['with scripts, wide', { width: 1440 }],
  ['with scripts, by touch', { width: 390, height: 844, touch: true }],
  ['without scripts', { width: 1440, javascript: false }],
  ['without scripts, by touch', { width: 390, height: 844, javascript: false }],
] as const

test.each(ways)(
  'home, category, product, colour, cart, address, order: %s',
  async (_way, options) => {
    const wanted = await secondColor()
    const stock_before = await stockOf(shop.db, wanted.item_id)
    const page = await shop.enter('/', options)
    await toProduct(page)
    await chooseColor(page, wanted)
    await page.getByRole('button', { name: /^MUA NGAY/ }).click()
    await page.waitForURL('**/cart')
    await seeCart(page, wanted)
    await page.getByRole('button', { name: 'Mua ngay (1)' }).click()
    await page.waitForURL('**/cart/payment-info')
    await seeStep(page, 'Thông tin đơn hàng')
    await fillHomeAddress(page)
    await goToPayment(page)
    await seePayment(page, wanted)
    const code = await pay(page)
    await seeSuccess(page, code, wanted)
    await seeOrderInDatabase(code, wanted)
    expect(await stockOf(shop.db, wanted.item_id)).toBe(stock_before - 1)
  },
)

test('the whole purchase by keyboard alone', async () => {
  const wanted = await secondColor()
  const { page, open } = await shop.visit()
  await open('/')
  await tabTo(page, 'link', 'Chuyển đến nội dung chính')
  await press(page, 'Enter')
  await tabTo(page, 'link', 'Điện thoại')
  await pressAndArrive(page, '**/dien-thoai')
  await page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  await open(product)
  await tabTo(page, 'link', new RegExp(wanted.color_name))
  await pressAndArrive(page, '**?mau=*')
  await tabTo(page, 'button', /^MUA NGAY/)
  await pressAndArrive(page, '**/cart')
  // Not at the top of the page: the next Tab reaches what was put into the cart.
  const goods = page.getByRole('region', { name: 'Sản phẩm trong giỏ' })
  await expect.poll(() => goods.evaluate((part) => part === document.activeElement)).toBe(true)
  await tabTo(page, 'checkbox', `Chọn ${wanted.name}`)
  await press(page, 'Space')
  await page.getByRole('button', { name: 'Mua ngay (0)' }).waitFor()
  await press(page, 'Space')
  await page.getByRole('button', { name: 'Mua ngay (1)' }).waitFor()
  await tabTo(page, 'button', 'Mua ngay (1)')
  await pressAndArrive(page, '**/cart/payment-info')
  await tabTo(page, 'textbox', 'Họ và tên')
  await page.keyboard.type('Đỗ Thị Ươm')
  await tabTo(page, 'textbox', 'Số điện thoại')
  await page.keyboard.type('0398765432')
  await tabTo(page, 'radio', /Giao hàng tận nơi/)
  await press(page, 'ArrowRight')
  expect(await page.getByRole('radio', { name: /Nhận tại cửa hàng/ }).isChecked()).toBe(true)
  await press(page, 'ArrowLeft')
  await tabTo(page, 'combobox', 'Phường / Xã')
  await page.keyboard.type('Phường Sài Gòn')
  await tabTo(page, 'textbox', 'Số nhà, tên đường')
  await page.keyboard.type('99 Nguyễn Huệ')
  await press(page, 'Enter')
  await page.waitForURL('**/cart/payment')
  await tabTo(page, 'button', 'Thanh toán')
  await pressAndArrive(page, '**/cart/success/cod*')
  await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const order = await orderOf(shop.db, code)
  expect(order).toMatchObject({ state: 'pending', grand_total: wanted.sale_price })
})

test('"Thêm vào giỏ" stays on the page, shows a toast for 5 s in the top right corner, and updates the count', async () => {
  const wanted = await secondColor()
  const page = await shop.enter(product, { motion: true })
  await page.getByRole('button', { name: 'Thêm vào giỏ' }).click()
  const corner = page.getByRole('region', { name: 'Thông báo' })
  const toast = corner.getByText('Đã thêm vào giỏ hàng')
  await toast.waitFor()
  const shown_at = performance.now()
  expect(await corner.innerText()).toContain(`${wanted.name}, `)
  expect(await corner.getByRole('link').getAttribute('href')).toBe('/cart')
  await expect
    .poll(() => corner.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  expect(new URL(page.url()).pathname).toBe(product)
  const box = await toast.boundingBox()
  expect(box?.y).toBeLessThan(200)
  expect(box?.x).toBeGreaterThan(1440 / 2)
  await expect
    .poll(() =>
      page
        .getByRole('link', { name: /Giỏ hàng/ })
        .first()
        .textContent(),
    )
    .toMatch(/1/)
  await toast.waitFor({ state: 'detached' })
  const lifetime = performance.now() - shown_at
  expect(lifetime).toBeGreaterThan(4_000)
  expect(lifetime).toBeLessThan(6_500)
  await page
    .getByRole('link', { name: /Giỏ hàng/ })
    .first()
    .click()
  await page.waitForURL('**/cart')
  await page.getByText(wanted.name).first().waitFor()
})

async function secondColor(): Promise<DemoItem> {
  const colors = (await itemsAt(shop.db, product.slice(1))).filter((item) => item.stock > 3)
  const wanted = colors[1] ?? colors[0]
  if (!wanted) throw new ReferenceError(`nothing to buy at ${product}`)
  return wanted
}

async function toProduct(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: 'Điện thoại', exact: true })
    .filter({ visible: true })
    .first()
    .click()
  await page.waitForURL('**/dien-thoai')
  await page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  await page.locator(`main a[href="${product}"]`).first().click()
  await page.waitForURL(`**${product}`)
}

async function chooseColor(page: Page, wanted: DemoItem): Promise<void> {
  await page.getByRole('heading', { level: 1, name: wanted.name }).waitFor()
  await page.getByRole('region', { name: 'Màu sắc' }).getByText(wanted.color_name).last().click()
  await page.waitForURL('**?mau=*')
  await page.getByText(`Màu sắc: ${wanted.color_name}`).waitFor()
  const offer = page.locator('main')
  expect(await offer.textContent()).toContain(formatDong(wanted.sale_price))
}

async function seeCart(page: Page, wanted: DemoItem): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Giỏ hàng của bạn' }).waitFor()
  await seeStep(page, 'Chọn sản phẩm')
  const line = page.getByRole('listitem').filter({ hasText: wanted.name })
  expect(await line.textContent()).toContain(`Màu: ${wanted.color_name}`)
  expect(await page.getByText('Tạm tính:').textContent()).toContain(formatDong(wanted.sale_price))
}

async function seePayment(page: Page, wanted: DemoItem): Promise<void> {
  await seeStep(page, 'Thanh toán')
  const text = await mainText(page)
  const saving = wanted.list_price - wanted.sale_price
  for (const expected_text of [
    'Tổng tiền hàng',
    'Phí vận chuyển',
    'Miễn phí',
    formatDong(wanted.sale_price),
    ...(saving > 0
      ? ['Giảm giá trực tiếp', formatDong(saving), formatDong(wanted.list_price)]
      : []),
    'Thanh toán khi nhận hàng',
    'Nguyễn Thị Ánh',
    shown_phone,
    '12 Lê Lợi',
  ]) {
    expect(text).toContain(expected_text)
  }
}

async function seeSuccess(page: Page, code: string, wanted: DemoItem): Promise<void> {
  const text = await mainText(page)
  const expected_texts = [
    code,
    wanted.name,
    wanted.color_name,
    formatDong(wanted.sale_price),
    '12 Lê Lợi',
  ]
  for (const expected_text of expected_texts) expect(text).toContain(expected_text)
  expect(text).toMatch(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/)
}

/** Text of the page; every kind of whitespace is one space. */
async function mainText(page: Page): Promise<string> {
  return ((await page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ')
}

async function seeOrderInDatabase(code: string, wanted: DemoItem): Promise<void> {
  const order = await orderOf(shop.db, code)
  expect(order).toMatchObject({
    state: 'pending',
    payment_method: 'cod',
    province_id: 30,
    phone: '+84912345678',
    list_total: wanted.list_price,
    discount: wanted.list_price - wanted.sale_price,
    subtotal: wanted.sale_price,
    shipping_fee: 0,
    grand_total: wanted.sale_price,
  })
  expect(order.lines).toMatchObject([
    {
      item_id: wanted.item_id,
      item_quantity: 1,
      final_price: wanted.sale_price,
      line_total: wanted.sale_price,
    },
  ])
}

async function seeStep(page: Page, name: string): Promise<void> {
  const current = page.getByRole('navigation', { name: 'Các bước đặt hàng' })
  const step = current.locator('[aria-current=step]')
  await expect.poll(() => step.textContent()).toContain(name)
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
}

async function pressAndArrive(page: Page, address: string): Promise<void> {
  await page.keyboard.press('Enter')
  await page.waitForURL(address)
}

/** Runs in the page: true when no sticky element covers the middle of the element. */
function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  const seen = document.elementFromPoint(x + width / 2, y + height / 2)
  return seen !== null && (element.contains(seen) || seen.contains(element))
}

type Role = 'link' | 'button' | 'textbox' | 'combobox' | 'checkbox' | 'radio'

/** Presses Tab until the wanted element has the focus; it must be visible and have a focus ring. */
async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true })
  await wanted.first().waitFor()
  for (let presses = 0; presses < 250; presses++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.and(wanted).count()) === 0) continue
    const ring = await focused.evaluate((element) => {
      const shown = element.closest('label') ?? element
      const style = [getComputedStyle(element), getComputedStyle(shown)]
      return style.some(
        ({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none',
      )
    })
    expect(ring).toBe(true)
    expect(await focused.evaluate(isUncovered)).toBe(true)
    return
  }
  throw new ReferenceError(`Tab never reached the ${role} ${String(name)}`)
}
