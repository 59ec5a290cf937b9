import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { bulkJobPath, bulkReceiptPath } from '#admin/addresses/paths.ts'
import type { BulkJob } from '#contracts/staff/orders/bulk.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'
import { runBulkJobs } from '#shop/flows/staff/bulk/run-bulk-jobs.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { copyOrder } from '#test/lists/copy-order.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders, testWrites } from '#test/support/providers.ts'
import { products, putInStock, shops } from '#test/support/small-shop.ts'
import { repeats } from '#test/support/repeats.ts'
import { ledgerErrors, takeInventory } from '#test/support/stock-ledger.ts'
import { staffHeaders, test_staff } from '#test/support/staff.ts'
import { unzipped } from '#test/members/unzipped.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const order_quantity = repeats({ verify: 150, soak: 2_000 })
const checkout = openCheckout()
let bulk: StaffServices['bulk']
let deps: StaffFlowDeps
let lan: StaffActor
let huy: StaffActor
let cookie: { cookie: string }

beforeAll(async () => {
  const { db } = checkout.own
  const now = () => checkout.now
  const providers = await testProviders({ db, now, gateways: [cashOnDelivery] })
  deps = { ...providers, write: testWrites({ db, now }) }
  bulk = staffOffice(providers).services.bulk
  cookie = await staffHeaders(checkout.door)
  await staffHeaders(checkout.door, 'support_lead')
  lan = await actorOf('demo-director')
  huy = await actorOf('demo-support-lead')
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order', 'bulk_job')
})

async function actorOf(login_name: string): Promise<StaffActor> {
  const { staff_id, name } = await checkout.own.db
    .selectFrom('staff')
    .select(['staff_id', 'name'])
    .where('login_name', '=', login_name)
    .executeTakeFirstOrThrow()
  return { ...test_staff, staff_id, name }
}

async function place(): Promise<string> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  return dataOf<Order>(await buyer.order({ payment_method: 'cod' })).code
}

const seen = (codes: string[]) => codes.map((order_code) => ({ order_code, version: 1 }))
const job = (bulk_job_id: number, actor = lan, page = 1) =>
  bulk.job(actor, { bulk_job_id, page }) as Promise<BulkJob>

async function assignAll(query = '', form_key = randomUUID()) {
  const { count } = await bulk.preview(lan, { action: 'assign', order_codes: [], query, page: 1 })
  const asked = { form_key, query, count_seen: count, staff_id: huy.staff_id }
  return (await bulk.startAssign(lan, asked)).bulk_job_id
}

async function runAll(): Promise<void> {
  for (let left = 100; left > 0; left--) {
    const { rows } = await sql`select from bulk_job where state = 'open'`.execute(checkout.own.db)
    if (rows.length === 0) return
    await runBulkJobs(deps)
  }
}

/** How many orders have so many assignments in their history. */
async function assignments() {
  const { rows } = await sql<{ times: number; orders: number }>`
    select times::integer, count(*)::integer as orders from (
      select (select count(*) from sales_order_staff_event e
        where e.order_id = o.order_id and e.kind = 'assigned') as times from sales_order o) one
    group by times order by times`.execute(checkout.own.db)
  return rows
}

