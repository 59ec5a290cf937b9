import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePath } from '#admin/addresses/paths.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffHeaders, staffWith, test_staff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
let services: StaffServices
let lan: StaffActor
let cookie: { cookie: string }

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery]
  services = staffOffice(await testProviders({ db, now: () => checkout.now, gateways })).services
  cookie = await staffHeaders(checkout.door)
  const { staff_id, name } = await db
    .selectFrom('staff')
    .select(['staff_id', 'name'])
    .where('login_name', '=', 'demo-director')
    .executeTakeFirstOrThrow()
  lan = { ...test_staff, staff_id, name }
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order', 'customer_profile', 'order_tag')
})

async function place(): Promise<string> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  return dataOf<Order>(await buyer.order({ payment_method: 'cod' })).code
}

/** The newest entry of a table. */
async function lastOf(table_name: string): Promise<number> {
  const row = await checkout.own.db
    .selectFrom('change_log')
    .select('change_id')
    .where('table_name', '=', table_name)
    .orderBy('change_id', 'desc')
    .executeTakeFirstOrThrow()
  return row.change_id
}

const undo = async (table_name: string, actor = lan) => {
  const change_id = await lastOf(table_name)
  await services.changes.undoChange(actor, { change_id })
  return change_id
}
const codRules = async () => services.cod.codRules(lan, {})

async function setCod(max_quantity: number): Promise<void> {
  const { rules, version } = await codRules()
  await services.cod.setCodRules(lan, { ...rules, max_quantity, version })
}

