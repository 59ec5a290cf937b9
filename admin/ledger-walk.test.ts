import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inputsOfCustomers } from '#test/goods/inputs-of-customers.ts'
import { pressedTwice } from '#test/goods/pressed-twice.ts'
import { inputsOfDrafts } from '#test/goods/inputs-of-drafts.ts'
import { inputsOfUsed } from '#test/goods/inputs-of-used.ts'
import {
  foreign_campaign,
  inputsOfCampaigns,
  prepareCampaigns,
} from '#test/goods/inputs-of-campaigns.ts'
import { inputsOfFlashSales } from '#test/goods/inputs-of-flash-sales.ts'
import { inputsOfLoans } from '#test/goods/inputs-of-loans.ts'
import { inputsOfGoods } from '#test/goods/inputs-of-goods.ts'
import { inputsOfTickets } from '#test/goods/inputs-of-tickets.ts'
import { inputsOfTrades } from '#test/goods/inputs-of-trade-ins.ts'
import { inputsOfLosses } from '#test/goods/inputs-of-losses.ts'
import { inputsOfReturns } from '#test/goods/inputs-of-returns.ts'
import { inputsOfCards } from '#test/members/cards.ts'
import { inputsOfTalk } from '#test/members/talk.ts'
import { testPictures } from '#test/pictures/test-pictures.ts'
import { operation_titles } from '#admin/pages/changes/operation-texts.ts'
import { permissions, type StaffServices, staffServices } from '#contracts/staff/all.ts'
import type { Tables } from '#db/schema.ts'
import { openDatabase, type PooledDatabase } from '#platform/database/postgres.ts'
import { withRequestId } from '#platform/observe/request-id.ts'
import { type AnyOperation, Refusal, type StaffActor } from '#pure/contract.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import type { StaffOffice } from '#shop/staff-services.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testBox, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { inputsOfPasskeys } from '#test/passkeys/inputs-of-passkeys.ts'
import { clearUnits } from '#test/support/stock-ledger.ts'
import { everywhere, staffWith } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'

/**
 * Every operation of staff that writes leaves an entry in the ledger; every other one works on a connection that
 * cannot write. Two who press at once make no fault. A new operation that writes needs its input in `inputs` below.
 */
const checkout = openCheckout(relay_env)
const password = 'một mật khẩu thật dài'
const somewhere = { address: '10.0.0.1', device: 'Firefox' }
const card_files = { pictures: testPictures(), card_box: testBox() }
const request_id = 'request-of-the-walk'
let office: StaffOffice
let reading: StaffOffice
let served: PooledDatabase<Tables>
let read_only: PooledDatabase<Tables>
let actor: StaffActor

type Call = (actor: StaffActor, input: unknown) => Promise<unknown>
const operations = Object.entries(staffServices).flatMap(([service, contract]) =>
  Object.entries(contract).map(
    ([name, operation]) => [`${service}.${name}`, operation as AnyOperation] as const,
  ),
)
const writing = operations.filter(([, { method }]) => method !== 'GET')
const others = operations.filter(([, { method }]) => method === 'GET')

beforeAll(async () => {
  const { db, served_url } = checkout.own
  const now = () => checkout.now
  const gateways = [cashOnDelivery, bankTransfer]
  // With the rights of the serving processes.
  served = openDatabase<Tables>(served_url)
  const providers = await testProviders({ db: served, now, gateways })
  const { pictures, card_box } = card_files
  office = staffOffice(providers, 'demo', undefined, pictures, card_box)
  const address = new URL(served_url)
  address.searchParams.set('options', '-c default_transaction_read_only=on')
  read_only = openDatabase<Tables>(address.href)
  reading = staffOffice(await testProviders({ db: read_only, now, gateways }))
  await office.sign_in.createFirstAccount(null, { name: 'Lan', login_name: 'lan', password })
  const { rows } = await sql<{ staff_id: number }>`select staff_id from staff`.execute(db)
  actor = { ...staffWith(everywhere(permissions)), staff_id: rows[0]?.staff_id ?? 0 }
  await prepareCampaigns(db)
})
beforeEach(async () => {
  await sql`delete from outbox`.execute(checkout.own.db)
})
afterAll(async () => {
  await served.destroy()
  await read_only.destroy()
})

async function place(payment_method = 'cod', prepared = products.cable): Promise<Order> {
  const buyer = await checkout.buyer()
  await buyer.prepare(prepared)
  return dataOf<Order>(await buyer.order({ payment_method }))
}

