import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addresses, dataPath, pathWith } from '#admin/addresses/addresses.ts'
import type { PackData } from '#admin/pages/packing/order/page.server.ts'
import type { ParcelLabel } from '#contracts/staff/parcels.ts'
import type { Database } from '#db/schema.ts'
import { findStockErrors } from '#shop/views/stock/stock-proof-store.ts'
import { gatherCrowd } from '#test/faults/crowd.ts'
import { type Fault, FaultFailure, noneOf } from '#test/faults/fault.ts'
import { fillStock, nameUnits, openSite, type Site } from '#test/faults/site.ts'
import { staffHeaders } from '#test/support/staff.ts'

const shoppers = 4
const packers = 3
const packing_limit_ms = 120_000

/**
 * Kill -9 of the shop while staff scan and pack, parcels leave and a bulk job confirms orders, every third time
 * together with the database. Shoppers order meanwhile. One product has units with codes.
 */
export const packing: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const [coded = 0, ...others] = await fillStock(site, 1_000)
    await nameUnits(site, coded)
    // Every other order has a unit with a code.
    const items = others.flatMap((item) => [coded, item])
    const staff = await enter(site)
    const crowd = await gatherCrowd(site, { size: shoppers, items, is_patient: true })
    const shopping = crowd.shop()
    const errors = { stock: [] as string[], parcels: [] as string[], jobs: [] as string[] }
    const cycles = rounds(6, 60)
    for (let cycle = 1; cycle <= cycles; cycle++) {
      await killWhilePacking(site, staff, { database_too: cycle % 3 === 0 })
      await site.inDatabase(async (db) => {
        const found = await findStockErrors(db)
        errors.stock.push(...found.map((one) => `cycle ${cycle}: ${JSON.stringify(one)}`))
        errors.parcels.push(...(await wrongParcels(db)), ...(await wrongUnits(db)))
        errors.jobs.push(...(await wrongRows(db)))
      })
    }
    crowd.stop()
    await shopping
    const lost = await site.inDatabase((db) => lostParcels(db, staff.packed))
    const { confirmed, sent, units } = await site.inDatabase(whatWasDone)
    const how = `${staff.packed.size} parcels packed, ${sent} left, ${units} units with codes in parcels, ${cycles} kills`
    noneOf(report, 'on hand is not the sum of movements', errors.stock, how)
    noneOf(report, 'parcels packed by half, units in two places', errors.parcels, how)
    noneOf(report, 'parcels that were answered and lost', lost, how)
    noneOf(report, 'rows of bulk jobs done twice or not noted', errors.jobs, `${confirmed} done`)
    noneOf(report, 'errors', [...crowd.tally.broken, ...staff.broken], 'to correct requests')
    if (units === 0 || sent === 0 || confirmed === 0) throw new FaultFailure(`too little: ${how}`)
  } finally {
    await site.close()
  }
}

interface Staff {
  headers: Record<string, string>
  /** The parcels whose labels the packers have got. */
  packed: Set<string>
  broken: string[]
}

async function enter(site: Site): Promise<Staff> {
  const headers = { ...(await staffHeaders(site)), 'sec-fetch-site': 'same-origin' }
  return { headers, packed: new Set(), broken: [] }
}

async function killWhilePacking(
  site: Site,
  staff: Staff,
  { database_too }: { database_too: boolean },
): Promise<void> {
  const ending = new AbortController()
  const works = [...Array.from({ length: packers }, () => packOne), sendSome, confirmAll]
  const working = works.map((work) => untilEnd(ending.signal, () => work(site, staff)))
  const before = staff.packed.size
  const deadline = performance.now() + packing_limit_ms
  while (staff.packed.size < before + packers) {
    if (performance.now() > deadline) throw new FaultFailure('nothing was packed')
    await sleep(5)
  }
  // The delay varies, so that different statements are interrupted.
  await sleep(Math.random() * 150)
  if (database_too) process.kill(site.databasePid(), 'SIGKILL')
  await site.kill()
  ending.abort()
  await Promise.all(working)
  await site.open()
}

/** Repeats the work until the process is killed. */
async function untilEnd(ending: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!ending.aborted) {
    try {
      await work()
    } catch {
      // Shop or database are gone.
      await sleep(20)
    }
  }
}

async function send(site: Site, staff: Staff, path: string, fields: Record<string, string>) {
  const form = new URLSearchParams(fields)
  const answer = await site.call('POST', dataPath(path), { form, headers: staff.headers })
  // 503 says that the database is gone: it is killed, too.
  if (answer.status >= 500 && answer.status !== 503) {
    staff.broken.push(`${path}: ${answer.status}`)
  }
  return answer.body as { answer?: unknown } | null
}

