import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffPickup } from '#contracts/staff/pickups.ts'
import type { StaffActor } from '#pure/contract.ts'
import { returnToCod } from '#shop/flows/choose-payment/return-to-cod.ts'
import { lapsePickups } from '#shop/flows/shipment/pickup/lapse-pickups.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { dataOf, type Buyer, type Order } from '#test/support/buyer.ts'
import { givePhonesCodes } from '#test/goods/coded-phones.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { assertStock, clearUnits } from '#test/support/stock-ledger.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout(relay_env)
const lan: StaffActor = { ...test_staff, name: 'Lan' }
const huy: StaffActor = { ...test_staff, name: 'Huy' }
let providers: ProviderDeps
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, bankTransfer]
  providers = await testProviders({ db, now: () => checkout.now, gateways })
  office = staffOffice(providers).services
})
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
})

const pass = (minutes: number) => {
  checkout.now = new Date(checkout.now.getTime() + minutes * 60_000)
}
const refused = (code: string, data?: unknown) =>
  expect.objectContaining(data === undefined ? { code } : { code, data })

async function place(
  payment_method: string,
  item: number = products.cable,
): Promise<[Order, Buyer]> {
  const buyer = await checkout.buyer()
  await buyer.prepare(item)
  dataOf(await buyer.address({ shipping_method: 'store_pickup', erp_shop_id: shops.first }))
  return [dataOf<Order>(await buyer.order({ payment_method })), buyer]
}

async function confirm({ code: order_code }: Order): Promise<void> {
  const { version } = await office.orders.order(lan, { order_code })
  await office.orders.confirmOrder(lan, { order_code, version })
}

const read = ({ code }: Order) =>
  office.pickups.pickup(lan, { order_code: code }) as Promise<StaffPickup>

async function prepare(order: Order, scanned?: string, actor = lan) {
  const { version, units } = await read(order)
  const skus = units.flatMap(({ sku, quantity }) => Array<string>(quantity).fill(sku)).join(' ')
  const input = { order_code: order.code, version, scanned: scanned ?? skus }
  return office.pickups.prepare(actor, input)
}

const verify = ({ code }: Order, presented: string, actor = lan) =>
  office.pickups.verify(actor, { order_code: code, presented })

async function collect(order: Order, more: Record<string, unknown> = {}, actor = lan) {
  const { version, due } = await read(order)
  const input = { order_code: order.code, version, amount: due, ...more }
  return office.pickups.collect(actor, input)
}

const seenBy = async (buyer: Buyer) => dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
const codeOf = async (buyer: Buyer) => (await seenBy(buyer)).pickup?.code ?? ''

async function ready(payment_method = 'cod', item: number = products.cable) {
  const [order, buyer] = await place(payment_method, item)
  await confirm(order)
  await prepare(order)
  return { order, buyer, code: await codeOf(buyer) }
}

async function pay(order: Order): Promise<void> {
  const amount = order.totals.grand_total
  const raw = sepayBody({ content: order.code.replace('-', ''), amount })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
}

const messagesOf = async ({ code }: Order) => {
  const { rows } = await sql<{ template: string }>`select distinct template from outbox
    join sales_order using (order_id) where code = ${code}`.execute(checkout.own.db)
  return rows.map(({ template }) => template)
}

