import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Customer, customers as contract } from '#contracts/staff/customers.ts'
import type { FoundGroup } from '#contracts/staff/find.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { LoggedPurpose } from '#pure/formats/consent.ts'
import type { CustomerId } from '#pure/ids.ts'
import { insertChoice } from '#shop/consent/consent-store.ts'
import { newMember } from '#test/members/member.ts'
import { type AnyOperation, Refusal, type StaffActor } from '#pure/contract.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout()
let services: StaffServices
let lan_id: number

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  services = staffOffice(await testProviders({ db, now: () => checkout.now, gateways })).services
  const { rows } = await sql<{ staff_id: number }>`
    insert into staff (name, login_name, created_at) values ('Lan', 'lan', now())
    returning staff_id`.execute(db)
  lan_id = rows[0]?.staff_id ?? 0
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order', 'customer_profile', 'bank_message')
})

async function place(phone = '0912345678'): Promise<string> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const { code } = dataOf<Order>(await buyer.order())
  // As if this phone had been typed at the checkout, with the name of its person.
  await sql`update sales_order set phone = ${phone.replace(/^0/, '+84')},
    recipient = recipient || jsonb_build_object('name', 'Nguyễn Văn Đạt', 'email', 'dat@example.com')
    where code = ${code}`.execute(checkout.own.db)
  return code
}

async function customerOf(code: string): Promise<CustomerId> {
  const { db } = checkout.own
  const order = db.selectFrom('sales_order').select('customer_id').where('code', '=', code)
  return (await order.executeTakeFirstOrThrow()).customer_id
}

async function answerFrom(code: string, shop_id: number | null, staff_id: number | null = null) {
  await sql`update sales_order set shop_id = ${shop_id}, assigned_to = ${staff_id}
    where code = ${code}`.execute(checkout.own.db)
}

function actorOf({ permission }: AnyOperation, scope: 'all' | 'shops' | 'own'): StaffActor {
  const actor = staffWith({ [permission ?? '']: { scope, max_amount: null } }, [shops.first])
  return { ...actor, staff_id: lan_id }
}

async function outcomeOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call()
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const find = async (actor: StaffActor, q: string): Promise<[string, (string | null)[]][]> =>
  (await services.find.find(actor, { q })).map(({ kind, rows }) => [
    kind,
    rows.map(({ key }) => key),
  ])

const absent = 'DH261120-7K3M9QXZ'
const inputs: Readonly<Record<string, object>> = {
  customer: {},
  showCustomer: {},
  noteCustomer: { text: 'Gọi sau 17 giờ' },
  blockCustomer: { block: '', reason: 'Hết hạn', version: 0 },
}
const of_one = Object.entries<AnyOperation>(contract).filter(([name]) => name !== 'customers')

