import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { layoutShift, sidewaysScroll } from '#test/support/screens.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { sql } from 'kysely'
import { xss_texts, xss_vectors } from '#test/threats/xss-vectors.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const shop = journey()
const phone = '/iphone-18-pro-max-256gb'

test('the page works without scripts: pictures, colours, specification, questions', async () => {
  const { page, open } = await shop.visit({ javascript: false })
  await open(phone)
  await page.getByRole('link', { name: /Xanh băng/ }).click()
  await page.waitForURL(/\?mau=xanh-bang$/)
  await page.getByText('Màu sắc: Xanh băng').waitFor()
  await page.getByText('Xem tất cả thông số').click()
  await page.getByRole('heading', { name: 'Thông tin chung' }).waitFor()
  await page.getByText('iPhone 18 Pro Max 256GB có mấy màu?').click()
  await page.getByText('256GB có 4 màu').waitFor()
  await page.getByRole('button', { name: 'Thêm vào giỏ' }).first().click()
  await page.waitForURL(/\/cart$/)
  expect(await page.getByRole('textbox', { name: 'Số lượng' }).inputValue()).toBe('1')
})

test('a second press while the first is on its way adds nothing more', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page } = visit
  await visit.open(phone)
  await visit.hydrated()
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/_data/cart'))
      posts.push(request.url())
  })
  let letGo = () => {}
  const is_let_go = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/_data\/cart/, async (route) => {
    await is_let_go
    await route.continue()
  })
  const add = page.getByRole('button', { name: 'Thêm vào giỏ' }).first()
  await add.click()
  await expect.poll(() => posts.length).toBe(1)
  await add.click({ force: true })
  await add.press('Enter')
  letGo()
  await page.getByText('Đã thêm vào giỏ hàng').waitFor()
  expect(posts).toHaveLength(1)
})

test.each([
  [false, [1]],
  [true, [1, 1]],
])(
  'a slow press dims no button of another product, and is told there: pressed there too: %s',
  async (presses_there, in_cart) => {
    const visit = await shop.visit({ width: 390 })
    const { page } = visit
    await visit.open(phone)
    await visit.hydrated()
    let letGo = () => {}
    const is_let_go = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const posts: string[] = []
    await page.route(/_data\/cart/, async (route) => {
      posts.push(route.request().postData() ?? '')
      if (posts.length === 1) await is_let_go
      await route.continue()
    })
    const add = page.getByRole('button', { name: 'Thêm vào giỏ' }).first()
    await add.click()
    await expect.poll(() => posts.length).toBe(1)
    await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true')
    const other = page.getByRole('link', { name: /512GB/ }).first()
    await other.click()
    await page.waitForURL(/512gb/)
    await expect.poll(() => add.getAttribute('aria-disabled')).toBe('false')
    if (presses_there) await add.click()
    await expect.poll(() => posts.length).toBe(in_cart.length)
    letGo()
    const told = page.locator('.toast-corner').getByText('Đã thêm vào giỏ hàng')
    await expect.poll(() => told.count()).toBe(in_cart.length)
    const quantities = () =>
      page.evaluate(async () => {
        const answer = await fetch('/api/cart/v1/cart')
        const cart = (await answer.json()) as { data: { items: { item_quantity: number }[] } }
        return cart.data.items.map((item) => item.item_quantity)
      })
    await expect.poll(quantities).toEqual(in_cart)
  },
)

test('a press whose answer was lost adds once when it is repeated; a wanted second one adds', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page } = visit
  await visit.open(phone)
  await visit.hydrated()
  const add = page.getByRole('button', { name: 'Thêm vào giỏ' }).first()
  const inCart = async () =>
    page.evaluate(async () => {
      const answer = await fetch('/api/cart/v1/cart')
      const { data } = (await answer.json()) as { data: { item_quantity: number } }
      return data.item_quantity
    })
  await page.route(/_data\/cart/, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await add.click()
  await page.getByText('Không kết nối được').first().waitFor()
  expect(await inCart()).toBe(1)
  await page.unroute(/_data\/cart/)
  await add.click()
  await page.getByText('Đã thêm vào giỏ hàng').waitFor()
  expect(await inCart()).toBe(1)
  await add.click()
  await expect.poll(inCart).toBe(2)
  visit.forgive(/ERR_CONNECTION_RESET/)
})

