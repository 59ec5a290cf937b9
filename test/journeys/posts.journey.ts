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
  for (const path of ['/tin-tuc', article, '/chu-de/iphone']) {
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
  const pages = { news: '/tin-tuc', article, topic: '/chu-de/pin', author: author ?? '' }
  const texts = await Promise.all(
    Object.entries(pages).map(async ([name, path]) => {
      const response = await fetch(shop.url + path)
      return [name, await response.text()] as const
    }),
  )
  expect(await htmlErrors(Object.fromEntries(texts))).toEqual([])
})
