import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'
import { itemInStock, putInCart } from '#test/support/shopping.ts'

const shop = journey()

test.each(['/', '/dien-thoai', '/iphone-18-pro-max-256gb', '/sale-black-friday', '/tracuu'])(
  '%s: an element that is added anywhere does not restyle the page',
  async (path) => {
    const page = await shop.enter(path)
    expect(await restyledBy(page)).toBeLessThan(20)
  },
)

test('the same in the cart', async () => {
  const visit = await shop.visit()
  await putInCart(visit, (await itemInStock(shop.db, 'iphone-18-pro-max-256gb')).item_id)
  await visit.open('/cart')
  expect(await restyledBy(visit.page)).toBeLessThan(20)
})

/**
 * How many elements the browser styles again after a button, a picture and a script are added: at most for one of them.
 */
async function restyledBy(page: Page): Promise<number> {
  const browser = page.context().browser()
  await page.waitForLoadState('networkidle')
  await browser?.startTracing(page, { categories: ['devtools.timeline'] })
  await page.evaluate(() => {
    const added = [
      ['main', 'button'],
      ['main', 'img'],
      ['head', 'script'],
    ] as const
    for (const [place, kind] of added) {
      document.querySelector(place)?.append(document.createElement(kind))
      getComputedStyle(document.body).getPropertyValue('color')
    }
  })
  const trace = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] }
  const counts = trace.traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args.elementCount ?? 0)
  expect(counts.length).toBeGreaterThanOrEqual(3)
  return Math.max(...counts)
}

interface TraceEvent {
  name: string
  args: { elementCount?: number }
}
