import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Visit } from '#test/support/browser.ts'
import {
  countRequests,
  endState,
  extendPressLimit,
  delayScripts,
  openStatic,
  type PageState,
  PRESSABLE,
  type Pressable,
  pressables,
  slowDown,
  watchToasts,
} from '#test/support/early-press.ts'
import { journey } from '#test/support/journey.ts'
import { itemInStock, putInCart } from '#test/support/shopping.ts'

const shop = journey({ offers: true })
const product = '/iphone-18-pro-max-256gb'

/** Times after the first paint at which a page is pressed. At the last one it is hydrated. */
const moments = ['100 ms', '500 ms', '3 s'] as const
type Moment = (typeof moments)[number]
const waits: Record<Moment, number> = { '100 ms': 100, '500 ms': 500, '3 s': 3_000 }
/** Timeout of an action: a busy machine that is slowed down four times needs long. */
const timeout_ms = 40_000

interface TestedPage {
  path: string
  width: number
  /** Selector of elements that cover the page or lead to another page; they are pressed alone. */
  apart: string
}

test.each<TestedPage & { name: string }>([
  {
    name: 'product',
    path: product,
    width: 1440,
    apart:
      '[aria-haspopup], a[href^="/media"], summary[data-scripted], [aria-labelledby="chi-nhanh-co-hang"] a[data-scripted], a[data-scroll], [name=buy_now], [action="/yeu-thich"] button',
  },
  { name: 'list', path: '/dien-thoai', width: 390, apart: 'a, [popovertarget]' },
  { name: 'cart', path: '/cart', width: 390, apart: '*' },
  { name: 'home', path: '/', width: 390, apart: 'a, [aria-haspopup], [popovertarget]' },
  { name: 'trade-in list', path: '/thu-cu-doi-moi', width: 390, apart: 'a, [aria-haspopup]' },
])(
  'every button of the $name page works before hydration as it does after it',
  async (tested) => {
    const { elements, untouched } = await inspectPage(tested)
    expect(elements.length).toBeGreaterThan(2)
    const alone = elements.filter(({ is_apart }) => is_apart).map((pressable) => [pressable])
    const groups = [elements.filter(({ is_apart }) => !is_apart), ...alone]
    const rounds = groups.filter((group) => group.length > 0)
    for (const round of rounds) {
      const names = round.map(({ name }) => name).join(' + ')
      const states = await Promise.all(moments.map((moment) => press(tested, round, moment)))
      const [early_state, soon_state, hydrated_state] = states
      expect(hydrated_state, `${names} does something`).not.toEqual(untouched)
      expect(early_state, `${names}, after 100 ms`).toEqual(hydrated_state)
      expect(soon_state, `${names}, after 500 ms`).toEqual(hydrated_state)
    }
  },
  600_000,
)

/** Returns what can be pressed, and the state of the page without any press. */
async function inspectPage(
  tested: TestedPage,
): Promise<{ elements: Pressable[]; untouched: PageState }> {
  const visit = await enter(tested)
  const requests = countRequests(visit.page)
  const release = await delayScripts(visit.page)
  await openStatic(visit.page, tested.path)
  const elements = await pressables(visit.page, tested.apart)
  release()
  const untouched = await endState(visit.page, requests)
  await visit.context.close()
  return { elements, untouched }
}

async function press(tested: TestedPage, targets: Pressable[], moment: Moment): Promise<PageState> {
  const visit = await enter(tested)
  const { page } = visit
  const requests = countRequests(page)
  const release = await delayScripts(page)
  if (moment === '3 s') release()
  const endSlowdown = moment === '3 s' ? undefined : await slowDown(visit)
  await openStatic(page, tested.path)
  // Elements are looked up and scrolled to beforehand: one press must not move the next element.
  const elements = await Promise.all(
    targets.map(({ nth }) => page.locator(PRESSABLE).nth(nth).elementHandle()),
  )
  await elements[0]?.scrollIntoViewIfNeeded()
  await sleep(waits[moment])
  if (moment === '3 s') await visit.hydrated()
  for (const element of elements) {
    // A label that is larger for fingers lies over its own box.
    await element?.click({ force: await element.evaluate((box) => box.matches('label *')) })
  }
  release()
  await endSlowdown?.()
  const state = await endState(page, requests)
  await visit.context.close()
  return state
}

async function enter({ path, width }: Pick<TestedPage, 'path' | 'width'>): Promise<Visit> {
  const visit = await shop.visit({ width })
  visit.context.setDefaultTimeout(timeout_ms)
  await visit.page.addInitScript(watchToasts)
  await visit.page.addInitScript(extendPressLimit)
  if (path === '/cart') {
    await putInCart(visit, (await itemInStock(shop.db, 'airpods-pro-3')).item_id, 2)
    await putInCart(visit, (await itemInStock(shop.db, product.slice(1))).item_id)
  }
  return visit
}

