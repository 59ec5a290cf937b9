import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { type Fault, noneOf, slowest } from '#test/faults/fault.ts'
import { type Crowd, gatherCrowd } from '#test/faults/crowd.ts'
import { fillStock, openSite, openSlots, type Site } from '#test/faults/site.ts'
import { ledgerErrors, takeInventory } from '#test/support/stock-ledger.ts'

const shoppers = 12
const opening_bar_s = 1.5

/** F1: kill -9 of the shop during checkouts, every third time together with its database. */
export const kill9: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const items = await fillStock(site)
    await openSlots(site, items)
    const opening = await site.inDatabase(takeInventory)
    const crowd = await gatherCrowd(site, { size: shoppers, items, is_patient: false })
    const times: number[] = []
    const changed: string[] = []
    const cycles = rounds(6, 100)
    for (let cycle = 1; cycle <= cycles; cycle++) {
      times.push(await crashOnce(site, crowd, { database_too: cycle % 3 === 0 }))
      changed.push(...(await crowd.repeatOrders()))
    }
    const { lost, doubled, errors, slots } = await site.inDatabase(async (db) => ({
      slots: await soldSlots(db),
      ...(await crowd.mismatches(db)),
      errors: await ledgerErrors(db, opening),
    }))
    const how = `${crowd.acknowledged()} orders, ${cycles} cycles, ${shoppers} shoppers`
    noneOf(report, 'confirmed orders lost', [...lost, ...changed], how)
    noneOf(report, 'orders placed twice', doubled, 'repeated with the same key after each start')
    noneOf(
      report,
      'inconsistent stock ledgers',
      errors,
      `stock, slots (${slots} sold), order lines, payments`,
    )
    const { broken, refused } = crowd.tally
    noneOf(report, 'errors and refusals', [...broken, ...refused], 'to correct requests')
    slowest(report, 'start to first 200', times, opening_bar_s)
  } finally {
    await site.close()
  }
}

async function soldSlots(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from reservation where kind = 'quota' and released_at is null`.execute(db)
  return rows[0]?.n ?? 0
}

async function crashOnce(
  site: Site,
  crowd: Crowd,
  { database_too }: { database_too: boolean },
): Promise<number> {
  const before = crowd.acknowledged()
  const shopping = crowd.shop()
  while (crowd.acknowledged() < before + shoppers) await sleep(5)
  // The delay varies, so that different steps of a checkout are interrupted.
  await sleep(Math.random() * 60)
  if (database_too) process.kill(site.databasePid(), 'SIGKILL')
  await site.kill()
  await shopping
  return site.open()
}