test('two colours that are added together are both told of, whichever answer comes first', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page } = visit
  await visit.open(phone)
  await visit.hydrated()
  const answers: (() => void)[] = []
  await page.route(/_data\/cart/, async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    await route.continue()
  })
  const add = page.getByRole('button', { name: 'Thêm vào giỏ' }).first()
  await add.click()
  await expect.poll(() => answers.length).toBe(1)
  await page.getByRole('link', { name: /Bạc/ }).click()
  await page.waitForURL(/\?mau=bac$/)
  await add.click()
  await expect.poll(() => answers.length).toBe(2)
  const told = page.locator('.toast-corner').getByText('Đã thêm vào giỏ hàng')
  answers[1]?.()
  await expect.poll(() => told.count()).toBe(1)
  answers[0]?.()
  await expect.poll(() => told.count()).toBe(2)
  const about = await page.locator('.toast-corner p:nth-of-type(2)').allTextContents()
  expect(new Set(about).size).toBe(2)
})

test('a colour changes picture and address at once', async () => {
  const page = await shop.enter(phone)
  const picture = page.getByRole('list', { name: 'Ảnh lớn' }).getByRole('img').first()
  await page.getByRole('link', { name: /Bạc/ }).click()
  await page.waitForURL(/\?mau=bac$/)
  await expect.poll(() => picture.getAttribute('alt')).toMatch(/màu bạc/)
  await page.getByRole('link', { name: /^Đen/ }).click()
  await page.waitForURL(/\?mau=den$/)
  await expect.poll(() => picture.getAttribute('alt')).toMatch(/màu đen/)
})

test('the second slide tells the key facts, and its thumbnail leads there', async () => {
  const page = await shop.enter(phone)
  const facts = page.getByRole('heading', { name: 'Tính năng nổi bật' })
  await page.getByRole('list', { name: 'Ảnh nhỏ' }).getByRole('link', { name: 'Nổi bật' }).click()
  await expect.poll(async () => (await facts.boundingBox())?.x ?? 9_999).toBeLessThan(700)
  await page.getByRole('link', { name: /^Phóng to ảnh 2/ }).click()
  await page
    .getByRole('dialog', { name: /^Ảnh lớn/ })
    .getByText('2/4')
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
})