async function seen(states: 'pending' | 'confirmed' = 'pending') {
  const { code: order_code } = await place()
  if (states === 'pending') return { order_code, version: 1 }
  const { version } = await office.services.orders.confirmOrder(actor, { order_code, version: 1 })
  return { order_code, version }
}

async function packed(): Promise<string> {
  const input = await inputs['parcels.packOrder']?.()
  return (await office.services.parcels.packOrder(actor, input as never)).code
}

async function placeForPickup(): Promise<string> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  dataOf(await buyer.address({ shipping_method: 'store_pickup', erp_shop_id: shops.first }))
  const { code: order_code } = dataOf<Order>(await buyer.order())
  await office.services.orders.confirmOrder(actor, { order_code, version: 1 })
  return order_code
}

async function readyForPickup(): Promise<string> {
  const input = (await inputs['pickups.prepare']?.()) as { order_code: string }
  await office.services.pickups.prepare(actor, input as never)
  return input.order_code
}

async function transfer(content: string, amount: number): Promise<void> {
  const raw = sepayBody({ content, amount })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
}

async function newest(what: 'review' | 'refund' | 'message' | 'staff'): Promise<number> {
  const { rows } = await sql<Record<typeof what, number>>`
    select (select max(payment_review_id) from payment_review) as review,
      (select max(refund_id) from refund) as refund, (select max(outbox_id) from outbox) as message,
      (select max(staff_id) from staff) as staff`.execute(checkout.own.db)
  return rows[0]?.[what] ?? 0
}

const hanoi_sales = { role_codes: ['sales'], shop_ids: [shops.hanoi] }
const moved = { role_codes: [], shop_ids: [], place_seen: hanoi_sales }
async function colleague(): Promise<number> {
  const added = { name: 'Huy', login_name: `huy${await newest('staff')}`, ...hanoi_sales }
  return (await office.services.people.add(actor, added)).staff_id
}

async function assigning() {
  const asked = { form_key: randomUUID(), orders: [await seen()], staff_id: actor.staff_id }
  return office.services.bulk.startAssign(actor, asked)
}

const viewNamed = (name: string) => ({ list: 'orders', query: 'paid=no', name, is_team: true })

const onDuty = () => ({ db: checkout.own.db, staff: office.services, actor })

