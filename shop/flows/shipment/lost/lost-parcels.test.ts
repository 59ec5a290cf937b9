import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { ParcelMove } from '#contracts/staff/parcels.ts'
import type { Tables } from '#db/schema.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { givePhonesCodes } from '#test/goods/coded-phones.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { repeats } from '#test/support/repeats.ts'
import { freeStock, products, shops } from '#test/support/small-shop.ts'
import { everywhere, staffWith, test_staff } from '#test/support/staff.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout(relay_env)
let lan = { ...test_staff, name: 'Lan' }
/** Decides about lost parcels, and refunds up to 1,000,000đ alone. */
let mai = { ...staffWith({}, []), name: 'Mai' }
let office: StaffServices
/** The same office with a connection of its own, which is killed. */
let dying: { db: ReturnType<typeof openDatabase<Tables>>; services: StaffServices }

beforeAll(async () => {
  const { db, url } = checkout.own
  const about = { now: () => checkout.now, gateways: [cashOnDelivery, bankTransfer] }
  office = staffOffice(await testProviders({ db, ...about })).services
  const killed = openDatabase<Tables>(url, { max: 1 })
  dying = {
    db: killed,
    services: staffOffice(await testProviders({ db: killed, ...about })).services,
  }
  const { rows } = await sql<{ staff_id: typeof lan.staff_id }>`
    insert into staff (name, login_name, created_at)
    values ('Lan', 'lan', now()), ('Mai', 'mai', now()) returning staff_id`.execute(db)
  const [first, second] = rows
  if (first === undefined || second === undefined) throw new RangeError('no staff')
  lan = { ...lan, ...first }
  const limited = { scope: 'all', max_amount: 1_000_000 } as const
  const may = { ...everywhere(['orders.cancel', 'refunds.ask']), 'refunds.approve': limited }
  mai = { ...staffWith(may), ...second, name: 'Mai' }
})
afterAll(() => dying.db.destroy())
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('; '))
})

const refused = (code: string) => expect.objectContaining({ code })
const shown = (order_code: string) => office.orders.order(lan, { order_code })
const parcelOf = (code: string) => office.parcels.parcel(lan, { code })

/** A confirmed order of these quantities. */
async function confirmed(goods: Record<number, number>, payment_method = 'cod'): Promise<Order> {
  const buyer = await checkout.buyer()
  for (const [item_id, quantity] of Object.entries(goods)) {
    dataOf(await buyer.add(Number(item_id), quantity))
  }
  dataOf(await buyer.quote(goods))
  dataOf(await buyer.address())
  const order = dataOf<Order>(await buyer.order({ payment_method }))
  if (payment_method !== 'cod') {
    const amount = order.totals.grand_total
    const raw = sepayBody({ content: order.code.replace('-', ''), amount })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  }
  const { version } = await shown(order.code)
  await office.orders.confirmOrder(lan, { order_code: order.code, version })
  return order
}

async function pack(order_code: string, scanned: readonly string[], is_part = false) {
  const { version } = await office.parcels.packing(lan, { order_code })
  const { code } = await office.parcels.packOrder(lan, {
    ...{ order_code, version, carrier: 'own', weight_g: 300, scanned: scanned.join(' ') },
    ...(is_part && { is_part: '1' as const }),
  })
  return code
}

async function move(code: string, ...names: ParcelMove[]) {
  for (const name of names) {
    const { version } = await parcelOf(code)
    await office.parcels.moveParcel(lan, { code, version, move: name, note: '' })
  }
}

/** An order of cables whose only parcel is lost. */
async function lostCables(payment_method = 'cod', quantity = 3) {
  const order = await confirmed({ [products.cable]: quantity }, payment_method)
  const sku = order.items[0]?.sku ?? ''
  const code = await pack(order.code, Array<string>(quantity).fill(sku))
  await move(code, 'hand_over', 'lose')
  return { order_code: order.code, total: order.totals.grand_total, code, sku }
}

async function writeOff(code: string, actor = lan) {
  const { version } = await parcelOf(code)
  return office.lostParcels.writeOff(actor, { code, version, reason: 'Hãng báo mất' })
}

async function sendGoodsAgain(code: string, services = office) {
  const { version } = await parcelOf(code)
  return services.lostParcels.sendGoodsAgain(lan, { code, version })
}

