import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bulkJobPath, orderPath, orderTagsPath } from '#admin/addresses/paths.ts'
import { addresses } from '#admin/addresses/addresses.ts'
import type { StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { staffHeaders, staffWith, test_staff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
let office: ReturnType<typeof staffOffice>
let cookie: { cookie: string }
let lan: StaffActor

beforeAll(async () => {
  const { db } = checkout.own
  office = staffOffice(
    await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] }),
  )
  cookie = await staffHeaders(checkout.door)
  const { staff_id, name } = await db
    .selectFrom('staff')
    .select(['staff_id', 'name'])
    .where('login_name', '=', 'demo-director')
    .executeTakeFirstOrThrow()
  lan = { ...test_staff, staff_id, name }
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order', 'bulk_job', 'order_tag')
})

async function place(): Promise<string> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  return dataOf<Order>(await buyer.order({ payment_method: 'cod' })).code
}

const listed = async (tag: string) =>
  (await office.services.orders.orders(lan, { tag })).rows.map(({ code }) => code)

describe('tags of orders', () => {
  test('are put on by a form, shown in page and list, found in any spelling, and taken off', async () => {
    const [code, other] = [await place(), await place()]
    const ask = { headers: { ...cookie, 'sec-fetch-site': 'same-origin' } }
    const send = (fields: Record<string, string>, order_code = code) =>
      checkout.door.call('POST', orderTagsPath(order_code), {
        ...ask,
        form: new URLSearchParams(fields),
      })
    await send({ intent: 'tag', tag: '  Khách   sỉ ' })
    await send({ intent: 'tag', tag: 'KHÁCH SỈ'.normalize('NFD') }, other)
    await send({ intent: 'tag', tag: 'khách sỉ' })
    const list = await checkout.door.call('GET', `${addresses.orders.path}?tag=khách+SỈ`, ask)
    expect(list.text).toContain(code)
    expect((await listed('khách sỉ')).toSorted()).toEqual([code, other].toSorted())
    expect(await listed('khách')).toEqual([])
    const page = await checkout.door.call('GET', orderPath(code), ask)
    expect(page.text).toContain('>Khách sỉ<')
    const entries = await sql`select operation, changes from change_log
      where thing_key = ${code} and table_name = 'sales_order_tag'`.execute(checkout.own.db)
    expect(entries.rows).toEqual([
      { operation: 'orderTags.tagOrder', changes: { tag: [null, 'Khách sỉ'] } },
    ])
    for (const tag of ['', 'x'.repeat(31), 'gọi 0912 345 678']) {
      expect((await send({ intent: 'tag', tag })).status).toBe(422)
    }
    await send({ intent: 'untag', tag: 'khách sỉ' })
    await send({ intent: 'untag', tag: 'khách sỉ' })
    expect(await listed('Khách sỉ')).toEqual([other])
  })

  test('two who put the same new tag on at once make one; there are ten at most; foreign orders are absent', async () => {
    const { orderTags } = office.services
    const codes = [await place(), await place(), await place()]
    await Promise.all(
      codes.map((order_code, n) =>
        orderTags.tagOrder(lan, { order_code, tag: ['Gấp', 'gấp', 'GẤP'][n] ?? '' }),
      ),
    )
    expect((await orderTags.known(lan, {})).tags).toHaveLength(1)
    const order_code = codes[0] ?? ''
    for (let n = 1; n < 10; n++) await orderTags.tagOrder(lan, { order_code, tag: `Thẻ ${n}` })
    await expect(orderTags.tagOrder(lan, { order_code, tag: 'Thẻ 10' })).rejects.toMatchObject({
      code: 'too_many_tags',
    })
    await sql`update sales_order set shop_id = ${shops.hanoi}`.execute(checkout.own.db)
    const own = { 'orders.note': { scope: 'shops', max_amount: null } } as const
    const foreign = staffWith(own, [shops.first])
    for (const call of [orderTags.tagOrder, orderTags.untagOrder]) {
      await expect(call(foreign, { order_code, tag: 'Gấp' })).rejects.toMatchObject({
        code: 'order_not_found',
      })
    }
    await expect(orderTags.tags(foreign, { order_code })).rejects.toMatchObject({
      code: 'order_not_found',
    })
  })

  test('a job tags many orders; undoing it leaves those that had the tag before', async () => {
    const { bulk, orderTags } = office.services
    const [had, fresh] = [await place(), await place()]
    await orderTags.tagOrder(lan, { order_code: had, tag: 'Gấp' })
    const asked = { form_key: randomUUID(), query: '', count_seen: 2, tag: 'gấp' }
    const { bulk_job_id } = await bulk.startTag(lan, asked)
    await office.bulk_job.run()
    expect((await listed('Gấp')).toSorted()).toEqual([had, fresh].toSorted())
    await expect(bulk.undoJob(lan, { bulk_job_id })).rejects.toMatchObject({
      code: 'undo_not_possible',
    })
    const form = new URLSearchParams({ intent: 'undo_tags' })
    const headers = { ...cookie, 'sec-fetch-site': 'same-origin' }
    const sent = await checkout.door.call('POST', bulkJobPath(bulk_job_id), { headers, form })
    expect(sent.status).toBe(303)
    await office.bulk_job.run()
    expect(await listed('Gấp')).toEqual([had])
  })
})