describe('a bulk job', () => {
  test('lets another shop ship orders, one after the other while it has enough', async () => {
    const { db } = checkout.own
    const { orders } = staffOffice(deps).services
    const codes = [await place(), await place(), await place(), await place()]
    const [, , , gone = ''] = codes
    const placed = await orders.order(lan, { order_code: gone })
    const was = placed.reservations[0]?.shop_id
    await orders.cancelOrder(lan, { order_code: gone, version: 1, reason: 'other' })
    await putInStock(db, [{ item_id: products.cable, free: { [shops.second]: 2 } }])
    const opening = await takeInventory(db)
    const asked = { action: 'move_shop', order_codes: codes, page: 1 } as const
    const before = await bulk.preview(lan, asked)
    expect(before.plans).toMatchObject({ will: 3, wrong_state: 1, not_in_stock: 0 })
    expect(before.shops.map(({ value }) => value)).toContain(String(shops.second))
    const { plans } = await bulk.preview(lan, { ...asked, shop_id: shops.second })
    expect(plans).toMatchObject({ will: 2, wrong_state: 1, not_in_stock: 1 })
    const wanted = { orders: seen(codes), shop_id: shops.second, reason: 'Kho gần hơn' }
    const { bulk_job_id } = await bulk.startMoveShop(lan, { form_key: randomUUID(), ...wanted })
    await runAll()
    const ended = await job(bulk_job_id)
    expect(ended).toMatchObject({ done_count: 2, refused_count: 2, may: { undo: true } })
    expect(ended.shop).not.toBeNull()
    const outcomes = new Map(ended.rows.map(({ order_code, outcome }) => [order_code, outcome]))
    expect(outcomes.get(gone)).toBe('order_changed')
    expect([...outcomes.values()].toSorted()).toEqual([
      ...['done', 'done', 'not_in_stock', 'order_changed'],
    ])
    const moved = codes.filter((code) => outcomes.get(code) === 'done')
    const { reservations, timeline } = await orders.order(lan, { order_code: moved[0] ?? '' })
    expect(reservations.find(({ is_active }) => is_active)?.shop_id).toBe(shops.second)
    expect(timeline.find(({ what }) => what === 'move_shop')?.note).toContain('Kho gần hơn')
    expect(await ledgerErrors(db, opening)).toEqual([])
    const again = await bulk.preview(lan, { ...asked, shop_id: shops.second })
    expect(again.plans).toMatchObject({ will: 0, same_shop: 2, not_in_stock: 1 })
    await expect(
      bulk.startMoveShop(lan, { form_key: randomUUID(), ...wanted, shop_id: 999 }),
    ).rejects.toMatchObject({ code: 'shop_not_found' })
    const [left = '', back = ''] = moved
    const { version: at } = await orders.order(lan, { order_code: left })
    await putInStock(db, [
      { item_id: products.cable, free: { [shops.first]: 5, [shops.hanoi]: 2 } },
    ])
    const opened = await takeInventory(db)
    const { orderShop } = staffOffice(deps).services
    await orderShop.changeShop(lan, {
      ...{ order_code: left, version: at, shop_id: shops.hanoi, reason: 'Gần khách' },
    })
    const undone = await bulk.undoMoveJob(lan, { bulk_job_id })
    await expect(bulk.undoMoveJob(lan, { bulk_job_id })).rejects.toMatchObject({
      code: 'undo_not_possible',
    })
    await runAll()
    const receipt = await job(undone.bulk_job_id)
    expect(receipt).toMatchObject({ done_count: 1, refused_count: 1, undoes: bulk_job_id })
    expect(receipt.rows[0]).toMatchObject({ order_code: left, outcome: 'order_changed' })
    const returned = await orders.order(lan, { order_code: back })
    expect(returned.reservations.find(({ is_active }) => is_active)?.shop_id).toBe(was)
    expect(await ledgerErrors(db, opened)).toEqual([])
    // Nothing stays reserved by orders that the next test empties away.
    for (const order_code of codes.slice(0, 3)) {
      const { version } = await orders.order(lan, { order_code })
      await orders.cancelOrder(lan, { order_code, version, reason: 'other' })
    }
  })

  test('does chosen orders, and says of each why not', async () => {
    const opening = await takeInventory(checkout.own.db)
    const codes = [await place(), await place(), await place()]
    const asked = { form_key: randomUUID(), orders: seen(codes), reason: 'other' } as const
    const preview = await bulk.preview(lan, { action: 'cancel', order_codes: codes, page: 1 })
    expect(preview.plans).toMatchObject({ will: 3, not_permitted: 0, wrong_state: 0 })
    const { bulk_job_id } = await bulk.startCancel(lan, asked)
    // Somebody confirms one of them before the job comes to it.
    const { orders } = staffOffice(deps).services
    await orders.confirmOrder(huy, { order_code: codes[1] ?? '', version: 1 })
    await runAll()
    const ended = await job(bulk_job_id)
    expect(ended).toMatchObject({ state: 'done', done_count: 2, refused_count: 1, row_count: 3 })
    expect(ended.rows.map(({ order_code, outcome }) => [order_code, outcome])).toEqual([
      [codes[1], 'order_changed'],
      [codes[0], 'done'],
      [codes[2], 'done'],
    ])
    const receipt = (format: 'csv' | 'xlsx') =>
      fetch(checkout.door.url + bulkReceiptPath(bulk_job_id, format), { headers: cookie })
    const text = await (await receipt('csv')).text()
    expect(text).toContain(`${codes[1]},"Đơn đã đổi sau khi bạn xem, chưa làm gì"`)
    const workbook = await receipt('xlsx')
    expect(workbook.headers.get('content-disposition')).toContain(`${bulk_job_id}.xlsx`)
    const book = unzipped(Buffer.from(await workbook.arrayBuffer()))
    const sheet = book['xl/worksheets/sheet1.xml'] ?? ''
    expect(sheet.match(/<row /g)).toHaveLength(4)
    expect(sheet).toContain('Đơn đã đổi sau khi bạn xem, chưa làm gì')
    const by_job = await sql`
      select distinct operation, staff_id from change_log
      where thing = 'order' and thing_key = ${codes[0]} and action = 'update'`.execute(
      checkout.own.db,
    )
    expect(by_job.rows).toEqual([{ operation: 'orders.cancelOrder', staff_id: lan.staff_id }])
    expect(await ledgerErrors(checkout.own.db, opening)).toEqual([])
    const again = await bulk.startCancel(lan, { ...asked, form_key: randomUUID() })
    await runAll()
    expect(await job(again.bulk_job_id)).toMatchObject({ done_count: 0, refused_count: 3 })
    await expect(
      bulk.startCancel(lan, {
        ...asked,
        form_key: randomUUID(),
        orders: seen(['DH261120-7K3M9QXZ']),
      }),
    ).rejects.toMatchObject({ code: 'nothing_to_do' })
  })

  test('of many orders is killed within a row, runs in two processes, and does each once', async () => {
    await copyOrder(checkout.own.db, await place(), order_quantity - 1)
    const bulk_job_id = await assignAll('state=pending')
    let writes = 0
    const dying: StaffFlowDeps = {
      ...deps,
      write: (act, work) =>
        deps.write(act, async (tx) => {
          const result = await work(tx)
          // The connection ends after the order was assigned and before anything is committed.
          if (++writes === 30) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
          return result
        }),
    }
    await expect(runBulkJobs(dying)).rejects.toThrow(/terminat/)
    expect(await job(bulk_job_id)).toMatchObject({ state: 'open', done_count: 29 })
    for (let round = 0; round < 10; round++) {
      await Promise.all([runBulkJobs(deps), runBulkJobs(deps)])
    }
    await runAll()
    expect(await job(bulk_job_id)).toMatchObject({
      state: 'done',
      done_count: order_quantity,
      row_count: order_quantity,
    })
    expect(await assignments()).toEqual([{ times: 1, orders: order_quantity }])
  })

  test('stops with the permission of whoever pressed', async () => {
    await copyOrder(checkout.own.db, await place(), 299)
    const bulk_job_id = await assignAll()
    await runBulkJobs(deps)
    const { done_count } = await job(bulk_job_id)
    expect(done_count).toBeGreaterThan(0)
    const { db } = checkout.own
    const taken = sql`role_code = 'director' and permission = 'orders.assign'`
    await sql`delete from role_permission where ${taken}`.execute(db)
    await runAll()
    await sql`insert into role_permission values ('director', 'orders.assign', 'all', null)`.execute(
      db,
    )
    expect(await job(bulk_job_id)).toMatchObject({ done_count, refused_count: 300 - done_count })
    expect((await job(bulk_job_id)).rows[0]?.outcome).toBe('not_permitted')
    await sql`update staff set locked_at = now() where staff_id = ${lan.staff_id}`.execute(db)
    const locked = await assignAll()
    await runAll()
    await sql`update staff set locked_at = null where staff_id = ${lan.staff_id}`.execute(db)
    expect(await job(locked)).toMatchObject({ done_count: 0, refused_count: 300 })
  })

  test('is made once by a form that is sent twice, and not of more orders than were seen', async () => {
    await place()
    const form_key = randomUUID()
    const both = await Promise.all([assignAll('', form_key), assignAll('', form_key)])
    expect(new Set(both).size).toBe(1)
    await place()
    const more = { form_key: randomUUID(), query: '', count_seen: 1, staff_id: null }
    await expect(bulk.startAssign(lan, more)).rejects.toMatchObject({
      code: 'more_orders_match',
      data: { count: 2 },
    })
    const wrong = { ...more, query: 'state=everything' }
    await expect(bulk.startAssign(lan, wrong)).rejects.toMatchObject({ code: 'nothing_to_do' })
  })

  test('is cancelled, and an assignment is undone where nobody else assigned', async () => {
    await copyOrder(checkout.own.db, await place(), 249)
    const bulk_job_id = await assignAll()
    await runBulkJobs(deps)
    await bulk.cancelJob(lan, { bulk_job_id })
    await runAll()
    const { state, done_count } = await job(bulk_job_id)
    expect([state, done_count > 0 && done_count < 250]).toEqual(['cancelled', true])
    await expect(bulk.cancelJob(lan, { bulk_job_id })).rejects.toMatchObject({
      code: 'bulk_job_ended',
    })
    const receipt = await bulk.receiptOfJob(lan, { bulk_job_id })
    const stolen = receipt.find(({ outcome }) => outcome === 'done')?.order_code ?? ''
    await sql`update sales_order set assigned_to = ${lan.staff_id} where code = ${stolen}`.execute(
      checkout.own.db,
    )
    const undone = await bulk.undoJob(lan, { bulk_job_id })
    await expect(bulk.undoJob(lan, { bulk_job_id })).rejects.toMatchObject({
      code: 'undo_not_possible',
    })
    await runAll()
    const back = await job(undone.bulk_job_id)
    expect(back).toMatchObject({
      done_count: done_count - 1,
      refused_count: 1,
      undoes: bulk_job_id,
    })
    expect(back.rows[0]).toMatchObject({ order_code: stolen, outcome: 'assignment_changed' })
    const { rows } = await sql`
      select code from sales_order where assigned_to is not null`.execute(checkout.own.db)
    expect(rows).toEqual([{ code: stolen }])
  })

  test('of somebody else is as an absent one', async () => {
    await place()
    const bulk_job_id = await assignAll()
    for (const call of [bulk.job, bulk.receiptOfJob, bulk.cancelJob, bulk.undoJob]) {
      const asked = { bulk_job_id, page: 1 }
      await expect(call(huy, asked)).rejects.toMatchObject({ code: 'bulk_job_not_found' })
    }
    expect((await bulk.jobs(huy, { page: 1 })).rows).toEqual([])
  })

  test('starts from the list, and its page shows how far it is', async () => {
    const code = await place()
    const ask = { headers: { ...cookie, 'sec-fetch-site': 'same-origin' } }
    const list = await checkout.door.call('GET', addresses.orders.path, ask)
    expect(list.text).toContain('Mọi đơn khớp bộ lọc')
    const path = `${addresses.orders_bulk.path}?action=confirm&all=1&query=state%3Dpending`
    const preview = await checkout.door.call('GET', path, ask)
    expect(preview.text).toContain('Xác nhận 1 đơn')
    const form_key = /name="form_key" value="([^"]+)"/.exec(preview.text)?.[1] ?? ''
    const form = new URLSearchParams({
      ...{ action: 'confirm', form_key, query: 'state=pending', count_seen: '1' },
    })
    const sent = await checkout.door.call('POST', path, { ...ask, form })
    const location = sent.headers.get('location') ?? ''
    const { rows } = await bulk.jobs(lan, { page: 1 })
    expect(location).toBe(bulkJobPath(rows[0]?.bulk_job_id ?? 0))
    expect((await checkout.door.call('GET', location, ask)).text).toContain('Đang chạy: 0/1 đơn')
    await runAll()
    const ended = await checkout.door.call('GET', location, ask)
    expect(ended.text).toContain('Xong: 1/1 đơn')
    expect(ended.text).toContain(code)
    const absent = await checkout.door.call('GET', bulkJobPath(999_999), ask)
    expect(absent.status).toBe(404)
    const stopped = bulkJobPath(await assignAll())
    const press = (intent: string, headers = ask.headers) =>
      checkout.door.call('POST', stopped, { headers, form: new URLSearchParams({ intent }) })
    const stranger = { ...ask.headers, ...(await staffHeaders(checkout.door, 'sales')) }
    expect((await press('cancel', stranger)).status).toBe(404)
    expect((await press('cancel')).status).toBe(303)
    expect((await press('cancel')).text).toContain('Việc này đã kết thúc.')
    expect((await press('undo')).text).toContain('Không còn gì để hoàn tác.')
    expect((await checkout.door.call('GET', stopped, ask)).text).toContain('Đã dừng: 0/1 đơn')
  })
})
