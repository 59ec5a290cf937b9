import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SandboxMessage } from '#shop/payment/gateways/sandbox-provider.ts'
import { payosProvider } from '#shop/payment/sandbox/payos-provider.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import {
  openPayingShops,
  type PayingShop,
  resultOf,
  startPayment,
} from '#test/support/payment/paying-shops.ts'

/** A provider answers about payments of other shops. numbers-after-restore.test.ts has those of this shop before. */
let shops: Awaited<ReturnType<typeof openPayingShops>>

beforeAll(async () => {
  shops = await openPayingShops(new Date('2026-11-20T08:00:00Z'))
})
afterAll(() => shops.close())

async function deliver({ door }: PayingShop, message: SandboxMessage | null): Promise<number> {
  const { url = '', payload: body = '' } = message ?? {}
  return (await fetch(door.url + url, { method: 'POST', body })).status
}

async function reviews({ own }: PayingShop): Promise<string[]> {
  const { rows } = await sql<{ review: string }>`
    select reason || ' ' || m.amount as review from payment_review
      join payment_message m using (payment_message_id)`.execute(own.db)
  return rows.map(({ review }) => review)
}

async function refunds({ own }: PayingShop): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from refund`.execute(own.db)
  return rows[0]?.n ?? 0
}

describe('a number that a provider gets', () => {
  test('is never that of another shop on the same channel', async () => {
    const references = []
    for (const shop of [await shops.newShop(), await shops.newShop()]) {
      for (let n = 0; n < 3; n++) references.push((await shops.startedOrder(shop)).entry.reference)
    }
    expect(new Set(references).size).toBe(6)
    expect(references.filter((reference) => !/^\d{15}$/.test(reference))).toEqual([])
  })

  test('names nothing of ours once the provider says that it is in use', async () => {
    const shop = await shops.newShop()
    const { buyer } = await shops.ordered(shop)
    shops.provider.is_full = true
    shops.provider.requests.length = 0
    expect(refusalOf(await startPayment(buyer))).toBe('503 payment_provider_away')
    await shops.askAll(shop)
    // A stranger pays for the number: the provider tells us, because the channel is ours too.
    const { orderCode } = JSON.parse(shops.provider.requests[0]?.body ?? '{}') as {
      orderCode: number
    }
    const strange = { ...shops.lastSent(), reference: String(orderCode), number: 990 }
    const outcome = { status: 'paid' as const, amount: strange.amount, at: shops.now() }
    const settings = payosProvider.settings
    expect(await deliver(shop, payosProvider.createMessage(strange, outcome, settings))).toBe(200)
    shops.provider.is_full = false
    expect(shops.provider.requests.map(({ method }) => method)).toEqual(['POST'])
    expect(await resultOf(buyer)).toMatchObject({ status: 'failed', received: 0, refunds: [] })
    expect(await reviews(shop)).toEqual([`unknown_code ${strange.amount}`])
    dataOf(await startPayment(buyer))
    expect((await resultOf(buyer)).status).toBe('waiting')
  })
})

describe('a payment with our number and another link', () => {
  test('that the provider reports goes under review and pays nothing', async () => {
    const shop = await shops.newShop()
    const { buyer, entry } = await shops.startedOrder(shop)
    const strange = { ...entry, number: entry.number + 900 }
    const outcome = { status: 'paid' as const, amount: 38_147_000, at: shops.now() }
    const message = payosProvider.createMessage(strange, outcome, payosProvider.settings)
    expect(await deliver(shop, message)).toBe(200)
    expect(await resultOf(buyer)).toMatchObject({ status: 'waiting', received: 0, refunds: [] })
    expect([await reviews(shop), await refunds(shop)]).toEqual([['unknown_code 38147000'], 0])
    const own = payosProvider.createMessage(
      entry,
      { ...outcome, amount: entry.amount },
      payosProvider.settings,
    )
    expect(await deliver(shop, own)).toBe(200)
    expect((await resultOf(buyer)).status).toBe('paid')
  })

  test.each([
    ['another link', { number: 7_777 }],
    ['another amount', { amount: 38_147_000 }],
  ])('that a query finds (%s) changes nothing', async (_name, changes) => {
    const shop = await shops.newShop()
    const { buyer, entry } = await shops.startedOrder(shop)
    const paid = { state: 'paid' as const, amount_paid: 38_147_000 }
    shops.provider.entries.set(entry.reference, { ...entry, ...paid, ...changes })
    await shops.askAll(shop)
    expect(await resultOf(buyer)).toMatchObject({ status: 'waiting', received: 0, refunds: [] })
    expect([await reviews(shop), await refunds(shop)]).toEqual([[], 0])
  })
})