async function messagesOf(order_code: string): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    select template from outbox join sales_order using (order_id)
    where code = ${order_code} and channel = 'sms' order by outbox_id`.execute(checkout.own.db)
  return rows.map(({ template }) => template)
}

/** The movements of an order as "kind quantity", without its receipt. */
async function movementsOf(order_code: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select kind || ' ' || quantity as text from stock_movement
    where document = ${order_code} order by stock_movement_id`.execute(checkout.own.db)
  return rows.map(({ text }) => text)
}

/** The order as its link shows it. */
async function shopperSees(code: string): Promise<Order> {
  const { rows } = await sql<{ secret: string }>`
    select secret from sales_order where code = ${code}`.execute(checkout.own.db)
  const query = new URLSearchParams({ code, secret: rows[0]?.secret ?? '' })
  return dataOf<Order>(await checkout.door.call('GET', `/api/cart/v1/order?${query}`))
}

const waitingLosses = async (actor = lan) =>
  (await office.today.waiting(actor, {})).find(({ kind }) => kind === 'lost_parcels')?.count

describe('an order whose only parcel is lost', () => {
  test('ends: its cash is not collected, its units are written off, its shopper is told', async () => {
    const { db } = checkout.own
    const free = await freeStock(db, products.cable)
    const { order_code, code } = await lostCables()
    expect((await shown(order_code)).state).toBe('shipping')
    expect(await waitingLosses()).toBe(1)
    expect(await office.lostParcels.ofOrder(lan, { order_code })).toMatchObject([
      { code, is_whole: true, refund: 0, needs_approval: false, missing: [], asked_by: null },
    ])
    expect(await writeOff(code)).toEqual({ order_code, outcome: 'done' })
    const order = await shown(order_code)
    expect(order).toMatchObject({
      state: 'cancelled',
      payments: [{ state: 'failed' }],
      refunds: [],
    })
    expect(order.timeline.find(({ what }) => what === 'lose')).toMatchObject({
      ...{ who: 'Lan', note: 'Hãng báo mất' },
    })
    expect(await parcelOf(code)).toMatchObject({ state: 'written_off', claim_state: 'open' })
    expect(await freeStock(db, products.cable)).toBe(free - 3)
    expect(await movementsOf(order_code)).toEqual(['sale -3', 'return 3', 'lost -3'])
    expect(await messagesOf(order_code)).toContain('order_lost')
    expect((await shopperSees(order_code)).history.at(-1)).toMatchObject({
      ...{ state: 'cancelled', note: 'Hãng giao làm thất lạc hàng nên đơn kết thúc' },
    })
    expect(await waitingLosses()).toBe(0)
    await expect(writeOff(code)).rejects.toEqual(refused('not_lost'))
  })

  test('that is paid is refunded in full; the claim on the carrier stays money of its own', async () => {
    const { order_code, code, total } = await lostCables('bank_transfer')
    expect(await writeOff(code)).toEqual({ order_code, outcome: 'done' })
    expect(await shown(order_code)).toMatchObject({
      ...{ state: 'cancelled', refunds: [{ amount: total, state: 'due' }] },
    })
    expect(await messagesOf(order_code)).toEqual(
      expect.arrayContaining(['order_lost', 'refund_due']),
    )
    const claims = async () =>
      (await office.codMoney.codMoney(lan, {})).claims.filter((one) => one.parcel_code === code)
    expect(await claims()).toMatchObject([{ value: 450_000 }])
    const paid = { parcel_code: code, state: 'paid', amount: 450_000, reason: 'Đền đủ' } as const
    await office.codMoney.settleClaim(lan, paid)
    expect(await claims()).toEqual([])
    expect(await parcelOf(code)).toMatchObject({ state: 'written_off', claim_state: 'paid' })
  })

  test('above the limit one asks and another approves; until then it waits', async () => {
    const { order_code, code, total } = await lostCables('bank_transfer', 10)
    expect(total).toBeGreaterThan(1_000_000)
    expect(await office.lostParcels.ofOrder(mai, { order_code })).toMatchObject([
      { refund: total, needs_approval: true },
    ])
    expect(await writeOff(code, mai)).toEqual({ order_code, outcome: 'asked' })
    await expect(writeOff(code)).rejects.toEqual(refused('already_asked'))
    expect(await shown(order_code)).toMatchObject({ state: 'shipping', refunds: [] })
    expect(await waitingLosses()).toBe(0)
    expect(await office.lostParcels.ofOrder(lan, { order_code })).toMatchObject([
      { asked_by: 'Mai' },
    ])
    const { rows } = await office.refundRequests.requests(lan, { state: 'asked' })
    const [asked] = rows.filter((one) => one.order_code === order_code)
    expect(asked).toMatchObject({ amount: total, kind: 'lost', parcel_code: code })
    const { refund_request_id = 0 } = asked ?? {}
    await expect(office.refundRequests.approve(mai, { refund_request_id })).rejects.toEqual(
      refused('own_request'),
    )
    await office.refundRequests.approve(lan, { refund_request_id })
    expect(await shown(order_code)).toMatchObject({
      ...{ state: 'cancelled', refunds: [{ amount: total, state: 'due' }] },
    })
  })

  test('rejected, or sent again meanwhile, the request ends nothing', async () => {
    const { order_code, code } = await lostCables('bank_transfer', 10)
    const askedId = async () => {
      await writeOff(code, mai)
      const { rows } = await office.refundRequests.requests(lan, { state: 'asked' })
      return rows.find((one) => one.order_code === order_code)?.refund_request_id ?? 0
    }
    await office.refundRequests.reject(lan, {
      ...{ refund_request_id: await askedId(), note: 'Gửi lại cho khách' },
    })
    expect(await waitingLosses()).toBe(1)
    const refund_request_id = await askedId()
    await sendGoodsAgain(code)
    await expect(office.refundRequests.approve(lan, { refund_request_id })).rejects.toEqual(
      refused('refund_request_not_found'),
    )
    expect((await shown(order_code)).state).toBe('shipping')
  })

  test('is refused to staff of other shops, to another version, and for a parcel that is not lost', async () => {
    const { code, order_code } = await lostCables()
    const elsewhere = staffWith({ 'orders.cancel': { scope: 'shops', max_amount: null } }, [
      shops.repairs,
    ])
    await expect(writeOff(code, { ...elsewhere, name: 'Huy' })).rejects.toEqual(
      refused('parcel_not_found'),
    )
    expect(await office.lostParcels.ofOrder(elsewhere, { order_code })).toEqual([])
    await expect(
      office.lostParcels.writeOff(lan, { code, version: 1, reason: 'Hãng báo mất' }),
    ).rejects.toEqual(refused('parcel_changed'))
    const order = await confirmed({ [products.cable]: 1 })
    const other = await pack(order.code, [order.items[0]?.sku ?? ''])
    await expect(writeOff(other)).rejects.toEqual(refused('not_lost'))
    // Two who decide at once decide once.
    const both = await Promise.allSettled([writeOff(code), sendGoodsAgain(code)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('the goods of a lost parcel', () => {
  test('are sent again: other units are packed for the same order, which is delivered', async () => {
    const { db } = checkout.own
    const [lost_imei, other_imei] = ['353912110000017', '353912110000025'] as const
    await givePhonesCodes(db, [lost_imei, other_imei], checkout.now)
    const order = await confirmed({ [products.phone]: 1 })
    const first = await pack(order.code, [lost_imei])
    const { cod_amount } = await parcelOf(first)
    await move(first, 'hand_over', 'lose')
    const free = await freeStock(db, products.phone)
    await sendGoodsAgain(first)
    expect(await freeStock(db, products.phone)).toBe(free - 1)
    const { rows } = await sql<{ state: string; place: string | null }>`
      select state, coalesce(order_code, shop_id::text) as place from unit where imei1 = ${lost_imei}`.execute(
      db,
    )
    expect(rows).toEqual([{ state: 'written_off', place: null }])
    expect(await parcelOf(first)).toMatchObject({ state: 'replaced', part: null })
    expect(await messagesOf(order.code)).toContain('order_sent_again')
    const queue = await office.parcels.packQueue(lan, {})
    expect(queue.rows.map(({ order_code }) => order_code)).toContain(order.code)
    const second = await pack(order.code, [other_imei])
    expect(await parcelOf(second)).toMatchObject({ cod_amount, part: null })
    await move(second, 'hand_over', 'deliver')
    expect(await shown(order.code)).toMatchObject({
      ...{ state: 'delivered', payments: [{ state: 'due_on_delivery' }] },
      units: [{ item_id: products.phone }],
    })
    expect(await movementsOf(order.code)).toEqual(['sale -1', 'return 1', 'lost -1', 'sale -1'])
  })

  test('that are free nowhere cannot be sent again, and nothing changes', async () => {
    const imei = '353912110000033'
    await givePhonesCodes(checkout.own.db, [imei], checkout.now)
    const order = await confirmed({ [products.phone]: 1 })
    const code = await pack(order.code, [imei])
    await move(code, 'hand_over', 'lose')
    expect(await office.lostParcels.ofOrder(lan, { order_code: order.code })).toMatchObject([
      { missing: [{ quantity: 1 }] },
    ])
    await expect(sendGoodsAgain(code)).rejects.toEqual(refused('goods_not_free'))
    expect((await parcelOf(code)).state).toBe('lost')
    await writeOff(code)
    expect((await shown(order.code)).state).toBe('cancelled')
  })

  test('of one of two parcels leave the order, which the other one completes', async () => {
    for (const is_first of [true, false]) {
      const order = await confirmed({ [products.cable]: 5 }, 'bank_transfer')
      const sku = order.items[0]?.sku ?? ''
      const one = await pack(order.code, [sku, sku], true)
      const other = await pack(order.code, [sku, sku, sku])
      await move(one, 'hand_over', 'lose')
      await move(other, 'hand_over')
      if (!is_first) await move(other, 'deliver')
      const lost = await office.lostParcels.ofOrder(lan, { order_code: order.code })
      expect(lost).toMatchObject([{ is_whole: false, refund: 300_000 }])
      await writeOff(one)
      if (is_first) await move(other, 'deliver')
      expect(await shown(order.code)).toMatchObject({
        ...{ state: 'delivered', items: [{ item_quantity: 3 }] },
        refunds: [{ amount: 300_000, reason: 'fewer_goods', state: 'due' }],
      })
      expect(await messagesOf(order.code)).toContain('order_part_lost')
      const { claims } = await office.codMoney.codMoney(lan, {})
      expect(claims.find(({ parcel_code }) => parcel_code === one)?.value).toBe(300_000)
    }
  })

  test('worth more than the limit leave an order that goes on when somebody else has approved', async () => {
    const order = await confirmed({ [products.cable]: 10 }, 'bank_transfer')
    const sku = order.items[0]?.sku ?? ''
    const one = await pack(order.code, Array<string>(8).fill(sku), true)
    const other = await pack(order.code, [sku, sku])
    await move(one, 'hand_over', 'lose')
    await move(other, 'hand_over', 'deliver')
    expect(await writeOff(one, mai)).toMatchObject({ outcome: 'asked' })
    const { rows } = await office.refundRequests.requests(lan, { state: 'asked' })
    const asked = rows.find(({ order_code }) => order_code === order.code)
    await office.refundRequests.approve(lan, { refund_request_id: asked?.refund_request_id ?? 0 })
    expect(await shown(order.code)).toMatchObject({
      ...{ state: 'delivered', items: [{ item_quantity: 2 }] },
      refunds: [{ amount: 1_200_000, reason: 'fewer_goods' }],
    })
  })

  test('of both parcels end the order with the second one', async () => {
    const order = await confirmed({ [products.cable]: 4 })
    const sku = order.items[0]?.sku ?? ''
    const one = await pack(order.code, [sku], true)
    const other = await pack(order.code, [sku, sku, sku])
    await move(one, 'hand_over', 'lose')
    await move(other, 'hand_over', 'lose')
    await writeOff(one)
    expect(await shown(order.code)).toMatchObject({ state: 'shipping' })
    await writeOff(other)
    expect(await shown(order.code)).toMatchObject({ state: 'cancelled', refunds: [] })
  })
})

test('a connection that dies while lost goods are sent again or written off leaves no unit in two places', async () => {
  const step = repeats({ verify: 6, soak: 0.5 })
  for (const decide of [
    (code: string) => sendGoodsAgain(code, dying.services),
    async (code: string) => {
      const { version } = await parcelOf(code)
      const input = { code, version, reason: 'Hãng báo mất' }
      return dying.services.lostParcels.writeOff(lan, input)
    },
  ]) {
    const { code, order_code } = await lostCables('bank_transfer')
    for (let ms = 0, is_done = false; !is_done; ms += step) {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(dying.db)
      void wait(ms).then(() =>
        sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(checkout.own.db),
      )
      is_done = await decide(code).then(
        () => true,
        () => false,
      )
      await wait(ms + 20)
      await assertStock(checkout.own.db)
      is_done ||= (await parcelOf(code)).state !== 'lost'
    }
    expect(await movementsOf(order_code)).toEqual(['sale -3', 'return 3', 'lost -3'])
  }
})
