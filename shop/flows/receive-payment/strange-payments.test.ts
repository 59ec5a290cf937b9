import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { backupDatabase } from '#platform/backup/backup.ts'
import { restoreDatabase } from '#platform/backup/restore.ts'
import { askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import { payos } from '#shop/payment/gateways/payos.ts'
import type { Entry, SandboxMessage } from '#shop/payment/gateways/sandbox-provider.ts'
import { payosProvider } from '#shop/payment/sandbox/payos-provider.ts'
import { renewTestRights } from '#test/support/database-templates.ts'
import { type Buyer, dataOf, newBuyer, type Order, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { testProviders } from '#test/support/providers.ts'
import {
  openRememberingProvider,
  type RememberingProvider,
} from '#test/support/payment/remembering-provider.ts'
import { products } from '#test/support/small-shop.ts'

/** A provider answers about payments of other shops, or of this shop before its database was restored. */
const folder = mkdtempSync(join(tmpdir(), 'tiem-numbers-'))
let provider: RememberingProvider
let now = new Date('2026-11-20T08:00:00Z')
const open: { door: Door; own: TestDatabase }[] = []

interface Shop {
  own: TestDatabase
  door: Door
}

beforeAll(async () => {
  provider = await openRememberingProvider(payos, payosProvider)
})
afterAll(async () => {
  for (const { door, own } of open) await door.close().then(() => own.close())
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openShop(own: TestDatabase): Promise<Shop> {
  const door = await openDoor(own, { now: () => now, gateways: [provider.gateway] })
  open.push({ own, door })
  return { own, door }
}

async function newShop(): Promise<Shop> {
  const own = await testDatabase({ small: true })
  return openShop(own)
}

/** The demo settings lead to the remembering provider. */
const pay = { payment_method: 'payos' }

async function ordered({ door }: Shop): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await newBuyer(door)
  await buyer.prepare(products.cable)
  return { buyer, order: dataOf<Order>(await buyer.order(pay)) }
}
const started = (buyer: Buyer) => buyer.call('POST', '/api/cart/v1/order/payment', pay)
const result = async (buyer: Buyer) =>
  dataOf<PaymentResult>(await buyer.call('GET', '/api/cart/v1/payment-gateway/payos/result'))
const lastSent = () => [...provider.entries.values()].at(-1) as Entry

async function startedOrder(shop: Shop) {
  const about = await ordered(shop)
  dataOf(await started(about.buyer))
  return { ...about, entry: lastSent() }
}

/** Lets all due questions to the provider be asked. */
async function askAll({ own }: Shop): Promise<void> {
  now = new Date(now.getTime() + 300_000)
  await askSilent(await testProviders({ db: own.db, now: () => now, gateways: [provider.gateway] }))
}

async function deliver({ door }: Shop, message: SandboxMessage | null): Promise<number> {
  const { url = '', payload: body = '' } = message ?? {}
  return (await fetch(door.url + url, { method: 'POST', body })).status
}

async function reviews({ own }: Shop): Promise<string[]> {
  const { rows } = await sql<{ review: string }>`
    select reason || ' ' || m.amount as review from payment_review
      join payment_message m using (payment_message_id)`.execute(own.db)
  return rows.map(({ review }) => review)
}

async function refunds({ own }: Shop): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from refund`.execute(own.db)
  return rows[0]?.n ?? 0
}

describe('a number that a provider gets', () => {
  test('is never used again after a restore', async () => {
    const shop = await newShop()
    const file = join(folder, 'shop.backup')
    await backupDatabase(shop.own.url, file, { now: () => now })
    const before = await startedOrder(shop)
    await provider.ledger.settle(before.entry.reference, 'paid', 38_147_000, now)
    const own = await testDatabase()
    const renewed = { replace: true, renewRights: renewTestRights }
    const rules = { migrations: 'db/migrations', occupied_by: [], ...renewed }
    await restoreDatabase(own.url, file, rules)
    const restored = await openShop(own)
    const { buyer, entry } = await startedOrder(restored)
    expect(entry.reference).not.toBe(before.entry.reference)
    await askAll(restored)
    expect(await result(buyer)).toMatchObject({ status: 'waiting', refunds: [] })
  })

  test('is never that of another shop on the same channel', async () => {
    const references = []
    for (const shop of [await newShop(), await newShop()]) {
      for (let n = 0; n < 3; n++) references.push((await startedOrder(shop)).entry.reference)
    }
    expect(new Set(references).size).toBe(6)
    expect(references.filter((reference) => !/^\d{15}$/.test(reference))).toEqual([])
  })

  test('names nothing of ours once the provider says that it is in use', async () => {
    const shop = await newShop()
    const { buyer } = await ordered(shop)
    provider.is_full = true
    provider.requests.length = 0
    expect(refusalOf(await started(buyer))).toBe('503 payment_provider_away')
    await askAll(shop)
    // A stranger pays for the number: the provider tells us, because the channel is ours too.
    const { orderCode } = JSON.parse(provider.requests[0]?.body ?? '{}') as { orderCode: number }
    const strange = { ...lastSent(), reference: String(orderCode), number: 990 }
    const outcome = { status: 'paid' as const, amount: strange.amount, at: now }
    const settings = payosProvider.settings
    expect(await deliver(shop, payosProvider.createMessage(strange, outcome, settings))).toBe(200)
    provider.is_full = false
    expect(provider.requests.map(({ method }) => method)).toEqual(['POST'])
    expect(await result(buyer)).toMatchObject({ status: 'failed', received: 0, refunds: [] })
    expect(await reviews(shop)).toEqual([`unknown_code ${strange.amount}`])
    dataOf(await started(buyer))
    expect((await result(buyer)).status).toBe('waiting')
  })
})

describe('a payment with our number and another link', () => {
  test('that the provider reports goes under review and pays nothing', async () => {
    const shop = await newShop()
    const { buyer, entry } = await startedOrder(shop)
    const strange = { ...entry, number: entry.number + 900 }
    const outcome = { status: 'paid' as const, amount: 38_147_000, at: now }
    const message = payosProvider.createMessage(strange, outcome, payosProvider.settings)
    expect(await deliver(shop, message)).toBe(200)
    expect(await result(buyer)).toMatchObject({ status: 'waiting', received: 0, refunds: [] })
    expect([await reviews(shop), await refunds(shop)]).toEqual([['unknown_code 38147000'], 0])
    const own = payosProvider.createMessage(
      entry,
      { ...outcome, amount: entry.amount },
      payosProvider.settings,
    )
    expect(await deliver(shop, own)).toBe(200)
    expect((await result(buyer)).status).toBe('paid')
  })

  test.each([
    ['another link', { number: 7_777 }],
    ['another amount', { amount: 38_147_000 }],
  ])('that a query finds (%s) changes nothing', async (_name, changes) => {
    const shop = await newShop()
    const { buyer, entry } = await startedOrder(shop)
    const paid = { state: 'paid' as const, amount_paid: 38_147_000 }
    provider.entries.set(entry.reference, { ...entry, ...paid, ...changes })
    await askAll(shop)
    expect(await result(buyer)).toMatchObject({ status: 'waiting', received: 0, refunds: [] })
    expect([await reviews(shop), await refunds(shop)]).toEqual([[], 0])
  })
})
