import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Tables } from '#db/schema.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import type { StaffActor } from '#pure/contract.ts'
import { openStaffWrites } from '#shop/change-log/write-as-staff.ts'
import { insertStaffEvent } from '#shop/order/staff-event-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { vnpay } from '#shop/payment/gateways/vnpay.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
const lan: StaffActor = { ...test_staff, name: 'Lan', staff_id: 71 }
let services: StaffServices

beforeAll(async () => {
  const gateways = [cashOnDelivery, vnpay]
  const now = () => checkout.now
  services = staffOffice(await testProviders({ db: checkout.own.db, now, gateways })).services
})
beforeEach(async () => {
  await sql`alter table change_log disable trigger change_log_stays; truncate change_log;
    alter table change_log enable trigger change_log_stays`.execute(checkout.own.db)
})

async function place(): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  return { buyer, order: dataOf<Order>(await buyer.order({ payment_method: 'cod' })) }
}

const entries = () => checkout.own.db.selectFrom('change_log').selectAll().execute()

describe('what is written down', () => {
  test('the fields that changed, from what to what, with the reason and the shop', async () => {
    const { order } = await place()
    const seen = { order_code: order.code, version: 1 }
    const cancel = { ...seen, reason: 'out_of_stock', note: 'Khách 0912345678 giận' } as const
    await services.orders.cancelOrder(lan, cancel)
    const [entry, ...others] = (await entries()).filter(
      ({ table_name }) => table_name === 'sales_order',
    )
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      staff_id: 71,
      operation: 'orders.cancelOrder',
      reason: 'out_of_stock',
      thing: 'order',
      thing_key: order.code,
      action: 'update',
      changes: { state: ['pending', 'cancelled'] },
    })
    expect(entry?.shop_id).toEqual(expect.any(Number))
    expect(JSON.stringify(await entries())).not.toContain('0912345678')
  })

  test('not what shoppers and jobs do, also on a connection that staff used before', async () => {
    const db = openDatabase<Tables>(checkout.own.socket_url, { max: 1 })
    const { order } = await place()
    const note = { order_code: order.code, kind: 'note', text: 'x', staff_name: 'Lan' } as const
    const write = openStaffWrites({ db, now: () => checkout.now })
    const act = { actor: lan, operation: 'orders.addNote' } as const
    await write(act, (tx) => insertStaffEvent(tx, note, checkout.now))
    expect(await entries()).toHaveLength(1)
    await insertStaffEvent(db, note, checkout.now)
    const { buyer, order: other } = await place()
    dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: other.code }))
    expect(await entries()).toHaveLength(1)
    await db.destroy()
  })

  test('nothing of a write that was rolled back', async () => {
    const { order } = await place()
    const seen = { order_code: order.code, version: 1 }
    const both = [1, 2].map(() => services.orders.confirmOrder(lan, seen))
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const moved = (await entries()).filter(({ table_name }) => table_name === 'sales_order')
    expect(moved).toHaveLength(1)
  })

  test('of secrets only the name, of customers only which field', async () => {
    const { order } = await place()
    await services.orders.addNote(lan, {
      order_code: order.code,
      kind: 'note',
      text: 'Chị An 0987654178',
    })
    const fields = { tmn_code: 'TIEM0001', hash_secret: 'k'.repeat(32) }
    await services.gateways.setGateway(lan, { code: 'vnpay', is_enabled: true, fields })
    expect(await entries()).toMatchObject([
      { table_name: 'sales_order_staff_event', thing: 'order', personal_fields: ['text'] },
      { table_name: 'gateway_setting', thing: 'gateway', secret_fields: ['settings'] },
    ])
    const text = JSON.stringify(await entries())
    expect(text).not.toContain('0987654178')
    expect(text).not.toContain('kkkk')
  })

  test('roles and shops that come and go, not those that stay', async () => {
    const place_of_work = { role_codes: ['sales', 'support'], shop_ids: [shops.hanoi] }
    const { staff_id } = await services.people.add(lan, {
      name: 'Huy',
      login_name: 'huy',
      ...place_of_work,
    })
    const added = await entries()
    expect(added.filter(({ table_name }) => table_name === 'staff')).toMatchObject([
      { personal_fields: ['login_name', 'name'], thing: 'staff', thing_key: String(staff_id) },
    ])
    await services.people.change(lan, {
      staff_id,
      role_codes: ['support', 'warehouse'],
      shop_ids: [shops.hanoi],
    })
    expect((await entries()).slice(added.length)).toMatchObject([
      { action: 'delete', row_key: `${staff_id}/sales` },
      { action: 'insert', row_key: `${staff_id}/warehouse` },
    ])
  })

  test('a count with its reason; what is free follows', async () => {
    const [row] = await services.stock.stockRows(lan, {})
    const { product_id = 0, shop_id = 0, on_hand = 0 } = row ?? {}
    const key = { product_id, shop_id }
    const count = { ...key, on_hand: on_hand + 2, on_hand_seen: on_hand, reason: 'Đếm lại' }
    await services.stock.countStock(lan, count)
    expect(await entries()).toMatchObject([
      {
        thing: 'stock',
        thing_key: `${product_id}/${shop_id}`,
        shop_id,
        reason: 'Đếm lại',
        changes: { on_hand: [on_hand, on_hand + 2] },
      },
    ])
  })
})

test('entries are never changed or deleted', async () => {
  const { order } = await place()
  await services.orders.confirmOrder(lan, { order_code: order.code, version: 1 })
  const { db } = checkout.own
  const before = await entries()
  for (const change of [
    sql`update change_log set staff_id = 1`,
    sql`delete from change_log`,
    sql`truncate change_log`,
  ]) {
    await expect(change.execute(db)).rejects.toMatchObject({ code: '42501' })
  }
  expect(await entries()).toEqual(before)
})

test('an account without permission leaves nothing', async () => {
  const { order } = await place()
  const seen = { order_code: order.code, version: 1 }
  const stranger = staffWith(everywhere(['orders.see']))
  await expect(services.orders.confirmOrder(stranger, seen)).rejects.toMatchObject({ status: 403 })
  expect(await entries()).toEqual([])
})
