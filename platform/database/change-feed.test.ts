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

const notify = (...tags: string[]) =>
  own.db.transaction().execute(async (trx) => {
    for (const tag of tags) await sql`select pg_notify('shop_change', ${tag})`.execute(trx)
  })

const cutConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tiem changes' and datname = current_database()`.execute(own.db)

test('changes of one transaction are one batch, delivered within 100 ms', async () => {
  await withFeed(async (feed) => {
    const received: { tags: string[]; after_ms: number }[] = []
    const started = performance.now()
    feed.subscribe(async (tags) => {
      received.push({ tags: [...tags], after_ms: performance.now() - started })
    })
    await notify('product:1', 'product:2', 'product:1', 'content')
    await vi.waitFor(() => expect(received).toHaveLength(1), 10_000)
    expect(received[0]?.tags).toEqual(['product:1', 'product:2', 'content'])
    expect(received[0]?.after_ms).toBeLessThan(300)
  })
})

test('a change that is rolled back is never delivered', async () => {
  await withFeed(async (feed) => {
    const received: string[] = []
    feed.subscribe(async (tags) => void received.push(...tags))
    const undone = own.db.transaction().execute(async (trx) => {
      await sql`select pg_notify('shop_change', 'product:9')`.execute(trx)
      throw new RangeError('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await notify('product:10')
    await vi.waitFor(() => expect(received).toEqual(['product:10']), 10_000)
  })
})

test('a later listener waits for the earlier one and gets the tags it added', async () => {
  await withFeed(async (feed) => {
    const order: string[] = []
    feed.subscribe(async (tags) => {
      await sleep(30)
      order.push(`first ${[...tags].join()}`)
      return ['category:3', 'listing']
    })
    feed.subscribe(async (tags) => void order.push(`second ${[...tags].join()}`))
    await notify('product:7')
    await vi.waitFor(() => expect(order).toHaveLength(2), 10_000)
    expect(order).toEqual(['first product:7', 'second product:7,category:3,listing'])
  })
})

test('a failing listener is logged, later ones are notified of any change, the feed goes on', async () => {
  await withFeed(async (feed, lines) => {
    const received: string[][] = []
    const unsubscribe = feed.subscribe(() => Promise.reject(new RangeError('broken listener')))
    feed.subscribe(async (tags) => void received.push([...tags]))
    await notify('product:1')
    await vi.waitFor(() => expect(received).toEqual([['product:1', '*']]), 10_000)
    expect(lines.join()).toContain('broken listener')
    unsubscribe()
    await notify('product:2')
    await vi.waitFor(() => expect(received.at(-1)).toEqual(['product:2']), 10_000)
  })
})

test('after a lost connection it listens again and publishes that anything may have changed', async () => {
  await withFeed(async (feed, lines) => {
    const received: string[] = []
    feed.subscribe(async (tags) => void received.push(...tags))
    await cutConnections()
    await vi.waitFor(() => expect(received).toEqual(['*']), { timeout: 5_000 })
    expect(feed.isListening()).toBe(true)
    await notify('product:5')
    await vi.waitFor(() => expect(received).toEqual(['*', 'product:5']), 10_000)
    expect(lines.join()).toContain('arrive again')
  })
})

test('a database that is unavailable at the start is connected later', async () => {
  const { log } = recorder()
  const url = new URL(own.url)
  url.pathname = '/not_yet_there'
  const feed = await openChangeFeed({ database_url: url.href, log })
  const received: string[] = []
  feed.subscribe(async (tags) => void received.push(...tags))
  expect(feed.isListening()).toBe(false)
  const name = 'not_yet_there'
  await sql`create database ${sql.id(name)}`.execute(own.db)
  try {
    await vi.waitFor(() => expect(received).toEqual(['*']), { timeout: 8_000 })
    const created_database = openDatabase(url.href)
    await sql`select pg_notify('shop_change', 'locations')`.execute(created_database)
    await vi.waitFor(() => expect(received).toEqual(['*', 'locations']), 10_000)
    await created_database.destroy()
  } finally {
    await feed.close()
    await sql`drop database ${sql.id(name)} with (force)`.execute(own.db)
  }
})

test('a closed feed has no connection and delivers nothing more', async () => {
  const { log } = recorder()
  const feed = await openChangeFeed({ database_url: own.url, log })
  const received: string[] = []
  feed.subscribe(async (tags) => void received.push(...tags))
  await feed.close()
  await notify('product:1')
  await sleep(80)
  expect(received).toEqual([])
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where application_name = 'tiem changes' and datname = current_database()`.execute(own.db)
    expect(rows).toEqual([])
  })
})