/** What to call each operation with, so that it writes. */
const inputs: Readonly<Record<string, () => Promise<unknown>>> = {
  ...inputsOfGoods(onDuty),
  ...inputsOfDrafts(() => ({ staff: office.services, actor })),
  ...inputsOfReturns(() => ({ ...onDuty(), place: async () => (await place()).code })),
  ...inputsOfLosses(() => ({ ...onDuty(), packed })),
  ...inputsOfFlashSales(onDuty),
  ...inputsOfCampaigns(onDuty),
  ...inputsOfTalk(onDuty),
  ...inputsOfCustomers(() => ({ ...onDuty(), seen })),
  ...inputsOfCards(() => ({ ...onDuty(), now: checkout.now, files: card_files })),
  'orders.confirmOrder': () => seen(),
  'orders.shipOrder': async () => ({ ...(await seen('confirmed')), move: 'ship' }),
  'orders.cancelOrder': async () => ({ ...(await seen()), reason: 'other' }),
  'orders.addNote': async () => ({ ...(await seen()), kind: 'note', text: 'Gọi lại sau 14 giờ' }),
  'orders.showPhone': () => seen(),
  'recipients.changeRecipient': async () => ({
    ...(await seen()),
    name: 'Trần Bình',
    street: '5 Lê Lợi',
  }),
  'orderGoods.changeGoods': async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable, 2)
    const { code: order_code } = dataOf<Order>(await buyer.order())
    const removed = { 1: 1 }
    const shown = await office.services.orderGoods.goods(actor, { order_code, removed })
    const { new_total } = shown
    return { order_code, version: 1, removed, added: {}, new_total, reason: 'Khách đổi ý' }
  },
  'orderParts.splitOrder': async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable, 2)
    const { code: order_code } = dataOf<Order>(await buyer.order())
    const shown = await office.services.orderParts.split(actor, { order_code, moved: { 1: 1 } })
    const { version, totals } = shown
    return { order_code, version, moved: { 1: 1 }, total: totals?.stays, reason: 'Giao sau' }
  },
  'orderParts.joinOrders': async () => {
    const [one, two] = [await place(), await place()]
    const other = await office.services.orders.order(actor, { order_code: two.code })
    const fee = other.totals.shipping_fee
    const total = one.totals.grand_total + two.totals.grand_total - fee
    const joined = { order_code: one.code, version: 1, total }
    return { ...joined, other_code: two.code, other_version: 1 }
  },
  'orderParts.keepApart': () => seen(),
  'orderGoods.orderApart': async () => ({
    ...(await seen()),
    removed: {},
    added: { [products.cable]: 1 },
  }),
  'orderShop.changeShop': async () => {
    const { order_code } = await seen()
    const { version, shops } = await office.services.orderShop.shops(actor, { order_code })
    const to = shops.find(({ shop_id, missing }) => shop_id !== 1 && missing.length === 0)
    return { order_code, version, shop_id: to?.shop_id, reason: 'Kho gần khách hơn' }
  },
  'orderTags.tagOrder': async () => ({ ...(await seen()), tag: 'Gấp' }),
  'orderTags.untagOrder': async () => {
    const { order_code } = await seen()
    await office.services.orderTags.tagOrder(actor, { order_code, tag: 'Gấp' })
    return { order_code, tag: 'GẤP' }
  },
  'bulk.startTag': async () => ({ form_key: randomUUID(), orders: [await seen()], tag: 'Gấp' }),
  'bulk.startMoveShop': async () => ({
    ...{ form_key: randomUUID(), orders: [await seen()], shop_id: 2, reason: 'Kho gần hơn' },
  }),
  'bulk.startUntag': async () => ({ form_key: randomUUID(), orders: [await seen()], tag: 'Gấp' }),
  'orders.assignOrder': async () => {
    const { order_code } = await seen()
    return { order_code, staff_id: actor.staff_id, staff_id_seen: null }
  },
  'calls.nextCall': async () => {
    await seen()
    return {}
  },
  'calls.takeCall': () => seen(),
  'calls.takeOverCall': () => seen(),
  'calls.leaveCall': async () => {
    await office.services.calls.takeCall(actor, await seen())
    return {}
  },
  'calls.recordCall': async () => {
    const { order_code, version } = await seen()
    await office.services.calls.takeCall(actor, { order_code })
    return { order_code, version, outcome: 'agreed' }
  },
  'erasures.eraseCustomer': async () => {
    const order = await seen()
    await sql`update sales_order set phone = '+84977000111' where code = ${order.order_code}`.execute(
      checkout.own.db,
    )
    await office.services.orders.cancelOrder(actor, { ...order, reason: 'other' })
    const request = { channel: 'email', request_number: 'YC-1' }
    return { phone: '0977000111', order_count: 1, ...request }
  },
  'bulk.startConfirm': async () => ({ form_key: randomUUID(), orders: [await seen()] }),
  'bulk.startCancel': async () => {
    return { form_key: randomUUID(), orders: [await seen()], reason: 'other' }
  },
  'bulk.startAssign': async () => {
    return { form_key: randomUUID(), orders: [await seen()], staff_id: actor.staff_id }
  },
  'bulk.cancelJob': () => assigning(),
  'bulk.undoJob': async () => {
    const job = await assigning()
    await office.bulk_job.run()
    return job
  },
  'bulk.undoTagJob': async () => {
    const asked = { form_key: randomUUID(), orders: [await seen()], tag: 'Gấp' }
    const job = await office.services.bulk.startTag(actor, asked)
    await office.bulk_job.run()
    return job
  },
  'bulk.undoMoveJob': async () => {
    const orders = [await seen()]
    const [{ order_code = '' } = {}] = orders
    const { shops: found } = await office.services.orderShop.shops(actor, { order_code })
    const to = found.find(({ shop_id, missing }) => shop_id !== 1 && missing.length === 0)
    const asked = { form_key: randomUUID(), orders, shop_id: to?.shop_id ?? 0, reason: 'Ngập' }
    const job = await office.services.bulk.startMoveShop(actor, asked)
    await office.bulk_job.run()
    return job
  },
  'files.customerFile': () => Promise.resolve({ list: 'orders', format: 'csv', query: '' }),
  'files.officeFile': () => Promise.resolve({ list: 'stock', format: 'xlsx', query: '' }),
  'cod.setCodRules': async () => {
    const { rules, version } = await office.services.cod.codRules(actor, {})
    return { ...rules, version, max_quantity: 150 }
  },
  'delivery.setDeliveryRules': async () => {
    const { rules, version } = await office.services.delivery.deliveryRules(actor, {})
    return { ...rules, version, keep_days: 5 }
  },
  'delivery.addClosedDay': () =>
    Promise.resolve({ day: '2027-04-30', shop_id: null, name: 'Nghỉ lễ 30/4' }),
  'delivery.removeClosedDay': async () => {
    const { delivery } = office.services
    await delivery.addClosedDay(actor, { day: '2031-05-01', shop_id: null, name: 'Nghỉ lễ 1/5' })
    const { closed_days } = await delivery.deliveryRules(actor, {})
    return { closed_day_id: closed_days.at(-1)?.closed_day_id }
  },
  ...inputsOfTickets(() => ({ ...onDuty(), now: checkout.now })),
  ...inputsOfLoans(() => ({
    ...{ ...onDuty(), now: () => checkout.now },
    ...{ files: card_files, buyer: checkout.buyer },
  })),
  ...inputsOfTrades(checkout, onDuty),
  ...inputsOfUsed(() => ({ db: checkout.own.db, staff: office.services, actor })),
  'pickups.prepare': async () => {
    const order_code = await placeForPickup()
    const { version, units } = await office.services.pickups.pickup(actor, { order_code })
    return { order_code, version, scanned: units[0]?.sku ?? '' }
  },
  'pickups.verify': async () => ({ order_code: await readyForPickup(), presented: '5678' }),
  'pickups.collect': async () => {
    const order_code = await readyForPickup()
    const { pickups } = office.services
    await pickups.verify(actor, { order_code, presented: '5678' })
    const { version, due: amount } = await pickups.pickup(actor, { order_code })
    return { order_code, version, amount }
  },
  'codMoney.readStatement': async () => ({ carrier: 'own', text: `${await packed()},5000` }),
  'codMoney.settleLine': async () => {
    await office.services.codMoney.readStatement(actor, { carrier: 'own', text: 'LA-LUNG,7000' })
    const { rows } = await sql<{ id: number }>`
      select max(cod_line_id) as id from cod_statement_line`.execute(checkout.own.db)
    return { cod_line_id: rows[0]?.id, decision: 'dismissed', reason: 'Nhầm hãng' }
  },
  'parcels.packOrder': async () => {
    const { order_code, version } = await seen('confirmed')
    const { units } = await office.services.parcels.packing(actor, { order_code })
    return { order_code, version, carrier: 'own', weight_g: 500, scanned: units[0]?.sku ?? '' }
  },
  'parcels.label': async () => ({ code: await packed() }),
  'parcels.moveParcel': async () => ({ code: await packed(), version: 1, move: 'hand_over' }),
  'parcels.deliverParcel': async () => {
    const [one] = await office.services.parcels.handOver(actor, { codes: await packed() })
    return { code: one?.code, version: 2, move: 'deliver' }
  },
  'parcels.askCarrierAgain': async () => {
    const code = await packed()
    await sql`insert into carrier_request (parcel_id, order_id, action, state, created_at, updated_at)
      select parcel_id, order_id, 'create', 'rejected', created_at, created_at from parcel
      where code = ${code}`.execute(checkout.own.db)
    return { code }
  },
  'parcels.setCarrierCode': async () => {
    return { code: await packed(), version: 1, carrier_code: 'LDA7K3' }
  },
  'parcels.handOver': async () => ({ codes: await packed() }),
  'reconciliation.settleReview': async () => {
    await transfer('không rõ của ai', 5_000)
    return { payment_review_id: await newest('review'), decision: 'dismissed' }
  },
  'refunds.settleRefund': async () => {
    const { code, totals } = await place('bank_transfer')
    await transfer(code.replace('-', ''), totals.grand_total)
    const { orders } = office.services
    const { version } = await orders.order(actor, { order_code: code })
    await orders.cancelOrder(actor, { order_code: code, version, reason: 'other' })
    return { refund_id: await newest('refund'), decision: 'done' }
  },
  'carriers.setCarrier': async () => {
    const fields = { token: 'khoa', shop_id: '1', webhook_secret: 'x'.repeat(20) }
    return { code: 'ghn', is_enabled: true, fields, seen: '' }
  },
  'gateways.setGateway': async () => ({ code: 'cod', is_enabled: true, fields: {}, seen: '' }),
  'outbox.sendAgain': async () => {
    await place()
    await sql`update outbox set state = 'failed', next_attempt_at = null`.execute(checkout.own.db)
    return { outbox_id: await newest('message') }
  },
  'stock.countStock': async () => {
    const { stock } = office.services
    const [row] = (await stock.stockRows(actor, {})).rows
    const { product_id = 0, shop_id = 0, on_hand = 0 } = row ?? {}
    return { product_id, shop_id, on_hand: on_hand + 1, on_hand_seen: on_hand, reason: 'kiểm kê' }
  },
  'roles.change': async () => {
    const { grants } = await office.services.roles.role(actor, { role_code: 'content' })
    return {
      role_code: 'content',
      grants: [{ permission: 'orders.see', scope: 'all', max_amount: null }],
      seen: grants,
    }
  },
  'changes.showPersonal': async () => {
    const { order_code } = await seen()
    await office.services.orders.addNote(actor, { order_code, kind: 'note', text: 'x' })
    return { change_id: await lastEntry() }
  },
  'changes.undoChange': async () => {
    const { order_code } = await seen()
    await office.services.orderTags.tagOrder(actor, { order_code, tag: 'Gấp' })
    return { change_id: await lastEntry() }
  },
  'people.add': async () => ({ name: 'Mai', login_name: 'mai', role_codes: [], shop_ids: [] }),
  'people.change': async () => ({ staff_id: await colleague(), ...moved }),
  'people.invite': async () => ({ staff_id: await colleague() }),
  'people.lock': async () => ({ staff_id: await colleague(), is_locked: true }),
  'views.saveView': async () => viewNamed('Chưa trả'),
  'views.renameView': async () => {
    const saved = await office.services.views.saveView(actor, viewNamed('Cũ'))
    return { ...saved, name: 'Mới' }
  },
  'views.removeView': async () => office.services.views.saveView(actor, viewNamed('Bỏ')),
  'account.endSession': async () => {
    await office.sign_in.begin(null, { login_name: 'lan', password, from: somewhere })
    return { staff_session_id: 'all' }
  },
  ...inputsOfPasskeys(() => ({
    ...{ db: checkout.own.db, office, actor },
    begin: () => office.sign_in.begin(null, { login_name: 'lan', password, from: somewhere }),
  })),
  'account.changePassword': async () => ({ password, new_password: `${password} hơn` }),
}

