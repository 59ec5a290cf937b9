import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { BenchFailure } from '#test/bench/connection.ts'
import type { Figure, Report } from '#test/bench/report.ts'
import { openBrowser } from '#test/support/browser.ts'
import { startShop } from '#test/support/shop-server.ts'

const pages = {
  category: '/dien-thoai',
  home: '/',
  product: '/iphone-18-pro-max-256gb',
  search: '/tim-kiem?q=iphone',
}
type PageName = keyof typeof pages

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
}
/**
 * A browser without a network cannot know how fast it is, and loads lazy pictures 3,000 pixels ahead. On a phone's 4G
 * network Chromium loads them 1,250 pixels ahead. Nothing is slowed down by this.
 */
const network = {
  offline: false,
  connectionType: 'cellular4g' as const,
  latency: 60,
  downloadThroughput: 1_000_000,
  uploadThroughput: 1_000_000,
}
/** Long enough for all background requests of a page, prefetched page files included. */
const quiet_ms = 2_500
const runs = 3

/**
 * Measures what a first visit loads before the first scroll, how soon it is painted, and how fast the next
 * page opens.
 */
export async function firstLoadBench(report: Report): Promise<void> {
  const shop = await startShop()
  const browser = await openBrowser()
  try {
    for (const [name, path] of Object.entries(pages)) {
      const url = shop.url + path
      // The wider distance first: its pictures are all made then.
      const unknown = await settledWeight(browser, url, false)
      for (const figure of weightFigures(name, await settledWeight(browser, url), unknown))
        report(figure)
      for (const figure of paintFigures(name as PageName, await paints(browser, url)))
        report(figure)
    }
    report(await nextPageFigure(browser, shop.url))
  } finally {
    await browser.close()
    await shop.close()
  }
}

/**
 * Pictures are encoded during the first visits (WebP at once, AVIF later), so visits repeat until they stay
 * the same.
 */
async function settledWeight(browser: Browser, url: string, is_4g = true): Promise<Weight> {
  let last = await measureOnce(browser, url, is_4g)
  for (let visit = 0; visit < 8; visit++) {
    const next = await measureOnce(browser, url, is_4g)
    if (next.kinds['image'] === last.kinds['image']) return next
    last = next
  }
  return last
}

interface Weight {
  bytes: number
  requests: number
  /** Kilobytes by kind of resource. */
  kinds: Record<string, number>
}

async function measureOnce(browser: Browser, url: string, is_4g: boolean): Promise<Weight> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  const kinds: Record<string, number> = {}
  const kind_by_request = new Map<string, string>()
  await wire.send('Network.enable')
  if (is_4g) await wire.send('Network.overrideNetworkState', network)
  wire.on('Network.responseReceived', ({ requestId, type, response }) => {
    // A browser requests the favicon by itself, once for all pages.
    if (!/^data:|favicon/.test(response.url)) kind_by_request.set(requestId, type.toLowerCase())
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kind_by_request.get(requestId)
    if (kind !== undefined) kinds[kind] = (kinds[kind] ?? 0) + encodedDataLength
  })
  await page.goto(url, { waitUntil: 'load' })
  await sleep(quiet_ms)
  await context.close()
  const bytes = Object.values(kinds).reduce((sum, size) => sum + size, 0)
  return { bytes, requests: kind_by_request.size, kinds }
}

function weightFigures(
  name: string,
  { bytes, requests, kinds }: Weight,
  unknown: Weight,
): Figure[] {
  const parts = Object.entries(kinds).map(([kind, size]) => `${kind} ${(size / 1_000).toFixed(1)}`)
  const about = { good: 'at most' as const }
  return [
    {
      ...about,
      name: `first load, ${name}`,
      value: bytes / 1_000,
      unit: 'kB',
      bar: 250,
      how: `transferred bytes with headers, 390×844 at 3×, 4G, no scroll: ${parts.join(', ')}`,
    },
    { ...about, name: `requests, ${name}`, value: requests, unit: '', bar: 25, how: 'same visit' },
    {
      ...about,
      name: `first load on an unknown network, ${name}`,
      value: unknown.bytes / 1_000,
      unit: 'kB',
      bar: 250,
      how: `lazy pictures 3,000 pixels ahead, ${unknown.requests} requests`,
    },
  ]
}

