import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { findStockErrors } from '#shop/views/stock/stock-proof-store.ts'
import { gatherCrowd } from '#test/faults/crowd.ts'
import { type Fault, FaultFailure, noneOf } from '#test/faults/fault.ts'
import { fillStock, nameUnits, openSite, type Site } from '#test/faults/site.ts'
import { ledgerErrors, takeInventory } from '#test/support/stock-ledger.ts'

const shoppers = 6
const moving = ['sale', 'return', 'import', 'receipt', 'transfer_out', 'transfer_in']

/**
 * Kill -9 of a process that imports, ships, receives and transfers while shoppers order, every third time with shop
 * and database. One product has units with codes.
 */
export const stock: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const items = await fillStock(site, 1_000)
    const unit_sku = await nameUnits(site, items[0] ?? 0)
    const crowd = await gatherCrowd(site, { size: shoppers, items, is_patient: true })
    const shopping = crowd.shop()
    const cycles = rounds(6, 60)
    const errors: string[] = []
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await killWhileMoving(site, unit_sku, { shop_too: cycle % 3 === 0 })
      const found = await site.inDatabase(findStockErrors)
      errors.push(...found.map((error) => `cycle ${cycle}: ${JSON.stringify(error)}`))
    }
    crowd.stop()
    await shopping
    // Counts change how much there is, so only the ledger itself is compared.
    const ledger = await site.inDatabase(async (db) => ledgerErrors(db, await takeInventory(db)))
    const moved = await movementsByKind(site)
    const how = Object.entries(moved)
      .map(([kind, count]) => `${count} of kind ${kind}`)
      .join(', ')
    const idle = [...moving, 'unit sale'].filter((kind) => !moved[kind])
    if (idle.length > 0) throw new FaultFailure(`no movement of kind ${idle.join(', ')}`)
    noneOf(report, 'on hand is not the sum of movements', errors, `${how}; ${cycles} kills`)
    noneOf(report, 'inconsistent stock ledgers', ledger, `${crowd.acknowledged()} orders`)
    noneOf(report, 'errors', crowd.tally.broken, 'to correct requests')
  } finally {
    await site.close()
  }
}

/** Starts a process that moves stock and kills it amid its work. */
async function killWhileMoving(
  site: Site,
  unit_sku: string,
  { shop_too }: { shop_too: boolean },
): Promise<void> {
  const args = ['test/faults/stock-worker.ts', site.databaseUrl(), unit_sku]
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(worker, 'close')
  const first = await Promise.race([once(worker.stdout, 'data'), gone.then(() => null)])
  if (first === null) throw new FaultFailure('the process that moves stock ended by itself')
  // The delay varies, so that different statements are interrupted.
  await sleep(Math.random() * 300)
  worker.kill('SIGKILL')
  await gone
  if (!shop_too) return
  process.kill(site.databasePid(), 'SIGKILL')
  await site.kill()
  await site.open()
}

async function movementsByKind(site: Site): Promise<Record<string, number>> {
  return site.inDatabase(async (db) => {
    const { rows } = await sql<{ kind: string; n: number }>`
      select kind, count(*) as n from stock_movement group by kind
      union all select 'unit sale', count(*) from stock_movement
      where kind = 'sale' and unit_id is not null`.execute(db)
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
  })
}
