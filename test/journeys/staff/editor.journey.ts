import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { journey } from '#test/support/journey.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { visitAsStaff } from '#test/support/staff.ts'
import type { Visit } from '#test/support/browser.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
interface Size {
  width: number
  height: number
}

test.each([
  ['wide', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
])(
  'an article is written with the keyboard, looked at, timed, published and brought back (%s)',
  async (name, size) => {
    const { page, path } = await begin(size, `Bài ${name}`)
    const text = page.getByRole('textbox', { name: 'Nội dung' })
    // The editor takes the place of the plain field.
    await page.locator('[contenteditable=true]').waitFor()
    await text.click()
    const keys = page.keyboard
    await keys.type('Máy này ')
    await keys.press('Control+b')
    await keys.type('rất nhanh')
    await keys.press('Control+b')
    await keys.press('Enter')
    await keys.type('## Vì sao')
    await keys.press('Enter')
    await keys.type('- pin lớn')
    await keys.press('Enter')
    await keys.type('màn hình đẹp')
    await keys.press('Enter')
    await keys.press('Enter')
    // The toolbar by the keyboard alone: one stop, then arrows.
    await keys.press('Shift+Tab')
    await keys.press('End')
    for (const tool of ['Chèn hỏi đáp', 'Chèn bảng giá', 'Chèn sản phẩm']) {
      await keys.press('ArrowLeft')
      expect(await focused(page)).toBe(tool)
    }
    await keys.press('Enter')
    await keys.type('iphone-18-pro-max-256gb')
    await keys.press('Enter')
    await page.getByRole('button', { name: 'Chèn bảng', exact: true }).click()
    await keys.type('Máy')
    await keys.press('Tab')
    await keys.type('Pin')
    expect(await page.getByRole('button', { name: 'Bỏ cột' }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Bỏ cột' }).click()
    await page.getByRole('button', { name: /Hoàn tác/ }).click()
    await insertPicture(page)
    await page.getByRole('button', { name: 'Lưu nháp' }).click()
    await page
      .getByRole('alert')
      .getByText(/ảnh chưa có mô tả/)
      .waitFor()
    await page.locator('figcaption').click()
    await keys.type('Máy trên tay')
    expect(await problemsOf(page, `editor-${name}`)).toEqual(no_problems)
    await page.getByRole('button', { name: 'Lưu nháp' }).click()
    await page.getByText('iPhone 18 Pro Max').first().waitFor()

    await page.getByRole('button', { name: 'Tạo liên kết xem trước' }).click()
    const link = page.getByRole('link', { name: 'Xem trước bản nháp' })
    const visit = await shop.visit(size)
    await visit.open((await link.getAttribute('href')) ?? '')
    await visit.page.getByRole('heading', { level: 2, name: 'Vì sao' }).waitFor()
    expect(await visit.page.getByRole('img', { name: 'Máy trên tay' }).count()).toBe(1)
    expect(await visit.page.getByRole('list', { name: 'Sản phẩm' }).innerText()).toMatch(/\d đ|\dđ/)
    expect(await problemsOf(visit.page, `editor-preview-${name}`)).toEqual(no_problems)
    expect((await visit.page.goto(shop.url + path))?.status()).toBe(404)

    await page.getByLabel('Hoặc đăng lúc').fill('2099-01-01T08:00')
    await page.getByRole('button', { name: 'Hẹn giờ' }).click()
    await page.getByText(/Bản nháp đăng lúc 01\/01\/2099/).waitFor()
    await sql`update content_edit set publish_at = now() where publish_at is not null`.execute(
      shop.db,
    )
    const isOut = async () => (await visit.page.goto(shop.url + path))?.status()
    await expect.poll(isOut, { timeout: 40_000, interval: 2_000 }).toBe(200)
    visit.forgive(/404/)

    // Whoever presses the plain field before the editor stands goes on typing in the editor.
    const pressed = Promise.withResolvers<void>()
    await page.route(/open-editor/, async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.reload()
    await page.locator('textarea[name=body]').focus()
    pressed.resolve()
    await page.locator('[contenteditable=true]:focus').waitFor()
    await text.click()
    await keys.press('Control+Home')
    await keys.type('Sửa lại. ')
    await page.getByRole('button', { name: 'Xuất bản' }).click()
    await page.getByText('Bản 2', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'So sánh bản 1' }).click()
    await page.getByText('Sửa lại. Máy này rất nhanh').first().waitFor()
    expect(await problemsOf(page, `editor-versions-${name}`)).toEqual(no_problems)
    await page.getByRole('button', { name: 'Khôi phục bản 1' }).click()
    await page.getByText('Bạn đang sửa bản nháp.').waitFor()
    expect(await text.innerText()).not.toContain('Sửa lại')
  },
)

test('the same form works without scripts, and the list has no problem', async () => {
  const { visit, page } = await begin({ width: 390, height: 844 }, 'Không kịch bản', false)
  const body = page.getByRole('textbox', { name: 'Nội dung' })
  await body.fill('Một\n\nHai')
  await page.getByRole('button', { name: 'Lưu nháp' }).click()
  expect(await body.inputValue()).toBe('<p>Một</p>\n<p>Hai</p>')
  await body.fill('<p class="products">KHONG-CO</p>')
  await page.getByRole('button', { name: 'Xuất bản' }).click()
  await page.getByText('“KHONG-CO”').waitFor()
  expect(await body.inputValue()).toContain('KHONG-CO')
  visit.forgive(/422/)
  const { page: list } = await enter({ width: 1440, height: 900 })
  expect(await problemsOf(list, 'articles')).toEqual(no_problems)
})

function enter(size: Size, scripts = true): Promise<Visit> {
  const options = { ...size, javascript: scripts, role: 'content' }
  return visitAsStaff(shop, addresses.articles.path, options)
}

/** Begins an article. Returns its page and where shoppers will find it. */
async function begin(size: Size, title: string, scripts = true) {
  const visit = await enter(size, scripts)
  const { page } = visit
  await page.getByRole('link', { name: 'Viết bài mới' }).click()
  await page.getByRole('textbox', { name: 'Tiêu đề', exact: true }).fill(title)
  await page.getByRole('button', { name: 'Viết tiếp' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  if (scripts) await page.getByRole('toolbar').waitFor()
  return { visit, page, path: `/${await page.getByLabel(/^Địa chỉ \(/).inputValue()}` }
}

async function insertPicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chèn ảnh', exact: true }).click()
  const { bytes } = await photo()
  const file = { name: 'may.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) }
  await page.getByLabel('Tải ảnh lên').setInputFiles(file)
  await page.getByRole('button', { name: 'Chèn ảnh 1' }).click()
  await page.locator('figure.picture img').waitFor()
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
