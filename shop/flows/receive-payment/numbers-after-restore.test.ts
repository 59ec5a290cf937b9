import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupDatabase } from '#platform/backup/backup.ts'
import { restoreDatabase } from '#platform/backup/restore.ts'
import { testDatabase } from '#test/support/database.ts'
import { renewTestRights } from '#test/support/database-templates.ts'
import { openPayingShops, resultOf } from '#test/support/payment/paying-shops.ts'

test('a number that a provider got is never used again after a restore', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tiem-numbers-'))
  const shops = await openPayingShops(new Date('2026-11-20T08:00:00Z'))
  const { provider, now } = shops
  try {
    const shop = await shops.newShop()
    const file = join(folder, 'shop.backup')
    await backupDatabase(shop.own.url, file, { now })
    const before = await shops.startedOrder(shop)
    await provider.ledger.settle(before.entry.reference, 'paid', 38_147_000, now())
    const own = await testDatabase()
    const renewed = { replace: true, renewRights: renewTestRights }
    const rules = { migrations: 'db/migrations', occupied_by: [], ...renewed }
    await restoreDatabase(own.url, file, rules)
    const restored = await shops.openShop(own)
    const { buyer, entry } = await shops.startedOrder(restored)
    expect(entry.reference).not.toBe(before.entry.reference)
    await shops.askAll(restored)
    expect(await resultOf(buyer)).toMatchObject({ status: 'waiting', refunds: [] })
  } finally {
    await shops.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
