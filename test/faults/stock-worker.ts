import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Database, Tables } from '#db/schema.ts'
import { openDatabase, transaction } from '#platform/database/postgres.ts'
import { Refusal } from '#pure/contract.ts'
import { importShop } from '#shop/flows/import/import-shop.ts'
import { UnitsNotOnHand } from '#shop/flows/units/ship-units.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { test_staff } from '#test/support/staff.ts'

// A process that moves stock until it is killed: node test/faults/stock-worker.ts DATABASE_URL SKU_WITH_CODES
const [, , database_url = '', unit_sku = ''] = process.argv
await moveStockForever(database_url)

async function moveStockForever(url: string): Promise<void> {
  const db = openDatabase<Tables>(url, { max: 2, application_name: 'stock-worker' })
  const providers = await testProviders({ db, now: () => new Date(), gateways: [] })
  const staff = staffOffice(providers).services
  const file = join(mkdtempSync(join(tmpdir(), 'tiem-worker-')), 'counted.ndjson')
  for (;;) {
    await Promise.all([
      shipSome(db),
      importCount(db, file),
      receiveSome(staff),
      transferSome(db, staff),
    ])
    console.log('moved')
  }
}

/** Ships orders. Every other one comes back. */
async function shipSome(db: Database): Promise<void> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from sales_order where state in ('pending', 'shipping')
    order by random() limit 10`.execute(db)
  for (const { order_id } of rows) {
    await transaction(db, async (tx) => {
      const order = await lockOrderById(tx, order_id)
      const by_staff = { actor: 'staff' } as const
      if (order?.state === 'pending') {
        await transition(tx, order, 'confirm', by_staff, new Date())
        await transition(tx, { ...order, state: 'confirmed' }, 'ship', by_staff, new Date())
      } else if (order?.state === 'shipping') {
        const move = order_id % 2 === 0 ? 'deliver' : 'come_back'
        await transition(tx, order, move, by_staff, new Date())
      }
    }).catch((error: unknown) => {
      // The counts below lose units now and then.
      if (!(error instanceof UnitsNotOnHand)) throw error
    })
  }
}

/** Imports a count of the ordered products that is wrong by a few units. */
async function importCount(db: Database, file: string): Promise<void> {
  const { rows } = await sql<{ sku: string; stock: Record<string, number> }>`
    select sku, json_object_agg(code, greatest(0, on_hand + floor(random() * 7)::integer - 3)) as stock
    from stock join product using (product_id) join shop using (shop_id)
    where product_id in (select item_id from sales_order_line) group by sku`.execute(db)
  writeFileSync(file, rows.map((row) => JSON.stringify({ record: 'item', ...row })).join('\n'))
  await importShop(db, file, { reserved: [] })
}

/** Receives twenty units of the product that has codes. Every code is new. */
async function receiveSome({ receipts }: StaffServices): Promise<void> {
  const shop_id = 1 + Math.floor(Math.random() * 3)
  const { code } = await receipts.createReceipt(test_staff, {
    ...{ supplier: 'Nhà phân phối A', shop_id, invoice: '' },
  })
  const codes = Array.from({ length: 20 }, () => randomUUID().toUpperCase())
  const line = { sku: unit_sku, quantity: 20, pasted: codes.join('\n') }
  await receipts.saveLine(test_staff, { code, version: 1, ...line })
  await receipts.receiveGoods(test_staff, { code, version: 2 })
}

/** Sends up to five units to another shop, where some of them arrive. */
async function transferSome(db: Database, { transfers }: StaffServices): Promise<void> {
  const [from_shop_id = 1, to_shop_id = 2] = Math.random() < 0.5 ? [1, 2] : [2, 1]
  const { rows } = await sql<{ serial: string }>`
    select serial from unit where state = 'in_stock' and shop_id = ${from_shop_id} and serial is not null
    order by random() limit 5`.execute(db)
  const { code } = await transfers.createTransfer(test_staff, { from_shop_id, to_shop_id })
  try {
    for (const { serial } of rows) {
      await transfers.addToTransfer(test_staff, { code, scan: serial, quantity: 1 })
    }
    const version = 1 + rows.length
    await transfers.sendTransfer(test_staff, { code, version })
    for (const { serial } of rows.slice(0, 4)) {
      await transfers.receiveScan(test_staff, { code, scan: serial, quantity: 1 })
    }
  } catch (error) {
    // Meanwhile an order has taken one of these units.
    if (!(error instanceof Refusal)) throw error
  }
}