/** Packs an order as the page does: it reads what is wanted, scans, and gets the label. */
async function packOne(site: Site, staff: Staff): Promise<void> {
  const code = await site.inDatabase(async (db) => {
    const { rows } = await sql<{ code: string }>`
      select code from sales_order o where state = 'confirmed'
        and not exists (select from parcel where parcel.order_id = o.order_id)
      order by random() limit 1`.execute(db)
    return rows[0]?.code
  })
  if (code === undefined) return void (await sleep(30))
  const path = pathWith(addresses.pack_order, { code })
  const page = await site.call('GET', dataPath(path), { headers: staff.headers })
  const { packing: wanted = null } = (page.body?.data ?? {}) as Partial<PackData>
  if (wanted === null) return
  const scans: string[] = []
  for (const { sku, quantity, by_sku } of wanted.units) {
    scans.push(...Array<string>(by_sku).fill(sku))
    scans.push(...(await site.inDatabase((db) => someSerials(db, code, sku, quantity - by_sku))))
  }
  const fields = { carrier: 'own', weight_g: '500', scanned: scans.join(' ') }
  const answer = await send(site, staff, path, { ...fields, version: String(wanted.version) })
  const label = answer?.answer as ParcelLabel | undefined
  if (label !== undefined) staff.packed.add(label.parcel.code)
}

/** Some units with a code at the shop that has reserved them. Other packers may take the same ones. */
async function someSerials(
  db: Database,
  order_code: string,
  sku: string,
  quantity: number,
): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select serial from unit join product using (product_id)
    where sku = ${sku} and unit.state = 'in_stock' and unit.shop_id in (
      select r.shop_id from reservation r join sales_order using (order_id)
      where code = ${order_code} and kind = 'stock' and released_at is null)
    order by random() limit ${quantity}`.execute(db)
  return rows.map(({ serial }) => serial)
}

async function sendSome(site: Site, staff: Staff): Promise<void> {
  const codes = await site.inDatabase(async (db) => {
    const { rows } = await sql<{ code: string }>`
      select code from parcel where state = 'created' order by random() limit 3`.execute(db)
    return rows.map(({ code }) => code)
  })
  if (codes.length === 0) return void (await sleep(30))
  await send(site, staff, addresses.hand_over.path, { codes: codes.join(' ') })
}

/** Starts a job that confirms every order that waits. Nothing else confirms one. */
async function confirmAll(site: Site, staff: Staff): Promise<void> {
  await send(site, staff, addresses.orders_bulk.path, {
    ...{ action: 'confirm', form_key: randomUUID() },
    ...{ query: 'state=pending', count_seen: '1000000' },
  })
  await sleep(200)
}

/** Parcels of which a part was written, or whose order did not come along. */
async function wrongParcels(db: Database): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select code || ' ' || problem as problem from (
      select p.code, case
        when packed.lines = 0 then 'has no lines'
        when not exists (select from parcel_event e where e.parcel_id = p.parcel_id) then 'has no event'
        when packed.named <> (select count(*) from parcel_unit u where u.parcel_id = p.parcel_id)
          then 'has other units than lines'
        when packed.quantity <> (select sum(item_quantity) from sales_order_line l where l.order_id = p.order_id)
          then 'has a part of its order'
        when (p.state = 'handed_over') <> (o.state = 'shipping') then 'is ' || p.state || ' of a ' || o.state || ' order'
        when (select count(*) from parcel other where other.order_id = p.order_id) > 1 then 'is not the only one'
      end as problem
      from parcel p join sales_order o using (order_id), lateral (
        select count(*) as lines, sum(quantity) as quantity,
          coalesce(sum(quantity) filter (where exists (
            select from unit where product_id = item_id and serial like 'FAULT-%')), 0) as named
        from parcel_line join sales_order_line l using (position)
        where parcel_line.parcel_id = p.parcel_id and l.order_id = p.order_id) packed
    ) one where problem is not null`.execute(db)
  return rows.map(({ problem }) => problem)
}

/** Units that are not in exactly one place, or not where their parcel is. */
async function wrongUnits(db: Database): Promise<string[]> {
  const { rows } = await sql<{ unit: string }>`
    select concat_ws(' ', serial, u.state, u.order_code, p.code, p.state) as unit
    from unit u left join parcel_unit using (unit_id) left join parcel p using (parcel_id)
      left join sales_order o on o.order_id = p.order_id
    where num_nonnulls(u.shop_id, u.transfer_id, u.order_code) <> 1
      or (p.state = 'created' and u.state <> 'in_stock')
      or (p.state = 'handed_over' and u.order_code is distinct from o.code)`.execute(db)
  return rows.map(({ unit }) => unit)
}

/** Each confirmed order has exactly one event and one row of a job that says so. */
async function wrongRows(db: Database): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select concat_ws(' ', code, state, events, done) as problem from (
      select code, state,
        (select count(*) from sales_order_event e where e.order_id = o.order_id and e.state = 'confirmed') as events,
        (select count(*) from bulk_job_row r where r.order_code = o.code and outcome = 'done') as done
      from sales_order o
    ) one where events <> done or events <> (state in ('confirmed', 'shipping'))::integer`.execute(
    db,
  )
  return rows.map(({ problem }) => problem)
}

async function lostParcels(db: Database, packed: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${[...packed]}::text[]) code
    where not exists (select from parcel where parcel.code = code.code)`.execute(db)
  return rows.map(({ code }) => code)
}

async function whatWasDone(db: Database) {
  const { rows } = await sql<{ confirmed: number; sent: number; units: number }>`
    select (select count(*) from bulk_job_row where outcome = 'done')::integer as confirmed,
      (select count(*) from parcel where state = 'handed_over')::integer as sent,
      (select count(*) from parcel_unit)::integer as units`.execute(db)
  return rows[0] ?? { confirmed: 0, sent: 0, units: 0 }
}
