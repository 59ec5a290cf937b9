import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database, Tables } from '#db/schema.ts'
import { openDatabase, transaction } from '#platform/database/postgres.ts'
import { importShop } from '#shop/flows/import/import-shop.ts'
import { UnitsNotOnHand } from '#shop/flows/ship-units.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { lockOrderById } from '#shop/order/order-store.ts'

// A process that moves stock until it is killed: node test/faults/stock-worker.ts DATABASE_URL
await moveStockForever(process.argv[2] ?? '')

async function moveStockForever(url: string): Promise<void> {
  const db = openDatabase<Tables>(url, { max: 2, application_name: 'stock-worker' })
  const file = join(mkdtempSync(join(tmpdir(), 'tiem-worker-')), 'counted.ndjson')
  for (;;) {
    await Promise.all([shipSome(db), importCount(db, file)])
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