describe('a customer', () => {
  test.each(of_one)(
    'is reached by %s within scope; a foreign one is as an absent one',
    async (name, operation) => {
      const codes = [await place(), await place('0987654321'), await place('0901111222')]
      const [own = '', assigned = '', foreign = ''] = codes
      await answerFrom(own, shops.first)
      await answerFrom(assigned, shops.hanoi, lan_id)
      await answerFrom(foreign, shops.hanoi)
      const within = { all: codes, shops: [own], own: [assigned] }
      for (const scope of ['all', 'shops', 'own'] as const) {
        const call = Reflect.get(services.customers, name) as (
          by: StaffActor,
          input: unknown,
        ) => Promise<unknown>
        for (const order_code of [...codes, absent]) {
          await emptyTables(checkout.own.db, 'customer_profile')
          const input = operation.input.parse({ ...inputs[name], order_code })
          const found = within[scope].includes(order_code) ? 'done' : 'customer_not_found'
          const expected = operation.scopes.includes(scope) ? found : 'permission_missing'
          const outcome = await outcomeOf(() => call(actorOf(operation, scope), input))
          expect([scope, order_code, outcome]).toEqual([scope, order_code, expected])
        }
      }
    },
  )

  test('is all orders of a phone, of several guests; the reader sees those of their shop', async () => {
    const first = await place()
    await answerFrom(first, shops.hanoi)
    await sql`update sales_order set created_at = created_at - interval '1 day', state = 'delivered'`.execute(
      checkout.own.db,
    )
    const second = await place()
    await answerFrom(second, shops.first)
    const reader = actorOf(contract.customer, 'shops')
    const whole = await services.customers.customer(test_staff, { order_code: first })
    expect(whole).toMatchObject({
      ...{ order_code: first, phone: '09•• ••• 678', names: ['Nguyễn Văn Đạt'], order_count: 2 },
      ...{ delivered_count: 1, version: 0, block: null },
      consents: [{ email: 'd•••@example.com', offers: 'not_given' }],
    })
    expect(whole.orders.map(({ code }) => code)).toEqual([second, first])
    const part = await services.customers.customer(reader, { order_code: second })
    expect([part.order_count, part.orders.map(({ code }) => code)]).toEqual([1, [second]])
    expect(part.may).toEqual({ note: false, block: false, join: false, see_phone: false })
    const list = (actor: StaffActor) => services.customers.customers(actor, { q: '345 678' })
    expect((await list(test_staff)).rows).toMatchObject([{ order_code: second, order_count: 2 }])
    expect((await list(reader)).rows).toMatchObject([{ order_code: second, order_count: 1 }])
    const newest = await services.customers.customers(test_staff, {})
    expect(newest.rows.map(({ order_code }) => order_code)).toEqual([second])
    expect((await services.customers.customers(test_staff, { q: 'dat van' })).rows).toHaveLength(1)
    expect((await services.customers.customers(test_staff, { q: '?!' })).rows).toEqual([])
  })

  test('has what their browsers and their account agreed to, the newest of each purpose', async () => {
    const { db } = checkout.own
    const code = await place()
    const member = await newMember(db, { phone: '+84912345678', now: checkout.now })
    const stranger = await newMember(db, { phone: '+84987654321', now: checkout.now })
    const guest_id = await customerOf(code)
    const at = (minutes: number) => new Date(checkout.now.getTime() + minutes * 60_000)
    const choose = (customer_id: CustomerId, minutes: number, ...granted: LoggedPurpose[]) =>
      insertChoice(db, {
        ...{ customer_id, granted, text_version: 1, place: 'offers', chosen_at: at(minutes) },
        purposes: ['zalo', 'push'],
      })
    await insertChoice(db, {
      ...{ customer_id: guest_id, granted: ['device'], purposes: ['ads', 'device'] },
      ...{ text_version: 3, place: 'banner', chosen_at: at(0) },
    })
    await choose(member.customer_id, 1, 'zalo', 'push')
    await choose(member.customer_id, 2, 'zalo')
    await choose(stranger.customer_id, 3)
    const { choices, wants_no_ads } = await services.customers.customer(test_staff, {
      order_code: code,
    })
    expect(choices.map(({ purpose, state, place }) => [purpose, state, place])).toEqual([
      ['push', 'withdrawn', 'offers'],
      ['zalo', 'given', 'offers'],
      ['ads', 'refused', 'banner'],
      ['device', 'given', 'banner'],
    ])
    expect(choices[0]?.at).toBe(at(2).toISOString())
    expect(wants_no_ads).toBe(false)
    await sql`insert into do_not_call (phone_hash) values (sha256('+84912345678'))`.execute(db)
    const again = await services.customers.customer(test_staff, { order_code: code })
    expect(again.wants_no_ads).toBe(true)

    // What a member agreed to who ordered for this phone is about the phone of the member.
    await sql`update sales_order set customer_id = ${stranger.customer_id}`.execute(db)
    await db.deleteFrom('member').where('customer_id', '=', member.customer_id).execute()
    const theirs = await services.customers.customer(test_staff, { order_code: code })
    expect(theirs.choices).toEqual([])
  })

  test('has devices, parcels that were not accepted, refunds and messages', async () => {
    const { db } = checkout.own
    const code = await place()
    await answerFrom(code, shops.hanoi)
    const imei1 = '356938035643809'
    await sql`insert into unit (product_id, imei1, state, order_code, warranty_from, warranty_until, created_at)
      values (${products.cable}, ${imei1}, 'sold', ${code}, '2026-11-20', '2027-11-20', now())`.execute(
      db,
    )
    await sql`insert into parcel (code, order_id, shop_id, carrier, carrier_code, state, weight_g, cod_amount, created_at, updated_at)
      select 'VD7K3M9QXZT', order_id, shop_id, 'ghn', 'LXYZ99', 'returning', 500, 0, now(), now() from sales_order`.execute(
      db,
    )
    await sql`insert into refund (number, order_id, gateway, amount, reason, state, created_at, updated_at)
      select 'HT1', order_id, 'cod', 1000, 'cancelled', 'dropped', now(), now() from sales_order`.execute(
      db,
    )
    const customer = await services.customers.customer(test_staff, { order_code: code })
    expect(customer).toMatchObject({
      units: [{ code: imei1, order_code: code, state: 'sold', warranty_until: '2027-11-20' }],
      refused_parcels: [{ code: 'VD7K3M9QXZT', order_code: code, state: 'returning' }],
      refunds: [{ number: 'HT1', amount: 1000, state: 'dropped' }],
    })
    expect(customer.messages.length).toBeGreaterThan(0)
    const found = {
      [imei1]: ['unit', [imei1]],
      lxyz99: ['parcel', ['VD7K3M9QXZT']],
      VD7K3M9QXZT: ['parcel', ['VD7K3M9QXZT']],
    }
    const elsewhere = {
      ...test_staff,
      grants: new Map(
        [...test_staff.grants.keys()].map((name) => [
          name,
          [{ scope: 'shops' as const, max_amount: null }],
        ]),
      ),
      shops: [shops.first],
    }
    for (const [q, expected] of Object.entries(found)) {
      expect(await find(test_staff, q)).toEqual([expected])
      expect(await find(elsewhere, q)).toEqual([])
    }
    await sql`delete from unit`.execute(db)
  })

  test('has a history that says who looked at the phone', async () => {
    const order_code = await place()
    await services.customers.noteCustomer(test_staff, { order_code, text: 'Gọi sau 17 giờ' })
    const { phone } = await services.customers.showCustomer(test_staff, { order_code })
    const { events } = await services.customers.customer(test_staff, { order_code })
    expect(phone).toBe('0912345678')
    expect(events).toMatchObject([
      { kind: 'phone_shown', text: null, staff_name: test_staff.name },
      { kind: 'note', text: 'Gọi sau 17 giờ' },
    ])
    const plain = await sql`select from change_log where thing = 'customer'
      and (changes::text || thing_key || coalesce(reason, '')) ~ '912345678|17 giờ'`.execute(
      checkout.own.db,
    )
    expect(plain.rows).toEqual([])
  })
})