test('a picture opens over the page; keys change, enlarge and close it', async () => {
  const page = await shop.enter(phone)
  await page.getByRole('link', { name: /^Phóng to ảnh 1/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Ảnh lớn/ })
  await dialog.waitFor()
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('2/4').waitFor()
  await page.keyboard.press('+')
  await dialog.getByRole('region', { name: /phóng to/ }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('a picture grows under the wheel and is whole again', async () => {
  const page = await shop.enter(phone)
  await page.getByRole('link', { name: /^Phóng to ảnh 1/ }).click()
  const picture = page.getByRole('dialog', { name: /^Ảnh lớn/ }).getByRole('img')
  await picture.hover()
  const widthOf = async () => (await picture.boundingBox())?.width ?? 0
  const whole = await widthOf()
  await page.mouse.wheel(0, -300)
  await expect.poll(widthOf).toBeGreaterThan(whole * 1.5)
  await page.mouse.wheel(0, 2_000)
  await expect.poll(widthOf).toBe(whole)
})

test('a double tap enlarges a whole picture, and makes an enlarged one whole', async () => {
  const page = await shop.enter(phone)
  await page.getByRole('link', { name: /^Phóng to ảnh 1/ }).click()
  const picture = page.getByRole('dialog', { name: /^Ảnh lớn/ }).getByRole('img')
  await picture.hover()
  const widthOf = async () => (await picture.boundingBox())?.width ?? 0
  const whole = await widthOf()
  await picture.dblclick()
  expect(await widthOf()).toBeGreaterThan(whole * 1.2)
  await page.waitForTimeout(400)
  await page.mouse.dblclick(700, 450)
  expect(await widthOf()).toBe(whole)
  await page.mouse.wheel(0, -300)
  await expect.poll(widthOf).toBeGreaterThan(whole * 1.2)
  await page.waitForTimeout(400)
  await page.mouse.dblclick(700, 450)
  expect(await widthOf()).toBe(whole)
})

test('a picture grows as far as its file has pixels, and asks for all of them', async () => {
  const { page, open, hydrated } = await shop.visit({ width: 390, height: 844 })
  await open(phone)
  await hydrated()
  await page.getByRole('link', { name: /^Phóng to ảnh 1/ }).click()
  const picture = page.getByRole('dialog', { name: /^Ảnh lớn/ }).getByRole('img')
  await picture.hover()
  const widthOf = async () => (await picture.boundingBox())?.width ?? 0
  await page.mouse.wheel(0, -5_000)
  await expect.poll(widthOf).toBeGreaterThan(3 * 390)
  const { own, file } = await picture.evaluate((image: HTMLImageElement) => ({
    own: Number(image.getAttribute('width')),
    file: image.currentSrc,
  }))
  expect((await widthOf()) / own).toBeLessThan(1.51)
  expect(file).toContain(`/image/${own}x`)
})

test('further views and the spin of another colour say which colour they show', async () => {
  const { page, open } = await shop.visit({ width: 390, height: 844, javascript: false })
  const shown = page.getByText('Ảnh minh họa: màu Đen')
  await open(`${phone}?mau=bac`)
  expect(await shown.count()).toBe(3)
  await page.getByRole('link', { name: 'Xoay 360° · màu Đen' }).waitFor()
  await open(phone)
  await page.getByRole('link', { name: 'Xoay 360°', exact: true }).waitFor()
  expect(await shown.count()).toBe(0)
})

test('a product turns by drag and by keys, and stands still for who wants no motion', async () => {
  const page = await shop.enter(phone)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('link', { name: 'Xoay 360°' }).click()
  const dialog = page.getByRole('dialog', { name: /^Xoay/ })
  const angle = dialog.getByRole('slider', { name: 'Góc xoay' })
  await dialog.getByText('Kéo để xoay').waitFor()
  expect(await angle.inputValue()).toBe('0')
  await angle.press('ArrowRight')
  expect(await angle.inputValue()).toBe('1')
  const frame = await dialog.getByText('Kéo để xoay').boundingBox()
  const [x, y] = [(frame?.x ?? 0) + (frame?.width ?? 0) / 2, (frame?.y ?? 0) - 150]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 70, y, { steps: 3 })
  await page.mouse.up()
  expect(await angle.inputValue()).toBe('6')
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('the whole specification opens in a dialog, more than once', async () => {
  const page = await shop.enter(phone)
  const dialog = page.getByRole('dialog', { name: /^Thông số kỹ thuật/ })
  for (const _turn of [1, 2]) {
    await page.getByText('Xem tất cả thông số').click()
    await dialog.getByRole('heading', { name: 'Thông tin chung' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await dialog.isVisible()).toBe(false)
  }
})

test('a province lists its shops with stock; if there is none, the nearest ones are listed', async () => {
  const item = await itemInStock(shop.db, 'airpods-pro-3')
  const in_province = sql`product_id = ${item.item_id}
    and shop_id in (select shop_id from shop where province_id in (30, 9, 3))`
  await setFreeStock(shop.db, 0, in_province)
  const page = await shop.enter('/airpods-pro-3')
  await page.getByText(/Chưa có c.+ nào tại Hồ Chí Minh/).waitFor()
  await page
    .getByRole('link', { name: /\(\d+\/\d+ cửa hàng có hàng\)$/ })
    .first()
    .click()
  const list = page.getByRole('region', { name: 'Cửa hàng có hàng' }).getByRole('list').first()
  await list.waitFor()
  await list
    .getByRole('link', { name: /^Bản đồ/ })
    .first()
    .waitFor()
  expect(
    await list.getByRole('link').filter({ hasText: /^0/ }).first().getAttribute('href'),
  ).toMatch(/^tel:/)
  expect(await axeProblems(page)).toEqual([])
})

test('on a wide screen MUA NGAY is in sight at once and lies on no version or colour', async () => {
  const { page, open } = await shop.visit({ width: 1440, height: 900 })
  for (const path of [phone, '/iphone-17-256gb', '/galaxy-s26-ultra-12gb-256gb']) {
    await open(path)
    const bar = await page.locator('[data-buy-bar]').boundingBox()
    const bottom = (bar?.y ?? 9_999) + (bar?.height ?? 0)
    expect(bottom).toBeLessThan(900)
    for (const tile of await page
      .getByRole('region', { name: /^(Phiên bản|Màu sắc)$/ })
      .getByRole('link')
      .all()) {
      const { y = 0, height = 0 } = (await tile.boundingBox()) ?? {}
      expect(y >= bottom || y + height <= (bar?.y ?? 0)).toBe(true)
    }
  }
})

test('the nearest shops are listed, and a press lists the others', async () => {
  const page = await shop.enter(phone)
  const list = page.getByRole('region', { name: 'Cửa hàng có hàng' })
  const more = list.getByRole('link', { name: /^Xem thêm \d+ cửa hàng$/ })
  const count = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0])
  expect(await list.getByRole('listitem').count()).toBe(3)
  expect(await more.getAttribute('href')).toMatch(/^\/dat-giu\/\d+$/)
  await more.click()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3 + count)
  await more.press('Enter')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
  expect(await axeProblems(page)).toEqual([])
})

test('on a wide screen a bar with the buttons appears without a layout shift', async () => {
  const page = await shop.enter(phone)
  const bar = page.getByRole('region', { name: 'Mua sản phẩm' })
  expect(await bar.count()).toBe(0)
  await page.getByRole('heading', { name: 'Sản phẩm tương tự' }).scrollIntoViewIfNeeded()
  await bar.getByRole('button', { name: 'Thêm vào giỏ' }).click()
  await page.getByText('Đã thêm vào giỏ hàng').waitFor()
})

test('a product that is not on sale yet shows its day and cannot be bought', async () => {
  await sql`update product set launched_on = current_date + 9 where product_id in (
    select entity_id from slug where path = 'jbl-tune-780nc')`.execute(shop.db)
  const page = await shop.enter('/jbl-tune-780nc')
  await page.getByText(/^SẮP MỞ BÁN \d{2}\/\d{2}$/).waitFor()
  expect(await page.getByRole('button', { name: 'Thêm vào giỏ' }).count()).toBe(0)
  expect(await page.getByText('Nên mua hay đợi?').count()).toBe(0)
  expect(await page.getByText('Viết đánh giá').count()).toBe(0)
  expect(await axeProblems(page)).toEqual([])
})

test.each([
  ['sold out', '/iphone-14-pro-max-128gb', 'TẠM HẾT HÀNG'],
  ['on request', '/oppo-find-n5-16gb-512gb', /^GỌI/],
])('%s: the page says so and offers another way', async (_state, path, label) => {
  const page = await shop.enter(path)
  await page.getByText(label).first().waitFor()
  expect(await page.getByRole('button', { name: 'MUA NGAY' }).count()).toBe(0)
})

test('the category strip is not in the page: hidden later, it would move what is below', async () => {
  const { page } = await shop.visit({ width: 390 })
  const strip = '<nav aria-label="Danh mục chính"'
  const markup = async (path: string) => (await page.request.get(path)).text()
  expect(await markup(phone)).not.toContain(strip)
  expect(await markup('/dien-thoai')).toContain(strip)
})

test.each([320, 390, 820, 1440])(
  'no layout shift and no sideways scroll at %i px',
  async (width) => {
    const { page } = await shop.visit({ width })
    expect(await layoutShift(page, phone)).toBeLessThan(0.01)
    expect(await sidewaysScroll(page)).toBe(0)
  },
)

test('whatever shoppers write stays text: no dialog, no request out', async () => {
  const product_id = sql`(select entity_id from slug where path = ${phone.slice(1)})`
  for (const [n, text] of xss_texts.entries()) {
    const name = xss_vectors[n * 7] ?? ''
    const at = new Date(Date.now() + n)
    await sql`insert into review (product_id, secret, name, stars, text, reply, replied_by, replied_at, state, created_at)
      values (${product_id}, ${`review ${n}`}, ${name}, 5, ${text}, ${text}, ${name}, ${at}, 'published', ${at}) on conflict do nothing`.execute(
      shop.db,
    )
    await sql`insert into comment (subject_kind, subject_id, secret, name, text, state, created_at)
      values ('product', ${product_id}, ${`comment ${n}`}, ${name}, ${text}, 'published', ${at}) on conflict do nothing`.execute(
      shop.db,
    )
  }
  const { page, open } = await shop.visit()
  const dialogs: string[] = []
  const away: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(shop.url) && !/^(data|blob):/.test(request.url())) {
      away.push(request.url())
    }
  })
  const reviews = `/danh-gia-san-pham${phone}`
  const questions = `/hoi-dap${phone}`
  for (const path of [phone, reviews, `${reviews}?page=2`, questions, `${questions}?page=2`]) {
    // The page is in the cache until the feed has told of the new texts.
    const shown = async () => {
      await open(path)
      return page.locator('article p', { hasText: 'alert' }).count()
    }
    await expect.poll(shown).toBeGreaterThan(0)
    for (const field of await page.locator('details summary').all()) await field.focus()
  }
  // The same by scripts: React fetches the next page and writes it.
  await page.getByRole('link', { name: 'Trang trước' }).click()
  await page.waitForURL(`**${questions}`)
  expect({ dialogs, away }).toEqual({ dialogs: [], away: [] })
})