interface Paint {
  lcp: number
  cls: number
  tbt: number
  element: string
}

/** The median by LCP of several cold visits with a processor four times slower. */
async function paints(browser: Browser, url: string): Promise<Paint> {
  const all: Paint[] = []
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext(phone)
    const page = await context.newPage()
    const wire = await context.newCDPSession(page)
    await wire.send('Network.setCacheDisabled', { cacheDisabled: true })
    await wire.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(watchPaint)
    await page.goto(url, { waitUntil: 'load' })
    await sleep(quiet_ms)
    all.push(await page.evaluate(() => (globalThis as unknown as { paint: Paint }).paint))
    await context.close()
  }
  const middle = all.toSorted((a, b) => a.lcp - b.lcp)[Math.floor(runs / 2)]
  if (middle === undefined) throw new BenchFailure(`${url} painted nothing`)
  return middle
}

/** Runs in the page, before its own scripts. */
function watchPaint(): void {
  const paint: Paint = { lcp: 0, cls: 0, tbt: 0, element: '' }
  Object.assign(globalThis, { paint })
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    })
  watch('largest-contentful-paint', (entry) => {
    const { element } = entry as unknown as { element: Element | null }
    paint.lcp = entry.startTime
    paint.element = element?.outerHTML.slice(0, 60) ?? ''
  })
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) paint.cls += value
  })
  // Total blocking time: the parts of tasks beyond 50 ms after the first contentful paint (web.dev/tbt).
  watch('longtask', ({ startTime, duration }) => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity
    const from = Math.max(startTime + 50, painted)
    paint.tbt += Math.max(startTime + duration - from, 0)
  })
}

function paintFigures(name: PageName, { lcp, cls, tbt, element }: Paint): Figure[] {
  const about = { good: 'at most' as const, how: `CPU 4× slower, no cache, median of ${runs}` }
  return [
    {
      ...about,
      name: `LCP, ${name}`,
      value: lcp / 1_000,
      unit: 's',
      bar: 1.2,
      how: `${about.how}: ${element}`,
    },
    { ...about, name: `CLS, ${name}`, value: cls, unit: '', bar: 0.01 },
    { ...about, name: `TBT, ${name}`, value: tbt, unit: 'ms', bar: 150 },
  ]
}

/** From the click on a product, after the pointer rested on it, to the frame that shows its page. */
async function nextPageFigure(browser: Browser, url: string): Promise<Figure> {
  const times: number[] = []
  for (let run = 0; run < 5; run++) times.push(await nextPage(browser, url + pages.category, run))
  const value = times.toSorted((a, b) => a - b)[2] ?? Infinity
  const how = `category to product, ${times.map((time) => time.toFixed(0)).join(', ')}`
  return { name: 'prefetched product page', value, unit: 'ms', bar: 100, good: 'at most', how }
}

async function nextPage(browser: Browser, url: string, turn: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await sleep(1_500)
  const link = page.locator('main article h3 a').nth(turn)
  const heading = await page.locator('h1').textContent()
  const prefetched = page.waitForResponse((response) => response.url().includes('/_data/'))
  await link.hover()
  await prefetched
  await sleep(200)
  const time = await clickAndWait(page, turn, heading ?? '')
  await context.close()
  return time
}

function clickAndWait(page: Page, turn: number, heading: string): Promise<number> {
  return page.evaluate(
    ({ turn: index, heading: before }) =>
      new Promise<number>((resolve) => {
        const link = document.querySelectorAll<HTMLElement>('main article h3 a')[index]
        const started = performance.now()
        const check = () => {
          const now = document.querySelector('h1')?.textContent ?? before
          if (now !== before) resolve(performance.now() - started)
          else requestAnimationFrame(check)
        }
        link?.click()
        check()
      }),
    { turn, heading },
  )
}