describe('a blocked customer', () => {
  async function block(order_code: string, wanted: 'prepay' | 'no_orders' | '', version: number) {
    const input = contract.blockCustomer.input.parse({
      order_code,
      block: wanted,
      version,
      reason: 'Bom hàng',
    })
    return services.customers.blockCustomer(test_staff, input)
  }

  async function refusalOf(payment_method: string): Promise<unknown> {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const { status, body } = await buyer.order({ payment_method })
    return [status, body]
  }

  test('pays first, or orders nothing, until somebody lifts it', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const { code } = dataOf<Order>(await buyer.order())
    await block(code, 'prepay', 0)
    expect(JSON.stringify(await refusalOf('cod'))).toContain('prepaid')
    expect(await refusalOf('bank_transfer')).toMatchObject([200, {}])
    await block(code, 'no_orders', 2)
    for (const method of ['cod', 'bank_transfer']) {
      expect(JSON.stringify(await refusalOf(method))).toContain('orders_refused')
    }
    await block(code, '', 3)
    expect(await refusalOf('cod')).toMatchObject([200, {}])
    const { events, block: now } = await services.customers.customer(test_staff, {
      order_code: code,
    })
    expect([now, events.map(({ kind }) => kind)]).toEqual([
      null,
      ['unblocked', 'no_orders', 'prepay'],
    ])
    expect(await moneyErrors(checkout.own.db)).toEqual([])
  })

  test('is blocked once by two people at once from the same view', async () => {
    const code = await place()
    const outcomes = await Promise.allSettled([
      block(code, 'prepay', 0),
      block(code, 'no_orders', 0),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({
      reason: { code: 'customer_changed', data: { name: test_staff.name } },
    })
  })
})

describe('the search box', () => {
  test('finds an order by its code and a customer by any spelling of the phone', async () => {
    const code = await place()
    await place('0987654321')
    expect(await find(test_staff, ` ${code.toLowerCase()} `)).toEqual([['order', [code]]])
    expect(await find(test_staff, code.replace('-', ''))).toEqual([['order', [code]]])
    for (const q of ['+84 912.345.678', '0912-345-678', '5678']) {
      expect(await find(test_staff, q)).toEqual([['customer', [code]]])
    }
    const [customers] = await services.find.find(test_staff, { q: 'nguyen dat' })
    expect(customers).toMatchObject({ kind: 'customer', has_more: false, rows: [{}, {}] })
    expect(await find(test_staff, '')).toEqual([])
  })

  test('finds a product by its SKU and name, and money by its text', async () => {
    const { db } = checkout.own
    await sql`update product set search_text = 'cap sac nhanh' where type = 'configurable'`.execute(
      db,
    )
    const { rows } = await sql<{ sku: string }>`
      select sku from product where product_id = ${products.cable}`.execute(db)
    const { sku = '' } = rows[0] ?? {}
    expect(await find(test_staff, sku.toLowerCase())).toContainEqual([
      'product',
      expect.arrayContaining([sku]),
    ])
    expect(await find(test_staff, 'nhanh cáp')).toContainEqual([
      'product',
      expect.arrayContaining([sku]),
    ])
    const code = await place()
    await sql`insert into bank_message (relay, relay_id, order_id, amount, content, reference, outcome, received_at)
      select 'sepay', '1', order_id, 5000, 'MBVCB.123 tra tien Cap', 'FT26327001', 'paid', now() from sales_order`.execute(
      db,
    )
    expect(await find(test_staff, 'tra tien')).toEqual([['money', [code]]])
    expect(await find(test_staff, 'ft26327001')).toEqual([['money', [code]]])
  })

  test('leaves out what is out of reach, and kinds whose page the caller may not open', async () => {
    const code = await place()
    await answerFrom(code, shops.hanoi)
    const grants = (names: string[]) =>
      Object.fromEntries(names.map((name) => [name, { scope: 'shops', max_amount: null }] as const))
    const seller = staffWith(grants(['orders.see', 'customers.see']), [shops.first])
    const there = { ...seller, shops: [shops.hanoi] }
    const packer = staffWith(grants(['orders.see']), [shops.hanoi])
    const nobody = staffWith({})
    for (const q of [code, '5678', 'nguyen van dat']) {
      expect(await find(seller, q)).toEqual([])
      expect(await find(nobody, q)).toEqual([])
      expect(await find(there, q)).toEqual([[q === code ? 'order' : 'customer', [code]]])
      expect(await find(packer, q)).toEqual([['order', [code]]])
    }
  })
})

test('a search tells no digits of a phone to whoever may see none', async () => {
  const code = await place()
  const all = { scope: 'all', max_amount: null } as const
  const auditor = staffWith({ 'orders.see': all, 'customers.see': all })
  const packer = staffWith({ 'orders.see': all })
  const customersOf = async (q: string) =>
    (await services.customers.customers(auditor, { q })).rows.map(({ order_code }) => order_code)
  for (const q of ['5678', '45678', '95678', '9912 5678']) {
    expect(await customersOf(q)).toEqual([code])
    expect(await find(auditor, q)).toEqual([['customer', [code]]])
    expect(await find(packer, q)).toEqual([['order', [code]]])
  }
  expect(await customersOf('0912349678')).toEqual([])
})

test('the page of a customer names no phone that was not asked for', async () => {
  const order_code = await place()
  const customer: Customer = await services.customers.customer(test_staff, { order_code })
  const found: FoundGroup[] = await services.find.find(test_staff, { q: '0912345678' })
  expect(JSON.stringify([customer, found])).not.toMatch(/912345678|dat@/)
})
