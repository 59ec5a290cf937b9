import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { catalogService } from '#shop/views/catalog/catalog-service.ts'
import { openReadModel } from '#shop/search/read-model.ts'
import { searchService } from '#shop/search/search-service.ts'
import { openChangeFeed } from '#platform/database/change-feed.ts'
import { createLog } from '#platform/observe/log.ts'
import type { TestDatabase } from '#test/support/database.ts'

/** Catalogue and search over a read model that hears the database's changes, as in the running shop. */
export async function openGoods(database: TestDatabase, now: () => Date) {
  const log = createLog({ service: 'test', level: 'fatal' })
  const feed = await openChangeFeed({ database_url: database.url, log })
  const goods = openReadModel({ db: database.db, now, log, feed })
  const search = searchService({ products: goods, now })
  const catalog = catalogService({ db: database.db, now, search, feed })
  let heard = 0
  feed.subscribe(async (tags) => {
    for (const tag of tags) heard = Math.max(heard, Number(/^heard:(\d+)$/.exec(tag)?.[1] ?? 0))
  })
  let asked = 0
  return {
    goods,
    search,
    catalog,
    feed,
    /** Resolves when everything that was committed before is taken in. */
    async settle() {
      const mark = ++asked
      await sql`select pg_notify('shop_change', ${`heard:${mark}`})`.execute(database.db)
      while (heard < mark) await sleep(5)
    },
    close: () => feed.close(),
  }
}
