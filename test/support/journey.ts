import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { Database } from '#db/schema.ts'
import { openBrowser, openVisit, type Visit, type VisitOptions } from '#test/support/browser.ts'
import {
  openFirstWindow,
  withdrawOffers,
  withdrawPopups,
} from '#test/support/baskets/demo-offers.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type ShopServer, startShop } from '#test/support/shop-server.ts'

interface JourneyOptions {
  /** false: a shop without products. */
  seeded?: boolean
  /**
   * true: promotions, combos and a flash sale that runs at any hour. Otherwise products cost what their
   * price rows say, because the demo's flash sales depend on the time of day.
   */
  offers?: boolean
  env?: Record<string, string>
  /** The host name of the shop's address, where an IP address is not enough. */
  host?: 'localhost' | 'tiem.localhost'
  /** A camera and a microphone that play a test picture and beeps. */
  fake_devices?: boolean
  /** The shop encodes its pictures itself: for journeys about that. */
  own_pictures?: boolean
  /** The development server, whose React reports hydration mismatches. */
  dev?: boolean
}

/** One built shop, one database and one browser for the journeys of a file. */
interface Journey {
  readonly url: string
  readonly db: Database
  /** Errors that the server logged; a test that provokes errors removes them. */
  readonly complaints: string[]
  /** Opens an empty browser context for a new shopper. */
  visit: (options?: VisitOptions) => Promise<Visit>
  /** As `visit`, then opens a page of the shop. */
  enter: (path: string, options?: VisitOptions) => Promise<Page>
}

/**
 * Two browsers may keep a machine from its database for two seconds: the answer 503 fails the test that got it. A page
 * that the closed browser had asked for may find the database closed.
 */
const busy_or_closed = /the database gave no connection in time|driver has already been destroyed/

let kept: Browser | undefined

/**
 * The browser of this worker. Files share it (decision 365), visits do not: each has a context. It ends with the
 * worker.
 */
async function sharedBrowser(): Promise<Browser> {
  if (kept?.isConnected() !== true) kept = await openBrowser()
  return kept
}

/** Call once at the top of a file. After every test all pages are closed and must have had no problems. */
export function journey(options: JourneyOptions = {}): Journey {
  let database: TestDatabase
  let shop: ShopServer
  let browser: Browser
  let visits: Visit[] = []
  beforeAll(async () => {
    const { seeded = true, offers = false } = options
    database = await testDatabase({ seeded, max: 4 })
    await (offers ? openFirstWindow(database.db, new Date()) : withdrawOffers(database.db))
    await withdrawPopups(database.db)
    const env = { DATABASE_URL: database.url, ...(seeded ? {} : { SEED: 'none' }), ...options.env }
    const { dev = false, host, fake_devices = false, own_pictures = false } = options
    const starting = startShop({
      ...{ env, dev },
      ...(own_pictures ? {} : { pictures_dir: inject('test_pictures_dir') }),
      ...(host === undefined ? {} : { host }),
    })
    const opening = fake_devices ? openBrowser(true) : sharedBrowser()
    ;[shop, browser] = await Promise.all([starting, opening])
  })
  afterEach(async ({ task }) => {
    const problems = visits.flatMap((visit) => visit.problems)
    if (task.result?.state === 'fail') await saveScreenshots(visits, task.name)
    await Promise.all(visits.map((visit) => visit.context.close()))
    visits = []
    expect(problems.join('\n')).toBe('')
  })
  afterAll(async () => {
    if (options.fake_devices === true) await browser?.close()
    await shop?.close()
    await database?.close()
    expect(shop?.complaints.filter((line) => !busy_or_closed.test(line))).toEqual([])
  })
  const visit = async (more: VisitOptions = {}) => {
    const opened = await openVisit(browser, { url: shop.url, ...more })
    visits.push(opened)
    return opened
  }
  return {
    get url() {
      return shop.url
    },
    get db() {
      return database.db
    },
    get complaints() {
      return shop.complaints
    },
    visit,
    enter: async (path, more) => {
      const { page, open } = await visit(more)
      await open(path)
      return page
    },
  }
}

/** Saves the pages of a failed test as screenshots/failed-….png. */
async function saveScreenshots(visits: Visit[], name: string): Promise<void> {
  const file = `screenshots/failed-${name.replace(/[^\p{L}\d]+/gu, '-').slice(0, 80)}`
  for (const [index, { page }] of visits.entries()) {
    await page.screenshot({ path: `${file}-${index + 1}.png` }).catch(() => undefined)
  }
}
