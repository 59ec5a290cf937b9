import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { htmlErrors } from '#test/support/html-checker.ts'
import { journey } from '#test/support/journey.ts'
import { layoutShift, sidewaysScroll, takePicture } from '#test/support/screens.ts'

const shop = journey()
const article = '/tu-van/chon-cu-sac-bao-nhieu-w-cho-iphone-galaxy-va-macbook'

test.each([390, 1440])('news, an article and its author are accessible at %i px', async (width) => {
  const visit = await shop.visit({ width, height: width === 390 ? 844 : 900 })
  expect(await layoutShift(visit.page, '/tin-tuc')).toBeLessThanOrEqual(0.01)
  await visit.hydrated()
  expect(await axeProblems(visit.page)).toEqual([])
  await takePicture(visit.page, 'news')
  expect(await layoutShift(visit.page, article)).toBeLessThanOrEqual(0.01)
  await visit.hydrated()
  expect(await axeProblems(visit.page)).toEqual([])
  await takePicture(visit.page, 'article')
  await visit.page.getByRole('link', { name: 'Đức Long' }).first().click()
  await visit.page.getByRole('heading', { level: 1, name: 'Đức Long' }).waitFor()
  expect(await axeProblems(visit.page)).toEqual([])
  await takePicture(visit.page, 'author')
  expect(visit.problems).toEqual([])
})

test('no page is wider than the narrowest phone', async () => {
  for (const path of [
    '/tin-tuc',
    article,
    '/chu-de/iphone',
    '/chinh-sach-du-lieu-ca-nhan',
    '/tim-kiem?muc=tin-tuc&q=pin',
  ]) {
    const page = await shop.enter(path, { width: 320, height: 640 })
    expect({ path, over: await sidewaysScroll(page) }).toEqual({ path, over: 0 })
  }
})

test('from the news by an article to its products, without scripts', async () => {
  const page = await shop.enter('/tin-tuc', { javascript: false })
  await page.getByRole('navigation', { name: 'Chuyên mục' }).getByText('Tư vấn').click()
  await page.getByRole('link', { name: /Chọn củ sạc bao nhiêu W/ }).click()
  await page.waitForURL(`**${article}`)
  const products = page.getByRole('region', { name: 'Sản phẩm trong bài' })
  await products.getByRole('link', { name: 'Củ sạc Anker Nano 45W A121D' }).click()
  await page.waitForURL('**/cu-sac-anker-nano-45w-a121d')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Anker Nano 45W')
})

test('from the table of contents to a heading, and from words to an article, without scripts', async () => {
  const page = await shop.enter(article, { javascript: false })
  const contents = page.getByRole('navigation', { name: 'Nội dung chính' })
  await contents.getByRole('link', { name: 'Sạc cho MacBook' }).click()
  await page.waitForURL('**#muc-sac-cho-macbook')
  await page.locator('summary', { hasText: 'Nội dung chính' }).click()
  expect(await contents.isVisible()).toBe(false)
  await page.goto(`${shop.url}/tin-tuc`)
  await page.getByLabel('Từ khóa tìm trong tin tức').fill('chai pin')
  await page.getByRole('button', { name: 'Tìm bài viết' }).click()
  await page.waitForURL('**/tim-kiem?muc=tin-tuc&q=chai+pin')
  await page.getByRole('link', { name: /Cách kiểm tra chai pin/ }).click()
  await page.waitForURL('**/thu-thuat/cach-kiem-tra-chai-pin*')
})

test('policies are accessible, and lead to each other', async () => {
  const visit = await shop.visit({ width: 390, height: 844 })
  await visit.page.goto(`${shop.url}/gioi-thieu`)
  await visit.hydrated()
  const policies = visit.page.getByRole('navigation', { name: 'Quy định và chính sách' })
  await policies.getByRole('link', { name: 'Chính sách bảo hành' }).click()
  await visit.page.getByRole('heading', { level: 1, name: 'Chính sách bảo hành' }).waitFor()
  expect(await axeProblems(visit.page)).toEqual([])
  await takePicture(visit.page, 'policy')
  expect(visit.problems).toEqual([])
})

test('an article is shared by its address', async () => {
  const page = await shop.enter(article)
  const facebook = page.getByRole('link', { name: 'Facebook' })
  expect(await facebook.getAttribute('href')).toContain(encodeURIComponent(article))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Sao chép liên kết' }).click()
  await page.getByText('Đã sao chép liên kết bài viết').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(article)
})

test('news, articles and authors are valid HTML', async () => {
  const author = (await (await fetch(shop.url + article)).text()).match(/\/author\/[0-9a-f-]+/)?.[0]
  const pages = {
    ...{ news: '/tin-tuc', article, topic: '/chu-de/pin', author: author ?? '' },
    ...{ policy: '/chinh-sach-du-lieu-ca-nhan', found: '/tim-kiem?muc=tin-tuc&q=pin' },
  }
  const texts = await Promise.all(
    Object.entries(pages).map(async ([name, path]) => {
      const response = await fetch(shop.url + path)
      return [name, await response.text()] as const
    }),
  )
  expect(await htmlErrors(Object.fromEntries(texts))).toEqual([])
})

test('a film loads nothing from YouTube before it is pressed, and plays in its place', async () => {
  const { page, hydrated } = await shop.visit()
  const asked: string[] = []
  await page.route(/^https:\/\//, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>phim</title>' })
  })
  await page.goto(shop.url + article)
  await hydrated()
  const film = page.getByRole('link', { name: /Big Buck Bunny/ })
  await film.scrollIntoViewIfNeeded()
  const place = await film.boundingBox()
  expect(asked).toEqual([])
  await film.press('Enter')
  const player = page.getByTitle(/^Video: Big Buck Bunny/)
  await player.waitFor()
  expect(await player.boundingBox()).toEqual(place)
  await expect.poll(() => asked).toHaveLength(1)
  expect(asked[0]).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?/)
  expect(await player.evaluate((frame) => frame === document.activeElement)).toBe(true)
})
