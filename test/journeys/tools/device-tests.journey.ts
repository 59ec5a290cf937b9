import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { readQrPicture } from '#test/support/qr-reader.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'

const shop = journey({ seeded: false, fake_devices: true })
const hub = '/kiem-tra-linh-kien-may-tinh-online'
const widths = [390, 1440]

test.each(widths)('a keyboard is tested, judged and leads to the hub at %i px', async (width) => {
  const visit = await shop.visit({ width })
  const { page } = visit
  await visit.open('/')
  // A phone folds the links of the footer.
  if (width === 390) await page.locator('footer summary', { hasText: 'Dịch vụ' }).click()
  await pressLink(visit, 'Kiểm tra máy online', hub)
  expect(await mayUse(page)).toEqual(['camera', 'microphone'])
  await pressLink(visit, 'Mở bài thử bàn phím', '/test-keyboard-online')
  expect(await mayUse(page)).toEqual([])

  // A key counts before the test has begun, and Tab still moves the focus.
  await page.keyboard.press('KeyQ')
  await page.getByRole('button', { name: 'Bắt đầu kiểm tra' }).focus()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Làm lại')
  await page.getByRole('button', { name: 'Bắt đầu kiểm tra' }).click()
  for (const code of ['Tab', 'F5', 'Space', 'Enter', 'Numpad5']) await page.keyboard.press(code)
  expect(await focused(page)).toContain('Dừng')
  for (const code of ['KeyW', 'KeyA', 'Space']) await page.keyboard.down(code)
  await page.locator('[data-key=KeyW][data-state=held]').waitFor()
  await page.getByText('Nhiều nhất 3 phím').waitFor()
  for (const code of ['KeyW', 'KeyA', 'Space']) await page.keyboard.up(code)
  await page.getByText('W + A + Space đã nhận đủ').waitFor()
  await page.locator('[data-key=KeyW][data-state=seen]').waitFor()
  expect(await page.locator('[data-seen]').textContent()).toBe('8')
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'keyboard-test')

  // Escape twice gives the keys back to the page.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Bắt đầu kiểm tra' }).waitFor()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Làm lại')
  await page.getByText('MacBook', { exact: true }).click()
  await page.getByText('/76 phím').waitFor()

  await page.getByText('Không đạt').click()
  await page.getByRole('link', { name: /Kiểm tra tiếp linh kiện/ }).click()
  await visit.hydrated()
  await page.locator('[data-test=keyboard] [data-state=failed]').waitFor()
  expect(await page.getByLabel('Ghi chú về Bàn phím').inputValue()).toMatch(/^8\/76 phím/)
})

test.each(widths)('a microphone is measured, recorded and played at %i px', async (width) => {
  const visit = await shop.visit({ width })
  const { page, context } = visit
  await visit.open('/test-keyboard-online')
  // From another page of the same tab: the document is loaded anew.
  await page.evaluate((path) => {
    const link = Object.assign(document.createElement('a'), {
      href: path,
      textContent: 'đến micrô',
    })
    document.querySelector('main')?.append(link)
  }, '/test-mic-online')
  await pressLink(visit, 'đến micrô', '/test-mic-online')
  expect(await mayUse(page)).toEqual(['microphone'])

  // Somebody refuses. Chromium without windows asks nobody, so its answer is given here.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Bật micrô' }).click()
  await page.getByText('Bạn chưa cho phép dùng micrô').waitFor()
  expect(await axeProblems(page)).toEqual([])

  await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'))
  await context.grantPermissions(['microphone'], { origin: shop.url })
  const sent: string[] = []
  page.on('request', (request) => {
    const body = request.postDataBuffer()
    if (request.method() !== 'GET' || body !== null) sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Bật micrô' }).click()
  await page.getByText('Micrô nghe được bạn').waitFor()
  const meter = page.getByRole('meter')
  await expect
    .poll(async () => Number(await meter.getAttribute('aria-valuenow')))
    .toBeGreaterThan(-55)
  expect(await meter.locator('..').textContent()).toContain('dBFS')
  expect(await page.getByLabel('Micrô đang dùng').locator('option').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Ghi âm' }).click()
  await page.getByText(/^[1-9],\d \/ 30 giây$/).waitFor()
  await page.getByRole('button', { name: 'Dừng ghi' }).click()
  await page.getByRole('button', { name: 'Nghe lại' }).click()
  await page.getByRole('button', { name: 'Dừng phát' }).waitFor()
  const length = Number(await page.locator('[data-length]').getAttribute('data-length'))
  expect(length).toBeGreaterThan(0.8)
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'microphone-test')
  await page.getByRole('button', { name: 'Nghe lại' }).waitFor()
  await page.getByText('Đạt', { exact: true }).click()

  // Another tab comes to the front: the microphone is closed.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.getByText('Micrô đã tắt vì bạn rời tab này').waitFor()
  expect(sent).toEqual([])
  await pressLink(visit, 'Trang chủ', '/')
  expect(await mayUse(page)).toEqual([])
})

test.each(widths)('the tests of the hub become a signed report at %i px', async (width) => {
  const visit = await shop.visit({ width })
  const { page, context } = visit
  await context.grantPermissions(['camera'], { origin: shop.url })
  await visit.open(hub)
  await page.getByRole('button', { name: 'Bật camera' }).click()
  const video = page.getByLabel('Hình của camera')
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.videoWidth))
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Tắt camera' }).click()
  for (const name of ['Đọc và đo', 'Đọc dung lượng', 'Đọc pin', 'Rung thử', 'Bên trái']) {
    await page.getByRole('button', { name }).click()
  }
  await page.getByRole('button', { name: 'Thử toàn màn hình' }).click()
  for (let step = 0; step < 9; step++) {
    await page.getByRole('button', { name: 'Màu tiếp theo' }).click({ position: { x: 20, y: 20 } })
  }
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await wipe(page)
  await page.getByText(/Bấm mọi nút/).click()
  await page.getByRole('button', { name: 'Đo lại' }).waitFor()
  for (const test_name of ['Màn hình', 'Cảm ứng', 'Camera', 'Card đồ họa', 'Chuột']) {
    const note = await page.getByLabel(`Ghi chú về ${test_name}`).inputValue()
    expect([test_name, note.length > 3]).toEqual([test_name, true])
    await judge(page, test_name, 'Đạt')
  }
  await judge(page, 'Loa trái, phải', 'Không đạt')
  await judge(page, 'Rung', 'Bỏ qua')
  await page.getByText('Đã chấm 7/12, 1 mục không đạt').waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'device-tests')

  await page.getByLabel('Tên máy').fill('Dell XPS 13')
  await page.getByRole('button', { name: 'Lập phiếu' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dell XPS 13' }).waitFor()
  await visit.hydrated()
  await page.getByText('5 mục đạt, 1 không đạt, 1 bỏ qua').waitFor()
  expect(await mayUse(page)).toEqual([])
  expect(await qrText(page)).toBe(page.url())
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'device-report')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Tải ảnh' }).click()
  const file = readFileSync(await (await download).path())
  expect(file.subarray(1, 4).toString()).toBe('PNG')
  expect(file.length).toBeGreaterThan(20_000)
})

