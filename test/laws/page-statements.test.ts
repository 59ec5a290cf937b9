import { expect, test } from 'vitest'
import { seeded_at } from '#test/support/database.ts'
import { openDemoShop } from '#test/support/catalog.ts'

// The clock stands still, so nothing that is kept in memory for some seconds has to be read again.
const shop = openDemoShop({ now: () => seeded_at })

/** Statements were a quarter of what a page costs (decision 366). Who needs another one says so here. */
test.each([
  ['/', 1],
  ['/dien-thoai', 1],
  ['/tim-kiem?q=iphone', 0],
  ['/iphone-18-pro-max-256gb', 8],
  ['/airpods-pro-3', 7],
])('a page that is not cached sends the database few statements: %s', async (path, statements) => {
  for (let i = 0; i < 2; i++) await pageOf(path)
  const counts: number[] = []
  for (let i = 0; i < 3; i++) {
    const before = await sent()
    await pageOf(path)
    counts.push((await sent()) - before)
  }
  // A notice of a change that comes late on a busy machine lets one of them read once more.
  expect(Math.min(...counts)).toBe(statements)
})

async function pageOf(path: string): Promise<void> {
  const { status } = await shop.door.call('GET', path)
  expect(status).toBe(200)
}

async function sent(): Promise<number> {
  const { text } = await shop.door.call('GET', '/metrics')
  return Number(/^database_statements_total (\d+)$/m.exec(text)?.[1])
}
