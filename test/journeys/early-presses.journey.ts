import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Visit } from '#test/support/browser.ts'
import {
  countRequests,
  endState,
  holdLonger,
  holdScripts,
  openStatic,
  type PageState,
  PRESSABLE,
  type Pressable,
  pressables,
  slowDown,
  watchToasts,
} from '#test/support/early-press.ts'
import { journey } from '#test/support/journey.ts'
import { oneOf, putInCart } from '#test/support/shopping.ts'

const shop = journey({ offers: true })
const product = '/iphone-18-pro-max-256gb'

/** How long after its first paint a page is pressed on. The last is hydrated by then. */
const moments = ['100 ms', '500 ms', '3 s'] as const
type Moment = (typeof moments)[number]
const waits: Record<Moment, number> = { '100 ms': 100, '500 ms': 500, '3 s': 3_000 }
/** Presses that are tried side by side. */
const at_once = 2
/** On a machine that does other things besides, four times slower is slow indeed. */
const patience_ms = 40_000

interface Place {
  path: string
  width: number
  /** What covers the page or leads elsewhere: pressed alone; the rest is pressed one after another. */
  apart: string
}

test.each<Place & { name: string }>([
  {
    name: 'product',
    path: product,
    width: 1440,
    apart:
      '[aria-haspopup], a[href^="/media"], summary[data-scripted], a[data-scroll], [name=buy_now]',
  },
  { name: 'list', path: '/dien-thoai', width: 390, apart: 'a, [popovertarget]' },
  { name: 'cart', path: '/cart', width: 390, apart: '*' },
])(
  'every button of the $name page does before hydration what it does later',
  async (place) => {
    const { found, untouched } = await lookAt(place)
    expect(found.length).toBeGreaterThan(6)
    const alone = found.filter(({ is_apart }) => is_apart).map((each) => [each])
    const groups = [found.filter(({ is_apart }) => !is_apart), ...alone]
    const rounds = groups.filter((group) => group.length > 0)
    for (let first = 0; first < rounds.length; first += at_once) {
      await Promise.all(
        rounds.slice(first, first + at_once).map(async (round) => {
          const names = round.map(({ name }) => name).join(' + ')
          const states = await Promise.all(moments.map((moment) => press(place, round, moment)))
          const [early, soon, later] = states
          expect(later, `${names} does something`).not.toEqual(untouched)
          expect(early, `${names}, after 100 ms`).toEqual(later)
          expect(soon, `${names}, after 500 ms`).toEqual(later)
        }),
      )
    }
  },
  600_000,
)

/** What there is to press, and how the page is when nobody presses anything. */
async function lookAt(place: Place): Promise<{ found: Pressable[]; untouched: PageState }> {
  const visit = await enter(place)
  const requests = countRequests(visit.page)
  const release = await holdScripts(visit.page)
  await openStatic(visit.page, place.path)
  const found = await pressables(visit.page, place.apart)
  release()
  const untouched = await endState(visit.page, requests)
  await visit.context.close()
  return { found, untouched }
}

async function press(place: Place, things: Pressable[], moment: Moment): Promise<PageState> {
  const visit = await enter(place)
  const { page } = visit
  const requests = countRequests(page)
  const release = await holdScripts(page)
  if (moment === '3 s') release()
  const beFast = moment === '3 s' ? undefined : await slowDown(visit)
  await openStatic(page, place.path)
  // Found and scrolled to beforehand: what one press brings must not move the next.
  const found = await Promise.all(
    things.map(({ nth }) => page.locator(PRESSABLE).nth(nth).elementHandle()),
  )
  await found[0]?.scrollIntoViewIfNeeded()
  await sleep(waits[moment])
  if (moment === '3 s') await visit.hydrated()
  for (const element of found) await element?.click()
  release()
  await beFast?.()
  const state = await endState(page, requests)
  await visit.context.close()
  return state
}

async function enter({ path, width }: Pick<Place, 'path' | 'width'>): Promise<Visit> {
  const visit = await shop.visit({ width })
  visit.context.setDefaultTimeout(patience_ms)
  await visit.page.addInitScript(watchToasts)
  await visit.page.addInitScript(holdLonger)
  if (path === '/cart') {
    await putInCart(visit, (await oneOf(shop.db, 'airpods-pro-3')).item_id, 2)
    await putInCart(visit, (await oneOf(shop.db, product.slice(1))).item_id)
  }
  return visit
}

test('what is typed, counted, ticked, chosen and opened before hydration is kept and heard', async () => {
  const { visit, release } = await openHeld('/cart')
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

test('the same on a page of a product: fields, folds and a search', async () => {
  const { visit, release } = await openHeld('/iphone-17-pro-max-256gb')
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

test('presses are repeated in their order, each on what the one before has left', async () => {
  const { visit, release } = await openHeld('/cart')
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
  const { visit } = await openHeld(product)
  await visit.page.getByRole('link', { name: 'Điện thoại', exact: true }).first().click()
  await visit.page.waitForURL('**/dien-thoai', { waitUntil: 'commit' })
  expect(await visit.page.locator('html[data-hydrated]').count()).toBe(0)
})

test('a press with Ctrl or the middle button is the browser’s own', async () => {
  const { visit } = await openHeld('/dien-thoai')
  const { page, context } = visit
  const filters = page.getByRole('link', { name: 'Bộ lọc' })
  for (const how of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    const opened = context.waitForEvent('page')
    await filters.click(how)
    const tab = await opened
    await tab.waitForURL('**/dien-thoai?bo_loc=1', { waitUntil: 'commit' })
    await tab.close()
  }
  expect(await page.locator('[data-held]').count()).toBe(0)
})

test('scripts that come too late: a press is held for two seconds, then it goes its way', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page } = visit
  await holdScripts(page)
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

test('scripts that cannot come: buttons do what they do without', async () => {
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

/** A page none of whose scripts has come. */
async function openHeld(path: string): Promise<{ visit: Visit; release: () => void }> {
  const visit = await enter({ path, width: path === '/cart' ? 390 : 1440 })
  const release = await holdScripts(visit.page)
  await openStatic(visit.page, path)
  return { visit, release }
}