test('without scripts the hub is a form, and its report is a page', async () => {
  const visit = await shop.visit({ width: 390, javascript: false })
  const { page } = visit
  await visit.open(hub)
  await page.getByText('vẫn có thể tự chấm các mục bằng mắt').waitFor()
  await judge(page, 'Màn hình', 'Không đạt')
  await page.getByLabel('Ghi chú về Màn hình').fill('Vết ố góc trái')
  await page.getByLabel('Tên máy').fill('iPhone 13')
  await page.getByRole('button', { name: 'Lập phiếu' }).click()
  await page.getByRole('heading', { level: 1, name: 'iPhone 13' }).waitFor()
  expect(await page.getByRole('listitem').textContent()).toBe('Màn hìnhVết ố góc tráiKhông đạt')
})

/** Presses a link, which must load its page as a document. */
async function pressLink({ page, hydrated }: Visit, name: string, path: string): Promise<void> {
  await page.evaluate(() => Object.assign(window, { is_old_document: true }))
  await page.getByRole('link', { name, exact: true }).first().click()
  await page.waitForURL((url) => url.pathname === path)
  await hydrated()
  expect(await page.evaluate(() => 'is_old_document' in window)).toBe(false)
}

/** What this document may ask for. */
async function mayUse(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { featurePolicy } = document as unknown as {
      featurePolicy: { allowsFeature: (name: string) => boolean }
    }
    return ['camera', 'microphone'].filter((name) => featurePolicy.allowsFeature(name))
  })
}

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '')
}

async function judge(page: Page, test_name: string, verdict: string): Promise<void> {
  const choices = page.getByRole('group', { name: `Kết quả ${test_name}`, exact: true })
  await choices.getByText(verdict, { exact: true }).click()
}

/** Wipes over a part of the touch test with the mouse, then ends it. */
async function wipe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Thử cảm ứng' }).click()
  await page.getByText(/^0\/\d+ ô$/).waitFor()
  await page.mouse.move(5, 5)
  await page.mouse.down()
  await page.mouse.move(300, 5, { steps: 3 })
  await page.mouse.up()
  await page.getByText(/^[1-9]\d*\/\d+ ô, 1 ngón$/).waitFor()
  await page.getByRole('button', { name: 'Kết thúc' }).click()
}

/** What a phone reads in the QR code of the report. */
async function qrText(page: Page): Promise<string | null> {
  const size = 480
  const bits = await page.getByAltText('Mã QR mở phiếu này').evaluate(async (element, width) => {
    const picture = new Image()
    const attributes = encodeURIComponent(`svg width="${width}" height="${width}" xmlns`)
    picture.src = (element as HTMLImageElement).src.replace('svg%20xmlns', attributes)
    await picture.decode()
    const context = new OffscreenCanvas(width, width).getContext('2d')
    context?.drawImage(picture, 0, 0, width, width)
    const { data = [] } = context?.getImageData(0, 0, width, width) ?? {}
    // Black or white: a character for each pixel instead of four numbers.
    return Array.from({ length: width * width }, (_, n) => ((data[n * 4] ?? 0) > 127 ? 1 : 0)).join(
      '',
    )
  }, size)
  const rgba = Array.from(bits).flatMap((bit) => [...Array(3).fill(Number(bit) * 255), 255])
  return readQrPicture(Uint8ClampedArray.from(rgba), size, size)
}
