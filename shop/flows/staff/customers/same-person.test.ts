import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { customers as contract } from '#contracts/staff/customers.ts'
import { Refusal, type StaffActor } from '#pure/contract.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { emptyTables } from '#test/support/database-templates.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
let services: StaffServices
let lan: StaffActor

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  services = staffOffice(await testProviders({ db, now: () => checkout.now, gateways })).services
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Lan', 'lan', now())
    returning staff_id`.execute(db)
  lan = { ...test_staff, staff_id: rows[0]?.staff_id ?? 0 }
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order', 'customer_profile', 'repair_ticket')
})

async function place(phone: string, payment_method = 'cod'): Promise<string> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  dataOf(await buyer.address({ phone }))
  return dataOf<Order>(await buyer.order({ payment_method })).code
}

async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const reason = 'Khách báo đổi số'
const join = (order_code: string, other_code: string) =>
  services.samePerson.join(lan, { order_code, other_code, reason })
const part = (order_code: string) => services.samePerson.part(lan, { order_code, reason })
const customer = (order_code: string, by: StaffActor = lan) =>
  services.customers.customer(by, { order_code })

test('two phones of one person show orders, tickets and notes of both, until they are parted', async () => {
  const [old = '', fresh = ''] = [await place('0912345678'), await place('0987654321')]
  await services.customers.noteCustomer(lan, { order_code: old, text: 'Gọi sau 17 giờ' })
  await sql`insert into repair_ticket (secret, form_key, shop_id, state, kind, name, phone, device, fault, powers_on, broken,
      accessories, unlock, promised_at, received_by, created_at)
    values ('s', 'f', ${shops.first}, 'received', 'repair', 'An', '+84912345678', 'iPhone 13', 'Pin chai', true, '{}', '{}',
      'none', now(), 'Lan', now())`.execute(checkout.own.db)
  const looked = await services.samePerson.lookUp(lan, { order_code: fresh, other: '0912.345.678' })
  expect(looked).toMatchObject({ other_code: old, phone: '09•• ••• 678', order_count: 1 })
  const before = await customer(fresh)
  await join(fresh, old)
  for (const code of [old, fresh]) {
    const shown = await customer(code)
    expect(shown.orders.map((order) => order.code)).toEqual([fresh, old])
    expect(shown.tickets).toMatchObject([{ kind: 'repair', what: 'iPhone 13', state: 'received' }])
    expect(shown.events.map(({ kind, text }) => [kind, text])).toEqual([
      ['joined', reason],
      ['note', 'Gọi sau 17 giờ'],
    ])
    expect(shown.other_phones).toEqual([
      code === old
        ? { order_code: fresh, phone: '09•• ••• 321' }
        : { order_code: old, phone: '09•• ••• 678' },
    ])
    expect(shown.order_count).toBe(2)
  }
  expect(JSON.stringify(await customer(old))).not.toMatch(/912345678|987654321/)
  await part(fresh)
  expect((await customer(old)).other_phones).toEqual([])
  expect(await customer(fresh)).toMatchObject({
    orders: before.orders.map(({ code }) => ({ code })),
    tickets: [],
    events: [{ kind: 'parted' }, { kind: 'joined' }],
  })
})

test('the reader of one shop sees its orders only, and no phone without one', async () => {
  const [here, there] = [await place('0912345678'), await place('0987654321')]
  const third = await place('0901111222')
  for (const [code, shop_id] of [
    [here, shops.first],
    [there, shops.hanoi],
    [third, shops.first],
  ] as const) {
    await sql`update sales_order set shop_id = ${shop_id} where code = ${code}`.execute(
      checkout.own.db,
    )
  }
  await join(here, there)
  await join(third, here)
  const grants = { 'customers.see': { scope: 'shops', max_amount: null } } as const
  const seller = staffWith(grants, [shops.first])
  const shown = await customer(here, seller)
  expect(shown.orders.map(({ code }) => code)).toEqual([third, here])
  expect(shown.other_phones).toEqual([{ order_code: third, phone: '09•• ••• 222' }])
  expect([shown.tickets, shown.may.join]).toEqual([[], false])
  expect(await refusalOf(customer(there, seller))).toBe('customer_not_found')
  const joiner = staffWith({ 'customers.join': { scope: 'shops', max_amount: null } }, [
    shops.first,
  ])
  const asked = { order_code: here, other_code: third, reason }
  expect(await refusalOf(services.samePerson.join(joiner, asked))).toBe('permission_missing')
})

test('a block of one phone holds for all phones of the person, the strictest first', async () => {
  const [old, fresh] = [await place('0912345678'), await place('0987654321')]
  await join(fresh, old)
  const block = async (order_code: string, wanted: 'prepay' | 'no_orders' | '') => {
    const { version } = await customer(order_code)
    const fields = { order_code, block: wanted, version, reason: 'Bom hàng' }
    await services.customers.blockCustomer(lan, contract.blockCustomer.input.parse(fields))
  }
  const attempt = async (payment_method: string) => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    dataOf(await buyer.address({ phone: '0987654321' }))
    return JSON.stringify((await buyer.order({ payment_method })).body)
  }
  await block(old, 'prepay')
  expect(await customer(fresh)).toMatchObject({ block: null, person_block: 'prepay' })
  expect(await attempt('cod')).toContain('prepaid')
  await block(fresh, 'no_orders')
  expect(await customer(old)).toMatchObject({ block: 'prepay', person_block: 'no_orders' })
  expect(await attempt('bank_transfer')).toContain('orders_refused')
  const list = await services.customers.customers(lan, { q: '0912345678' })
  expect(list.rows).toMatchObject([{ block: 'no_orders' }])
  await part(fresh)
  expect(await customer(old)).toMatchObject({ block: 'prepay', person_block: 'prepay' })
  await block(fresh, '')
  expect(await attempt('cod')).not.toContain('prepaid')
})

test('a join adds one phone, at most five, and refuses what it cannot take back exactly', async () => {
  const codes: string[] = []
  for (let n = 0; n < 6; n++) codes.push(await place(`091234567${n}`, 'bank_transfer'))
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = codes
  const twice = await Promise.allSettled([join(a, b), join(b, a)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await join(c, d)
  expect(await refusalOf(join(a, c))).toBe('both_have_others')
  expect(await refusalOf(join(a, b))).toBe('same_person')
  expect(await refusalOf(join(a, a))).toBe('same_person')
  await part(c)
  for (const code of [c, d, e]) await join(code, a)
  expect(await refusalOf(join(f, a))).toBe('too_many_phones')
  expect(await refusalOf(part(f))).toBe('alone')
  const nobody = { order_code: a, other: '0355555555' }
  expect(await refusalOf(services.samePerson.lookUp(lan, nobody))).toBe('other_not_found')
  expect((await customer(f)).other_phones).toEqual([])
  expect((await customer(a)).other_phones.length).toBe(4)
})

test('the ledger has who and when with sealed reasons, and undoes a join and a parting', async () => {
  const { db } = checkout.own
  const [old, fresh] = [await place('0912345678'), await place('0987654321')]
  await join(fresh, old)
  const newest = async () => {
    const { rows } = await sql<{
      change_id: number
      operation: string
      text: string
      sealed: string[]
    }>`
      select change_id, operation, concat(changes, reason, thing_key) as text, array(
        select side from change_personal where change_personal.change_id = change_log.change_id) as sealed
      from change_log where table_name = 'customer_profile' and changes ? 'person' and row_key = (
        select customer_profile_id::text from customer_profile where phone = '+84987654321')
      order by change_id desc limit 1`.execute(db)
    return rows[0] ?? { change_id: 0, operation: '', text: '', sealed: [] }
  }
  const joined = await newest()
  expect(joined).toMatchObject({ operation: 'samePerson.join', sealed: ['after'] })
  expect(joined.text).not.toMatch(/912345678|987654321|đổi số/)
  const grants = everywhere(['changes.see', 'customers.join', 'customers.see'])
  const by = { ...lan, ...staffWith(grants), staff_id: lan.staff_id }
  await services.changes.undoChange(by, { change_id: joined.change_id })
  expect((await customer(old)).other_phones).toEqual([])
  const parted = await newest()
  expect(parted).toMatchObject({ operation: 'changes.undoChange', sealed: ['before'] })
  await services.changes.undoChange(by, { change_id: parted.change_id })
  expect((await customer(old)).other_phones).toMatchObject([{ order_code: fresh }])
})
