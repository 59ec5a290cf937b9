import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { type Listing, ListingQuestion, search as contract } from '#contracts/storefront/search.ts'
import { catalogService } from '#shop/views/catalog/catalog-service.ts'
import { openReadModel } from '#shop/search/read-model.ts'
import { searchService } from '#shop/search/search-service.ts'
import { openChangeFeed } from '#platform/database/change-feed.ts'
import { createLog } from '#platform/observe/log.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, type DoorOptions, openDoor } from '#test/support/door.ts'

type Catalog = Awaited<ReturnType<typeof openCatalog>>

/** The catalogue of a demo shop that belongs to one test file. */
interface DemoCatalog extends Catalog {
  database: TestDatabase
  /** Answers a question to the search. Question and answer are checked by their schemas. */
  list: (question: object) => Promise<Listing>
}

/** Opens the catalogue of a demo shop before the tests of the calling file, and closes it after them. */
export function openDemoCatalog(now = () => seeded_at): DemoCatalog {
  const demo = {
    list: async (question: object) =>
      contract.products.output.parse(
        await demo.search.products(null, ListingQuestion.parse(question)),
      ),
  } as DemoCatalog
  beforeAll(async () => {
    demo.database = await testDatabase({ seeded: true })
    Object.assign(demo, await openCatalog(demo.database, now))
  })
  afterAll(async () => {
    await demo.close()
    await demo.database.close()
  })
  return demo
}

/** The whole demo shop as an HTTP server, opened before the tests of the calling file and closed after them. */
export function openDemoShop(options: DoorOptions = {}): { own: TestDatabase; door: Door } {
  const demo = {} as { own: TestDatabase; door: Door }
  beforeAll(async () => {
    demo.own = await testDatabase({ seeded: true })
    demo.door = await openDoor(demo.own, options)
  })
  afterAll(async () => {
    // Undefined if the shop did not open. The error of that is the one to read.
    await demo.door?.close()
    await demo.own?.close()
  })
  return demo
}

/** Opens catalogue and search over a read model that follows change notices, as in the running shop. */
export async function openCatalog(database: TestDatabase, now: () => Date) {
  const log = createLog({ service: 'test', level: 'fatal' })
  const feed = await openChangeFeed({ database_url: database.url, log })
  const products = openReadModel({ db: database.db, now, log, feed })
  const search = searchService({ products, now })
  const public_url = 'https://shop.example'
  const catalog = catalogService({ db: database.db, now, search, feed, public_url })
  let last_mark_seen = 0
  feed.subscribe(async (tags) => {
    for (const tag of tags)
      last_mark_seen = Math.max(last_mark_seen, Number(/^heard:(\d+)$/.exec(tag)?.[1] ?? 0))
  })
  let last_mark = 0
  return {
    products,
    search,
    catalog,
    feed,
    /** Resolves when every change that was committed before is in the read model. */
    async settle() {
      const mark = ++last_mark
      await sql`select pg_notify('shop_change', ${`heard:${mark}`})`.execute(database.db)
      while (last_mark_seen < mark) await sleep(5)
    },
    close: () => feed.close(),
  }
}