test('a review is written, voted for and erased without scripts', async () => {
  const { page, open } = await shop.visit({ javascript: false })
  await open('/airpods-pro-3')
  await page.getByRole('link', { name: 'Viết đánh giá' }).click()
  const stars = page.getByRole('group', { name: 'Bạn thấy sản phẩm này thế nào?' })
  await stars.getByRole('radio', { name: '4 sao: Tốt' }).check({ force: true })
  await page
    .getByRole('textbox', { name: 'Nhận xét của bạn' })
    .fill(`Nghe hay, chống ồn tốt, hơi đắt. ${Date.now()}`)
  await page.getByRole('textbox', { name: 'Tên hiển thị' }).fill('Bình')
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill('0912 345 678')
  await page.getByRole('button', { name: 'GỬI ĐÁNH GIÁ' }).click()
  await page.getByText('Đánh giá đã được đăng').waitFor()
  const mine = page.url()
  const with_scripts = await shop.enter(mine)
  expect(await axeProblems(with_scripts)).toEqual([])
  await open('/danh-gia-san-pham/airpods-pro-3')
  await page.getByText('Nghe hay, chống ồn tốt').waitFor()
  await page.getByRole('button', { name: 'Hữu ích' }).first().click()
  await page.waitForURL(/#danh-gia-\d+$/)
  await page.goto(mine)
  await page.locator('summary', { hasText: 'Xóa đánh giá' }).click()
  await page.getByRole('button', { name: 'Xóa đánh giá và hình ảnh' }).click()
  await page.waitForURL('**/danh-gia-san-pham/airpods-pro-3')
  // The cached page goes with the notice of the change.
  const shown = async () => {
    await page.reload()
    return page.getByText('Nghe hay, chống ồn tốt').count()
  }
  await expect.poll(shown).toBe(0)
})
