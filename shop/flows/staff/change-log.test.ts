import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { Tables } from '#db/schema.ts'
import { openDatabase, transaction } from '#platform/database/postgres.ts'
import type { StaffActor } from '#pure/contract.ts'
import { erasePersonKey, findPersonal } from '#shop/change-log/personal-store.ts'
import { openPersonKeys } from '#shop/change-log/person-keys.ts'
import { insertStaffEvent } from '#shop/order/staff-event-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { vnpay } from '#shop/payment/gateways/vnpay.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import {
  staffOffice,
  test_person_keys,
  testProviders,
  testWrites,
} from '#test/support/providers.ts'
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
  await sql`alter table change_log disable trigger user; alter table change_personal disable trigger user;
    truncate change_log, change_personal;
    alter table change_log enable trigger user; alter table change_personal enable trigger user`.execute(
    checkout.own.db,
  )
})

async function place(): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  return { buyer, order: dataOf<Order>(await buyer.order({ payment_method: 'cod' })) }
}

async function phoneOf(code: string): Promise<string | undefined> {
  const { db } = checkout.own
  const order = db.selectFrom('sales_order').select('phone').where('code', '=', code)
  return (await order.executeTakeFirst())?.phone
}

const entries = () => checkout.own.db.selectFrom('change_log').selectAll().execute()

const everything = { is_everything: true, shops: [], staff_id: null }

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
    const write = testWrites({ db, now: () => checkout.now })
    const act = { actor: lan, operation: 'orders.addNote' } as const
    await write(act, (tx) => insertStaffEvent(tx, note, everything, checkout.now))
    expect(await entries()).toHaveLength(1)
    await insertStaffEvent(db, note, everything, checkout.now)
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
    await services.gateways.setGateway(lan, { code: 'vnpay', is_enabled: true, fields, seen: '' })
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
    const change = {
      staff_id,
      role_codes: ['support', 'warehouse'],
      shop_ids: [shops.hanoi],
    }
    const taken_away = { role_codes: ['support'], shop_ids: [shops.hanoi] }
    for (const place_seen of [taken_away, { ...place_of_work, shop_ids: [] }]) {
      await expect(services.people.change(lan, { ...change, place_seen })).rejects.toMatchObject({
        code: 'person_changed',
      })
    }
    await services.people.change(lan, { ...change, place_seen: place_of_work })
    expect((await entries()).slice(added.length)).toMatchObject([
      { action: 'delete', row_key: `${staff_id}/sales` },
      { action: 'insert', row_key: `${staff_id}/warehouse` },
    ])
  })

  test('a count with its reason; what is free follows', async () => {
    const [row] = (await services.stock.stockRows(lan, {})).rows
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

describe('what is known about people', () => {
  const note = (order_code: string, text: string) =>
    services.orders.addNote(lan, { order_code, kind: 'note', text })
  const personal = async () => {
    const { rows } = await sql<{ id: number }>`
      select change_id as id from change_log where personal_fields <> '{}' order by 1`.execute(
      checkout.own.db,
    )
    return Promise.all(rows.map(({ id }) => findPersonal(checkout.own.db, test_person_keys, id)))
  }
  const erase = (phone: string) =>
    transaction(checkout.own.db, (tx) =>
      erasePersonKey(tx, test_person_keys.ofPhone(phone), checkout.now),
    )
  /** Everything that is stored about changes. */
  const stored = async () => {
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(l::text, '') from change_log l)
        || (select string_agg(encode(sealed, 'escape'), '') from change_personal)
        || (select string_agg(k::text, '') from person_key k) as all`.execute(checkout.own.db)
    return rows[0]?.all ?? ''
  }

  test('is sealed with the key of the person that a value belongs to', async () => {
    const { order } = await place()
    const { db } = checkout.own
    const write = testWrites({ db, now: () => checkout.now })
    const before = (await phoneOf(order.code)) ?? ''
    await write({ actor: lan, operation: 'orders.addNote' }, async (tx) => {
      await sql`update sales_order set phone = '+84987654178' where code = ${order.code}`.execute(
        tx,
      )
    })
    expect(await personal()).toEqual([
      { before: { phone: before }, after: { phone: '+84987654178' } },
    ])
    for (const phone of [before, '87654178']) expect(await stored()).not.toContain(phone)
    expect(await erase(before)).toBe(true)
    expect(await personal()).toEqual([{ before: null, after: { phone: '+84987654178' } }])
    await sql`update sales_order set phone = ${before} where code = ${order.code}`.execute(db)
  })

  test('is gone when its key is erased; the entry stays, and later entries have a new key', async () => {
    const { order } = await place()
    const phone = (await phoneOf(order.code)) ?? ''
    await note(order.code, 'Chị An dặn gọi sau 14 giờ')
    expect(await personal()).toEqual([
      { before: null, after: { text: 'Chị An dặn gọi sau 14 giờ' } },
    ])
    const entries_before = await entries()
    expect(await erase(phone)).toBe(true)
    expect(await erase(phone)).toBe(false)
    expect(await personal()).toEqual([{ before: null, after: null }])
    expect(await entries()).toEqual(entries_before)
    expect(await stored()).not.toContain(test_person_keys.ofPhone(phone))
    await note(order.code, 'Khách đổi ý')
    expect(await personal()).toEqual([
      { before: null, after: null },
      { before: null, after: { text: 'Khách đổi ý' } },
    ])
  })

  test('gets one key when several write at once', async () => {
    const { order } = await place()
    await erase((await phoneOf(order.code)) ?? '')
    await Promise.all(Array.from({ length: 6 }, (_, n) => note(order.code, `Lần ${n}`)))
    const { rows } = await sql`select distinct person_key_id from change_personal
      join change_log using (change_id) where thing_key = ${order.code}`.execute(checkout.own.db)
    expect(rows).toHaveLength(1)
    const texts = (await personal()).map(({ after }) => after?.['text'])
    expect(texts.toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => `Lần ${n}`))
  })

  test('cannot be opened for another entry, or with another key of the shop', async () => {
    const { order } = await place()
    await note(order.code, 'một')
    const id =
      (await entries()).find(({ personal_fields }) => personal_fields.length > 0)?.change_id ?? 0
    const others = openPersonKeys({ secret_key: 'x'.repeat(40), data_dir: '/nowhere' })
    expect(await findPersonal(checkout.own.db, others, id)).toEqual({ before: null, after: null })
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
    sql`truncate change_log, change_personal`,
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
