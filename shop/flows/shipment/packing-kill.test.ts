import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Packing } from '#contracts/staff/parcels.ts'
import type { Database, Tables } from '#db/schema.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { findStockErrors } from '#shop/views/stock/stock-proof-store.ts'
import { givePhonesCodes } from '#test/goods/coded-phones.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { repeats } from '#test/support/repeats.ts'
import { products } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'

/** Each time the connection lives so much longer, in milliseconds, until all is done. */
const step = repeats({ verify: 6, soak: 0.5 })
const checkout = openCheckout()
const lan = { ...test_staff, name: 'Lan' }
const imeis = ['353912110000017', '353912110000025'] as const
let office: StaffServices
/** The same office with a connection of its own, which is killed. */
let dying: { db: Database; services: StaffServices }

beforeAll(async () => {
  const about = { now: () => checkout.now, gateways: [cashOnDelivery] }
  office = staffOffice(await testProviders({ db: checkout.own.db, ...about })).services
  const db = openDatabase<Tables>(checkout.own.url, { max: 1 })
  dying = { db, services: staffOffice(await testProviders({ db, ...about })).services }
})
afterAll(() => dying.db.destroy())
beforeEach(() => givePhonesCodes(checkout.own.db, imeis, checkout.now))

/** Ends the connection after so many milliseconds, at the next moment when it is in a transaction. */
async function killAfter(ms: number, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(dying.db)
  const pid = rows[0]?.pid ?? 0
  void wait(ms).then(async () => {
    for (let is_killed = false; !is_killed && !signal.aborted;) {
      const killed = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid = ${pid} and xact_start is not null`.execute(checkout.own.db)
      is_killed = killed.rows.length > 0
    }
  })
}

/** Packs an order, then hands its parcel over; returns its code. Steps that are done are left out. */
async function packAndSend(parcels: StaffServices['parcels'], order_code: string): Promise<string> {
  const [made] = await parcels.parcelsOfOrder(lan, { order_code })
  const code = made?.code ?? (await pack(parcels, order_code))
  const { version, state } = await parcels.parcel(lan, { code })
  if (state === 'created') {
    await parcels.moveParcel(lan, { code, version, move: 'hand_over', note: '' })
  }
  return code
}

async function pack(parcels: StaffServices['parcels'], order_code: string): Promise<string> {
  const { version } = (await parcels.packing(lan, { order_code })) as Packing
  const { rows } = await sql<{ imei1: string }>`select imei1 from unit where state = 'in_stock'
    order by imei1 limit 1`.execute(checkout.own.db)
  const scanned = `${rows[0]?.imei1} SKU-21`
  const parcel = { carrier: 'own', weight_g: 300, scanned }
  return (await parcels.packOrder(lan, { order_code, version, ...parcel })).code
}

test('a connection that dies while an order is packed or leaves loses no unit and ships none twice', async () => {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.phone))
  dataOf(await buyer.add(products.cable))
  dataOf(await buyer.quote({ [products.phone]: 1, [products.cable]: 1 }))
  dataOf(await buyer.address())
  const { code: order_code } = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  await office.orders.confirmOrder(lan, { order_code, version: 1 })
  let died = 0
  for (let ms = 0, is_done = false; !is_done; ms += step) {
    const round = new AbortController()
    await killAfter(ms, round.signal)
    is_done = await packAndSend(dying.services.parcels, order_code).then(
      () => true,
      () => false,
    )
    died += is_done ? 0 : 1
    round.abort()
    // The connection ends before the next round begins with a new one.
    await wait(ms + 20)
    expect(await findStockErrors(checkout.own.db)).toEqual([])
  }
  expect(died).toBeGreaterThan(0)
  const code = await packAndSend(office.parcels, order_code)
  expect(await findStockErrors(checkout.own.db)).toEqual([])
  expect(await office.parcels.parcelsOfOrder(lan, { order_code })).toHaveLength(1)
  expect(await office.parcels.parcel(lan, { code })).toMatchObject({ state: 'handed_over' })
  const { rows } = await sql`
    select (select count(*) from unit where order_code = ${order_code} and state = 'sold')::integer as sold,
      (select sum(quantity) from stock_movement where document = ${order_code})::integer as moved
  `.execute(checkout.own.db)
  expect(rows).toEqual([{ sold: 1, moved: -2 }])
})