describe('an order that is picked up', () => {
  test('is prepared, verified by its code, paid in cash and collected', async () => {
    const [order, buyer] = await place('cod')
    await confirm(order)
    const lists = async () => {
      const { counts } = await office.pickups.pickups(lan, {})
      return Object.fromEntries(counts.map(({ state, count }) => [state, count]))
    }
    const before = await lists()
    expect(await prepare(order)).toEqual({ keep_until: '2026-11-23' })
    expect(await lists()).toEqual({
      ...before,
      to_prepare: (before['to_prepare'] ?? 0) - 1,
      ready: (before['ready'] ?? 0) + 1,
    })
    expect(await messagesOf(order)).toContain('order_ready')
    const { state, pickup } = await seenBy(buyer)
    expect([state, pickup?.keep_until]).toEqual(['ready_for_pickup', '2026-11-23'])
    expect(JSON.stringify(await read(order))).not.toContain(pickup?.code)

    await expect(collect(order)).rejects.toEqual(refused('shopper_not_verified'))
    const { code: order_code } = order
    const presented = `${order_code.toLowerCase()}.${pickup?.code}`
    expect(await office.pickups.verify(lan, { presented })).toEqual({ order_code })
    const { grand_total } = order.totals
    await expect(collect(order, { amount: grand_total - 1_000 })).rejects.toEqual(
      refused('due_changed', { due: grand_total }),
    )
    expect(await collect(order)).toEqual({ amount: grand_total })
    const after = await seenBy(buyer)
    expect([after.state, after.payment.paid_total, after.pickup]).toEqual([
      'delivered',
      grand_total,
      null,
    ])
    expect(await messagesOf(order)).not.toContain('order_paid')
    const { timeline } = await office.orders.order(lan, { order_code })
    expect(timeline).toContainEqual(
      expect.objectContaining({ what: 'taken', who: 'Lan', amount: grand_total }),
    )
  })

  test('that is paid needs no cash; two people give it to its shopper once', async () => {
    const [order, buyer] = await place('bank_transfer')
    await pay(order)
    await confirm(order)
    const prepared = await Promise.allSettled([prepare(order), prepare(order, undefined, huy)])
    expect(prepared.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await verify(order, (await codeOf(buyer)).replace(/^.../, '$& '))
    expect((await read(order)).due).toBe(0)
    const both = await Promise.allSettled([collect(order), collect(order, {}, huy)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await sql<{ n: number }>`select count(*) as n from sales_order_event
      join sales_order using (order_id) where code = ${order.code} and move = 'collect'`.execute(
      checkout.own.db,
    )
    expect(Number(rows[0]?.n)).toBe(1)
  })

  test('has a proof for half an hour: its code, or four digits of its phone', async () => {
    const { order, code } = await ready()
    await verify(order, '5678')
    expect((await read(order)).verified_by).toBe('phone')
    pass(31)
    await expect(collect(order)).rejects.toEqual(refused('shopper_not_verified'))
    await verify(order, code)
    expect((await read(order)).verified_by).toBe('code')
    const other = await ready()
    await expect(verify(order, `${other.order.code}.${other.code}`)).rejects.toEqual(
      refused('code_names_other_order'),
    )
    await expect(verify(order, 'abc')).rejects.toEqual(refused('code_not_readable'))
  })

  test('takes five wrong codes, then none for a while, also not the right one', async () => {
    const { order, code } = await ready()
    const wrong = code === '000000' ? '000001' : '000000'
    for (const left of [4, 3, 2, 1]) {
      await expect(verify(order, wrong)).rejects.toEqual(refused('code_wrong', { left }))
    }
    const until = (minutes: number) =>
      refused('code_blocked', {
        blocked_until: new Date(checkout.now.getTime() + minutes * 60_000).toISOString(),
      })
    await expect(verify(order, wrong)).rejects.toEqual(until(15))
    pass(5)
    await expect(verify(order, code)).rejects.toEqual(until(10))
    pass(10)
    await verify(order, code)
    expect((await read(order)).verified_by).toBe('code')
  })

  test('that nobody collects ends after its last day; what was paid is refunded', async () => {
    const { db } = checkout.own
    await sql`update pickup set keep_until = '2027-01-01'`.execute(db)
    const free = await freeStock(db, products.cable)
    const cash = await ready()
    const [order, buyer] = await place('bank_transfer')
    await pay(order)
    await confirm(order)
    await prepare(order)
    // 7:59 of the day after the last one, then eight o'clock.
    checkout.now = new Date('2026-11-24T00:59:00Z')
    expect(await lapsePickups(providers)).toBe(0)
    pass(1)
    expect(await lapsePickups(providers)).toBe(2)
    expect(await lapsePickups(providers)).toBe(0)
    expect(await freeStock(db, products.cable)).toBe(free)
    expect((await seenBy(cash.buyer)).state).toBe('cancelled')
    const { state, payment } = await seenBy(buyer)
    expect([state, payment.refund_due_total]).toEqual(['cancelled', order.totals.grand_total])
    expect(await messagesOf(order)).toEqual(
      expect.arrayContaining(['order_not_collected', 'refund_due']),
    )
    await expect(verify(cash.order, cash.code)).rejects.toEqual(
      refused('pickup_not_possible', { state: 'cancelled' }),
    )
    const { rows } = await office.pickups.pickups(lan, { state: 'lapsed' })
    expect(rows.map((row) => row.order_code)).toContain(order.code)
  })

  test('is not given out while its shopper pays online; without money it is paid in cash again', async () => {
    const [order, buyer] = await place('cod')
    dataOf(
      await buyer.call('PUT', '/api/cart/v1/order/payment', { payment_method: 'bank_transfer' }),
    )
    await confirm(order)
    await prepare(order)
    await verify(order, await codeOf(buyer))
    await expect(collect(order)).rejects.toEqual(refused('payment_underway'))
    pass(16)
    await returnToCod(providers)
    expect(await collect(order)).toEqual({ amount: order.totals.grand_total })
  })

  test('of which a part is paid needs the rest; one that is opened again gets another code', async () => {
    const { order, buyer, code } = await ready()
    const { grand_total } = order.totals
    const raw = sepayBody({ content: order.code.replace('-', ''), amount: 50_000 })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    expect((await read(order)).due).toBe(grand_total - 50_000)
    await verify(order, code)
    await expect(collect(order, { amount: grand_total })).rejects.toEqual(
      refused('due_changed', { due: grand_total - 50_000 }),
    )
    await sql`delete from outbox`.execute(checkout.own.db)
    await sql`update sales_order set state = 'confirmed', version = version + 1
      where code = ${order.code}`.execute(checkout.own.db)
    await prepare(order)
    expect(await messagesOf(order)).toEqual(['order_ready'])
    await expect(collect(order)).rejects.toEqual(refused('shopper_not_verified'))
    await verify(order, await codeOf(buyer))
    expect(await collect(order)).toEqual({ amount: grand_total - 50_000 })
    expect((await seenBy(buyer)).payment.paid_total).toBe(grand_total)
  })

  test('may be cancelled by its shopper while it lies ready', async () => {
    const { order, buyer } = await ready()
    await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code })
    expect((await seenBy(buyer)).state).toBe('cancelled')
    await expect(collect(order)).rejects.toEqual(
      refused('pickup_not_possible', { state: 'cancelled' }),
    )
  })

  test('is given out by its shop only, and by who may; it is neither packed nor shipped', async () => {
    const { order, code } = await ready()
    const { code: order_code } = order
    const grant = { scope: 'shops', max_amount: null } as const
    const grants = { 'orders.see': grant, 'orders.ship': grant, 'pickups.collect': grant }
    const elsewhere = staffWith(grants, [shops.hanoi])
    const missing = refused('pickup_not_found')
    await expect(office.pickups.pickup(elsewhere, { order_code })).rejects.toEqual(missing)
    await expect(verify(order, code, elsewhere)).rejects.toEqual(missing)
    await expect(collect(order, {}, elsewhere)).rejects.toEqual(missing)
    await expect(prepare(order, undefined, elsewhere)).rejects.toEqual(missing)
    expect((await office.pickups.pickups(elsewhere, { state: 'ready' })).rows).toEqual([])
    const packer = staffWith(everywhere(['orders.see', 'orders.ship']))
    await expect(verify(order, code, packer)).rejects.toEqual(refused('permission_missing'))

    const [other] = await place('cod')
    await confirm(other)
    const { version, moves } = await office.orders.order(lan, { order_code: other.code })
    expect(moves).toEqual(['cancel'])
    await expect(
      office.orders.shipOrder(lan, { order_code: other.code, version, move: 'ship' }),
    ).rejects.toEqual(refused('move_not_possible'))
    const packed = { order_code: other.code, version, carrier: 'own', weight_g: 300, scanned: 'X' }
    await expect(office.parcels.packOrder(lan, packed)).rejects.toEqual(refused('not_to_pack'))
  })
})

describe('goods with an IMEI', () => {
  const imeis = ['350000000000018', '350000000000026', '350000000000034'] as const

  beforeEach(() => givePhonesCodes(checkout.own.db, imeis, checkout.now))
  afterEach(() => clearUnits(checkout.own.db))

  test('are given out by the codes that were prepared, and no other order takes them', async () => {
    const [order, buyer] = await place('cod', products.phone)
    await confirm(order)
    await expect(prepare(order)).rejects.toEqual(refused('scan_differs'))
    await prepare(order, imeis[1])
    const [other] = await place('cod', products.phone)
    await confirm(other)
    await expect(prepare(other, imeis[1])).rejects.toEqual(refused('unit_in_other_parcel'))

    await verify(order, await codeOf(buyer))
    await expect(collect(order)).rejects.toEqual(refused('scan_differs'))
    await expect(collect(order, { scanned: imeis[0] })).rejects.toMatchObject({
      code: 'scan_differs',
      data: { unexpected: [imeis[0]] },
    })
    // The unit turned out to be damaged: another one is put aside, and the code of the shopper stays.
    const code = await codeOf(buyer)
    await prepare(order, imeis[2])
    expect(await codeOf(buyer)).toBe(code)
    await expect(collect(order, { scanned: imeis[1] })).rejects.toEqual(refused('scan_differs'))
    await prepare(order, imeis[1])
    await collect(order, { scanned: imeis[1] })
    const unit = (await office.units.unit(lan, { code: imeis[1] })) as { state: string }
    expect(unit.state).toBe('sold')
    const { units } = await office.orders.order(lan, { order_code: order.code })
    expect(units).toEqual([{ item_id: products.phone, code: imeis[1] }])
    await prepare(other, imeis[0])
  })
})
