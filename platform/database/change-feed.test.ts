import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ChangeFeed, openChangeFeed } from '#platform/database/change-feed.ts'
import { createLog } from '#platform/observe/log.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let own: TestDatabase

beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.close())

function recorder() {
  const lines: string[] = []
  const log = createLog({
    service: 'test',
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
  })
  return { lines, log }
}

async function withFeed(work: (feed: ChangeFeed, lines: string[]) => Promise<void>): Promise<void> {
  const { lines, log } = recorder()
  const feed = await openChangeFeed({ database_url: own.url, log })
  try {
    await work(feed, lines)
  } finally {
    await feed.close()
  }
}

const tell = (...tags: string[]) =>
  own.db.transaction().execute(async (trx) => {
    for (const tag of tags) await sql`select pg_notify('shop_change', ${tag})`.execute(trx)
  })

const cutLines = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tiem changes' and datname = current_database()`.execute(own.db)

test('changes of one transaction are one batch, heard within 100 ms', async () => {
  await withFeed(async (feed) => {
    const heard: { tags: string[]; after_ms: number }[] = []
    const started = performance.now()
    feed.subscribe(async (tags) => {
      heard.push({ tags: [...tags], after_ms: performance.now() - started })
    })
    await tell('product:1', 'product:2', 'product:1', 'content')
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    expect(heard[0]?.tags).toEqual(['product:1', 'product:2', 'content'])
    expect(heard[0]?.after_ms).toBeLessThan(300)
  })
})

test('what is rolled back is never heard', async () => {
  await withFeed(async (feed) => {
    const heard: string[] = []
    feed.subscribe(async (tags) => void heard.push(...tags))
    const undone = own.db.transaction().execute(async (trx) => {
      await sql`select pg_notify('shop_change', 'product:9')`.execute(trx)
      throw new RangeError('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await tell('product:10')
    await vi.waitFor(() => expect(heard).toEqual(['product:10']))
  })
})

test('a later listener waits for the earlier one and hears the tags it added', async () => {
  await withFeed(async (feed) => {
    const order: string[] = []
    feed.subscribe(async (tags) => {
      await sleep(30)
      order.push(`first ${[...tags].join()}`)
      return ['category:3', 'listing']
    })
    feed.subscribe(async (tags) => void order.push(`second ${[...tags].join()}`))
    await tell('product:7')
    await vi.waitFor(() => expect(order).toHaveLength(2))
    expect(order).toEqual(['first product:7', 'second product:7,category:3,listing'])
  })
})

test('a listener that breaks is logged, the later ones assume the worst, the feed goes on', async () => {
  await withFeed(async (feed, lines) => {
    const heard: string[][] = []
    const leave = feed.subscribe(() => Promise.reject(new RangeError('broken ear')))
    feed.subscribe(async (tags) => void heard.push([...tags]))
    await tell('product:1')
    await vi.waitFor(() => expect(heard).toEqual([['product:1', '*']]))
    expect(lines.join()).toContain('broken ear')
    leave()
    await tell('product:2')
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(['product:2']))
  })
})

test('after a lost connection it listens again and says that anything may have changed', async () => {
  await withFeed(async (feed, lines) => {
    const heard: string[] = []
    feed.subscribe(async (tags) => void heard.push(...tags))
    await cutLines()
    await vi.waitFor(() => expect(heard).toEqual(['*']), { timeout: 5_000 })
    expect(feed.isListening()).toBe(true)
    await tell('product:5')
    await vi.waitFor(() => expect(heard).toEqual(['*', 'product:5']))
    expect(lines.join()).toContain('arrive again')
  })
})

test('a database that is away at the start is waited for', async () => {
  const { log } = recorder()
  const url = new URL(own.url)
  url.pathname = '/not_yet_there'
  const feed = await openChangeFeed({ database_url: url.href, log })
  const heard: string[] = []
  feed.subscribe(async (tags) => void heard.push(...tags))
  expect(feed.isListening()).toBe(false)
  const name = 'not_yet_there'
  await sql`create database ${sql.id(name)}`.execute(own.db)
  try {
    await vi.waitFor(() => expect(heard).toEqual(['*']), { timeout: 8_000 })
    const there = openDatabase(url.href)
    await sql`select pg_notify('shop_change', 'locations')`.execute(there)
    await vi.waitFor(() => expect(heard).toEqual(['*', 'locations']))
    await there.destroy()
  } finally {
    await feed.close()
    await sql`drop database ${sql.id(name)} with (force)`.execute(own.db)
  }
})

test('a closed feed keeps no connection and hears nothing more', async () => {
  const { log } = recorder()
  const feed = await openChangeFeed({ database_url: own.url, log })
  const heard: string[] = []
  feed.subscribe(async (tags) => void heard.push(...tags))
  await feed.close()
  await tell('product:1')
  await sleep(80)
  expect(heard).toEqual([])
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where application_name = 'tiem changes' and datname = current_database()`.execute(own.db)
    expect(rows).toEqual([])
  })
})
