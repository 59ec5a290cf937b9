import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exportShop } from '#shop/flows/import/export-shop.ts'
import { importShop, type ImportResult } from '#shop/flows/import/import-shop.ts'
import { runImport } from '#shop/flows/import/import-command.ts'
import { offerUsed, usedPhone } from '#test/goods/used-devices.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products, restock, shops } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const folder = mkdtempSync(join(tmpdir(), 'tiem-stock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sku = `SKU-${products.phone}`

function importStock(stock: Record<string, number> | number): Promise<ImportResult> {
  const file = join(folder, 'counted.ndjson')
  writeFileSync(file, JSON.stringify({ record: 'item', sku, stock }))
  return importShop(checkout.own.db, file, { reserved: [], now: () => checkout.now })
}

/** Buyers who only have to press the last button, each for `item_quantity` phones. */
async function ready(item_quantity: number): Promise<Buyer> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone, item_quantity)
  return buyer
}

interface Numbers {
  on_hand: number
  reserved: number
  free: number
  shortage: number
}

/** The numbers of the phone in all shops. Reservations are counted, not derived. */
async function numbers(): Promise<Numbers> {
  const { rows } = await sql<Numbers>`
    select sum(on_hand) as on_hand, sum(quantity) as free, sum(shortage) as shortage,
      (select coalesce(sum(quantity), 0) from reservation
        where product_id = ${products.phone} and released_at is null and shipped_at is null) as reserved
    from stock where product_id = ${products.phone}`.execute(checkout.own.db)
  const [sums] = rows
  if (sums === undefined) throw new RangeError('no stock rows')
  return sums
}

/** The movements of the phone that an import of this file wrote. */
async function movementsOf(document: string): Promise<unknown[]> {
  const { rows } = await sql`
    select shop_id, quantity, kind, document from stock_movement
    where product_id = ${products.phone} and document = ${document} order by stock_movement_id`.execute(
    checkout.own.db,
  )
  return rows
}

beforeEach(async () => {
  // What earlier tests ordered is shipped, so that each test begins with five phones and no reservation.
  await sql`update reservation set released_at = now() where released_at is null`.execute(
    checkout.own.db,
  )
  await sql`update stock set quantity = on_hand, shortage = 0`.execute(checkout.own.db)
  await restock(checkout.own.db)
})
afterEach(() => assertStock(checkout.own.db))