test('fields and quantities that are changed before hydration apply after it', async () => {
  const { visit, release } = await openWithDelayedScripts('/cart')
  const { page } = visit
  const line = page.getByRole('listitem').filter({ hasText: 'AirPods Pro 3' })
  await line.getByRole('textbox', { name: 'Số lượng' }).fill('3')
  await page.getByRole('checkbox', { name: /^Chọn iPhone 18 Pro Max/ }).uncheck()
  release()
  await visit.hydrated()
  await page.getByRole('button', { name: 'Mua ngay (3)' }).waitFor()
  await page.waitForLoadState('networkidle')
  await visit.open('/cart')
  expect(await line.getByRole('textbox', { name: 'Số lượng' }).inputValue()).toBe('3')
  const iphone = page.getByRole('checkbox', { name: /^Chọn iPhone 18 Pro Max/ })
  expect(await iphone.isChecked()).toBe(false)
})

test('a button that needs scripts waits for them longer than a form does', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page } = visit
  const release = await delayScripts(page)
  await openStatic(page, '/games/jump-jump')
  await page.getByRole('button', { name: 'Chơi ngay' }).click()
  await sleep(2_500)
  release()
  await visit.hydrated()
  const pause = page.getByRole('button', { name: 'Tạm dừng' })
  await pause.waitFor()
  expect(await pause.count()).toBe(1)
})

test('the same on a product page: fields, details and a search', async () => {
  const { visit, release } = await openWithDelayedScripts('/iphone-17-pro-max-256gb')
  const { page } = visit
  const choice = page.getByRole('radio', { name: 'Tặng cáp Apple USB-C 60W 1m' })
  await choice.check()
  await page.getByRole('checkbox', { name: /^So sánh iPhone 17 Pro Max 256GB/ }).check()
  await page.getByText('có mấy màu?').click()
  const search = page.getByRole('searchbox', { name: 'Tìm kiếm sản phẩm' })
  await search.pressSequentially('tai nghe')
  release()
  await visit.hydrated()
  await page.getByRole('button', { name: 'Xóa tất cả' }).waitFor()
  await page.getByRole('listbox', { name: 'Gợi ý tìm kiếm' }).waitFor()
  const box = page.getByRole('combobox', { name: 'Tìm kiếm sản phẩm' })
  expect(await box.inputValue()).toBe('tai nghe')
  expect(await choice.isChecked()).toBe(true)
  const answer = page.locator('details').filter({ hasText: 'có mấy màu?' })
  expect(await answer.getAttribute('open')).not.toBeNull()
})

test('presses are repeated in their sequence, each on the result of the one before', async () => {
  const { visit, release } = await openWithDelayedScripts('/cart')
  const { page } = visit
  const line = page.getByRole('listitem').filter({ hasText: 'AirPods Pro 3' })
  const more = line.getByRole('button', { name: 'Tăng số lượng' })
  await more.click()
  await more.click()
  expect(await more.getAttribute('data-held')).not.toBeNull()
  release()
  await visit.hydrated()
  await page.getByRole('button', { name: 'Mua ngay (5)' }).waitFor()
  expect(await page.locator('[data-held]').count()).toBe(0)
})

test('a link that needs no scripts is followed at once', async () => {
  const { visit } = await openWithDelayedScripts(product)
  await visit.page.getByRole('link', { name: 'Điện thoại', exact: true }).first().click()
  await visit.page.waitForURL('**/dien-thoai', { waitUntil: 'commit' })
  expect(await visit.page.locator('html[data-hydrated]').count()).toBe(0)
})

test('a press with Ctrl or the middle button is left to the browser', async () => {
  const { visit } = await openWithDelayedScripts('/dien-thoai')
  const { page, context } = visit
  const filters = page.getByRole('link', { name: 'Bộ lọc' })
  for (const options of [
    { modifiers: ['ControlOrMeta' as const] },
    { button: 'middle' as const },
  ]) {
    const opened = context.waitForEvent('page')
    await filters.click(options)
    const tab = await opened
    await tab.waitForURL('**/dien-thoai?bo_loc=1', { waitUntil: 'commit' })
    await tab.close()
  }
  expect(await page.locator('[data-held]').count()).toBe(0)
})

test('scripts that come too late: a press waits two seconds, then the browser handles it', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page } = visit
  await delayScripts(page)
  await openStatic(page, product)
  const add = page.getByRole('button', { name: 'Thêm vào giỏ' })
  await add.click()
  expect(await add.getAttribute('data-held')).not.toBeNull()
  expect(new URL(page.url()).pathname).toBe(product)
  await page.waitForURL('**/cart', { waitUntil: 'commit' })
  await page
    .getByRole('link', { name: /^iPhone 18 Pro Max/ })
    .first()
    .waitFor()
})

test('scripts that cannot be loaded: buttons work as without scripts', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page } = visit
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(product)
  await page.getByRole('button', { name: 'Thêm vào giỏ' }).click()
  await page.waitForURL('**/cart')
  await page.getByRole('button', { name: 'Tăng số lượng' }).click()
  await page.getByRole('button', { name: 'Mua ngay (2)' }).waitFor()
  expect(await page.locator('[data-held]').count()).toBe(0)
  visit.forgive(/\.js|ERR_FAILED/)
})

/** Opens a page whose scripts wait until `release` is called. */
async function openWithDelayedScripts(
  path: string,
): Promise<{ visit: Visit; release: () => void }> {
  const visit = await enter({ path, width: path === '/cart' ? 390 : 1440 })
  const release = await delayScripts(visit.page)
  await openStatic(visit.page, path)
  return { visit, release }
}