describe('undoing a change', () => {
  test('is a button on its page, calls the same operation, and is an entry of its own', async () => {
    await setCod(11)
    await setCod(12)
    const change_id = await lastOf('cod_rule')
    const ask = { headers: { ...cookie, 'sec-fetch-site': 'same-origin' } }
    const page = await checkout.door.call('GET', changePath(change_id), ask)
    expect(page.text).toContain('value="undo"')
    const form = new URLSearchParams({ intent: 'undo' })
    const press = () => checkout.door.call('POST', changePath(change_id), { ...ask, form })
    expect((await press()).status).toBe(303)
    expect((await codRules()).rules.max_quantity).toBe(11)
    const { rows } = await sql`select operation, reason, changes from change_log
      where change_id = ${await lastOf('cod_rule')}`.execute(checkout.own.db)
    expect(rows).toEqual([
      {
        operation: 'changes.undoChange',
        reason: `Hoàn tác thay đổi #${change_id}`,
        changes: { max_quantity: [12, 11] },
      },
    ])
    const again = await press()
    expect(again.status).toBe(409)
    expect(again.text).toContain('Đã có người đổi tiếp')
    // The undoing is undone like any other change.
    await undo('cod_rule')
    expect((await codRules()).rules.max_quantity).toBe(12)
  })

  test('is refused with both values if it was changed again; other fields stay as they are now', async () => {
    await setCod(21)
    const change_id = await lastOf('cod_rule')
    const { rules, version } = await codRules()
    await services.cod.setCodRules(lan, { ...rules, max_open_orders: 9, version })
    await services.changes.undoChange(lan, { change_id })
    expect((await codRules()).rules).toMatchObject({ max_quantity: 12, max_open_orders: 9 })
    await setCod(31)
    const refused = { code: 'changed_since', data: { changes: { max_quantity: [31, 12] } } }
    await expect(services.changes.undoChange(lan, { change_id })).rejects.toMatchObject(refused)
    const newest = { change_id: await lastOf('cod_rule') }
    const press = () => services.changes.undoChange(lan, newest)
    const two = await Promise.allSettled([press(), press()])
    expect(two.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('needs the permission and the scope of the operation that it calls', async () => {
    await setCod(41)
    const change_id = await lastOf('cod_rule')
    const reader = staffWith(everywhere(['changes.see']), [shops.first])
    expect((await services.changes.entry(reader, { change_id })).undo).toBe(null)
    const undone = { code: 'undo_not_possible' }
    await expect(services.changes.undoChange(reader, { change_id })).rejects.toMatchObject(undone)
    const order_code = await place()
    await services.orderTags.tagOrder(lan, { order_code, tag: 'Gấp' })
    await sql`update sales_order set shop_id = ${shops.hanoi}`.execute(checkout.own.db)
    const in_shops = { scope: 'shops', max_amount: null } as const
    const grants = { ...everywhere(['changes.see']), 'orders.note': in_shops }
    const foreign = staffWith(grants, [shops.first])
    await expect(undo('sales_order_tag', foreign)).rejects.toMatchObject(undone)
    await undo('sales_order_tag', staffWith(grants, [shops.hanoi]))
    expect((await services.orderTags.tags(lan, { order_code })).tags).toEqual([])
    await undo('sales_order_tag')
    expect((await services.orderTags.tags(lan, { order_code })).tags).toEqual(['Gấp'])
  })

  test('gives back assignments, permissions, fees of returns and delivery; never moves or notes', async () => {
    const { orders, roles, returnRules, delivery, changes } = services
    const order_code = await place()
    await orders.assignOrder(lan, { order_code, staff_id: lan.staff_id, staff_id_seen: null })
    const { undo: plan } = await changes.entry(lan, { change_id: await lastOf('sales_order') })
    expect(plan).toEqual({ is_changed: false, changes: { assigned_to: [lan.name, null] } })
    await undo('sales_order')
    expect((await orders.order(lan, { order_code })).assigned_to).toBe(null)
    await orders.addNote(lan, { order_code, kind: 'note', text: 'Gọi sau' })
    await orders.confirmOrder(lan, { order_code, version: 1 })
    for (const table of ['sales_order', 'sales_order_staff_event']) {
      await expect(undo(table)).rejects.toMatchObject({ code: 'undo_not_possible' })
    }

    const grantsOf = async () => (await roles.role(lan, { role_code: 'sales' })).grants
    const seen = (await grantsOf()) as Parameters<typeof roles.change>[1]['seen']
    const sorted = (grants: readonly unknown[]) =>
      grants.map((one) => JSON.stringify(one)).toSorted()
    await roles.change(lan, { role_code: 'sales', seen, grants: seen.slice(1) })
    await undo('role_permission')
    expect(sorted(await grantsOf())).toEqual(sorted(seen))

    const { fees, goodwill_per_month, version } = await returnRules.rules(lan, {})
    const fewer = { goodwill_per_month, version, fees: fees.slice(1) }
    await returnRules.setRules(lan, fewer)
    await undo('return_fee')
    expect((await returnRules.rules(lan, {})).fees).toEqual(fees)

    const before = await delivery.deliveryRules(lan, {})
    const changed = { ...before.rules, fee: 55_000, cut_off: '11:00', version: before.version }
    await delivery.setDeliveryRules(lan, changed)
    await undo('delivery_rule')
    expect((await delivery.deliveryRules(lan, {})).rules).toEqual(before.rules)
  })

  test('of a block gives its sealed reason back, only by whoever may see it', async () => {
    const order_code = await place()
    const block = async (kind: 'prepay' | null, reason: string) => {
      const { version } = await services.customers.customer(lan, { order_code })
      await services.customers.blockCustomer(lan, { order_code, block: kind, reason, version })
    }
    await block('prepay', 'Không nhận hai đơn')
    await block(null, 'Đã xin lỗi')
    const all = ['changes.see', 'customers.block']
    const undone = { code: 'undo_not_possible' }
    await expect(undo('customer_profile', staffWith(everywhere(all)))).rejects.toMatchObject(undone)
    await undo('customer_profile', { ...lan, ...staffWith(everywhere([...all, 'changes.show'])) })
    const shown = await services.customers.customer(lan, { order_code })
    expect(shown).toMatchObject({ block: 'prepay', block_reason: 'Không nhận hai đơn' })
    await undo('customer_profile')
    expect((await services.customers.customer(lan, { order_code })).block).toBe(null)
  })
})