describe('an import of counted stock', () => {
  test('frees nothing that is reserved: what was counted is sold once', async () => {
    const late = await ready(1)
    expect((await (await ready(5)).order()).status).toBe(200)
    expect(await numbers()).toEqual({ on_hand: 5, reserved: 5, free: 0, shortage: 0 })
    // All five still lie in the shops, so that is what people count.
    const result = await importStock({ CH001: 2, CH002: 1, CH003: 2 })
    expect(result).toMatchObject({ unchanged: 1, short: [] })
    expect(await movementsOf('counted.ndjson')).toEqual([])
    expect(refusalOf(await late.order())).toBe('409 sold_out')
    expect(await numbers()).toEqual({ on_hand: 5, reserved: 5, free: 0, shortage: 0 })
  })

  test('sets on hand by movements that name the file, also where the file names no shop', async () => {
    expect((await (await ready(1)).order()).status).toBe(200)
    expect(await importStock({ CH001: 4, CH002: 1 })).toMatchObject({ changed: 1, short: [] })
    expect(await movementsOf('counted.ndjson')).toEqual([
      { shop_id: shops.first, quantity: 2, kind: 'import', document: 'counted.ndjson' },
      { shop_id: shops.hanoi, quantity: -2, kind: 'import', document: 'counted.ndjson' },
    ])
    expect(await numbers()).toEqual({ on_hand: 5, reserved: 1, free: 4, shortage: 0 })
  })

  test('of less than is reserved says which orders are short, and sells nothing more', async () => {
    const [late, first] = [await ready(1), await ready(2)]
    const codes = [dataOf<Order>(await first.order()).code]
    codes.unshift(dataOf<Order>(await (await ready(2)).order()).code)
    // Both orders have their phones in TP.HCM or Hà Nội; one phone is left free.
    const { short } = await importStock({ CH001: 0, CH002: 0, CH003: 0 })
    expect(await numbers()).toEqual({ on_hand: 0, reserved: 4, free: 0, shortage: 4 })
    expect(short.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(4)
    expect(new Set(short.flatMap(({ order_codes }) => order_codes))).toEqual(new Set(codes))
    expect(short.every((row) => row.sku === sku && row.on_hand === 0)).toBe(true)
    expect(refusalOf(await late.order())).toBe('409 sold_out')
    // Units that a cancelled order returns cover the shortage of the other.
    const cancelled = await first.call('POST', '/api/cart/v1/order/cancel', {
      order_code: codes[1],
    })
    expect(cancelled.status).toBe(200)
    expect(await numbers()).toEqual({ on_hand: 0, reserved: 2, free: 0, shortage: 2 })
    expect((await importStock({ CH001: 5, CH002: 5, CH003: 5 })).short).toEqual([])
    expect(await numbers()).toEqual({ on_hand: 15, reserved: 2, free: 13, shortage: 0 })
    expect((await late.order()).status).toBe(200)
  })

  test('refuses used devices: their stock, prices, sale, version and new colours', async () => {
    const { db } = checkout.own
    const { product_id, imei_id } = await offerUsed(db, usedPhone(1, { warranty_months: 12 }))
    const state = async () => {
      const { rows } = await sql`
        select item.is_active, item.warranty_months, used.state, used.price,
          (select array_agg(quantity) from stock where stock.product_id = item.product_id) as free,
          (select count(*)::integer from price where price.product_id = item.product_id) as prices,
          (select count(*)::integer from product where parent_id = item.parent_id) as colours
        from product item join used_unit used using (product_id) where item.product_id = ${product_id}`.execute(
        db,
      )
      return rows
    }
    const before = await state()
    const own = `CU-${imei_id}`
    const { rows } = await sql<{ sku: string }>`
      select sku from product where product_id = (select parent_id from product where sku = ${own})`.execute(
      db,
    )
    const version = rows[0]?.sku ?? ''
    const lines = [
      { record: 'item', sku: own, stock: 1 },
      { record: 'item', sku: own, is_active: false },
      { record: 'item', sku: own, list_price: 1_000, prices: [] },
      { record: 'version', sku: version, warranty_months: 0 },
      { record: 'item', sku: 'MOI-1', version, color_name: 'Đỏ', list_price: 1_000, stock: 9 },
    ]
    for (const line of lines) {
      const file = join(folder, 'used.ndjson')
      writeFileSync(file, JSON.stringify(line))
      const reasons: string[] = []
      const on_rejected = async ({ reason }: { reason: string }) => void reasons.push(reason)
      const result = await importShop(db, file, { reserved: [], on_rejected })
      expect(result).toMatchObject({ rejected: 1, added: 0, changed: 0 })
      expect(reasons[0]).toMatch(/used device/)
    }
    expect(await state()).toEqual(before)
  })

  test('prints what is short, with the orders concerned', async () => {
    const { code } = dataOf<Order>(await (await ready(5)).order())
    const file = join(folder, 'short.ndjson')
    writeFileSync(
      file,
      JSON.stringify({ record: 'item', sku, stock: { CH001: 1, CH002: 1, CH003: 2 } }),
    )
    const said: string[] = []
    const screen = { write: () => undefined }
    const { url } = checkout.own
    await runImport({ file, reserved: [] }, { url, screen, say: (text) => said.push(text) })
    expect(said).toContain(
      `Stock short: ${sku} in CH001 has 1, and orders have reserved 2: ${code}. Nothing more of it is sold there.`,
    )
  })

  test('an export has what is on hand, so importing it changes nothing while units are reserved', async () => {
    expect((await (await ready(3)).order()).status).toBe(200)
    const file = join(folder, 'exported.ndjson')
    await exportShop(checkout.own.db, file)
    const before = await numbers()
    const result = await importShop(checkout.own.db, file, { reserved: [] })
    expect(result).toMatchObject({ added: 0, changed: 0, rejected: 0, short: [] })
    expect(await numbers()).toEqual(before)
    expect(await movementsOf('exported.ndjson')).toEqual([])
  })
})