interface Entry {
  staff_id: number | null
  operation: string
  request_id: string | null
  changed_at: Date
}

async function entriesSince(change_id: number): Promise<Entry[]> {
  const { db } = checkout.own
  return db.selectFrom('change_log').selectAll().where('change_id', '>', change_id).execute()
}

async function lastEntry(): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(change_id), 0) as last from change_log`.execute(checkout.own.db)
  return rows[0]?.last ?? 0
}

const callOf = ({ services }: StaffOffice, name: string): Call => {
  const [service = '', operation = ''] = name.split('.')
  return Reflect.get(services[service as keyof StaffServices], operation) as Call
}

test('every operation that writes has its inputs here, and a name in the ledger', () => {
  const named = Object.keys(operation_titles).filter((name) => !/^(signIn|command)\./.test(name))
  expect(named.toSorted()).toEqual(Object.keys(inputs).toSorted())
  expect(Object.keys(inputs).toSorted()).toEqual(writing.map(([name]) => name).toSorted())
})

describe('an operation that writes', () => {
  afterEach(async () => {
    const { db } = checkout.own
    await emptyTables(db, 'stock_count', 'stock_transfer', 'goods_receipt', 'supplier')
    await clearUnits(db)
  })

  test.each(writing)('%s leaves an entry of who, by what and in which request', async (name) => {
    const input = await inputs[name]?.()
    const last = await lastEntry()
    await withRequestId(request_id, () => pressedTwice(() => callOf(office, name)(actor, input)))
    const entries = await entriesSince(last)
    expect(entries.length).toBeGreaterThan(0)
    const { staff_id } = actor
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor: 'staff', staff_id, operation: name, request_id })
      expect(entry.changed_at).toEqual(checkout.now)
    }
  })
})

describe('an operation that only reads', () => {
  const ids = {
    ...{ role_code: 'sales', staff_id: 1, card_id: 1, change_id: 1, imei_id: 1 },
    ...{ review_id: 1, comment_id: 1, banner_id: 1 },
    thing: 'order',
    thing_key: 'x',
    ...{ product_id: 1, shop_id: 1, outbox_id: 1 },
    picture_id: 1,
    size: 'small',
    order_codes: [],
    action: 'confirm',
    bulk_job_id: 1,
    draft_id: 1,
    ...{ flash_sale_id: 1, campaign_id: foreign_campaign },
    weight_g: 500,
    sku: 'SC-X',
    q: 'VD0',
    phone: '0912345678',
    other: '0912345678',
  }
  let order_code: string | undefined
  beforeEach(async () => {
    order_code ??= (await place()).code
  })

  test.each(others)('%s works on a connection that cannot write', async (name, operation) => {
    const input = operation.input.parse(
      operation.input.safeParse({}).success ? {} : { ...ids, code: 'VD0', order_code },
    )
    const code = await callOf(reading, name)(actor, input).then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    )
    expect(['done', ...Object.keys(operation.refusals)]).toContain(code)
  })
})
