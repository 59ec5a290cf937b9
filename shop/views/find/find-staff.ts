import { counts } from '#contracts/staff/counts.ts'
import { customers } from '#contracts/staff/customers.ts'
import type { find as contract, Found, FoundGroup, FoundKind } from '#contracts/staff/find.ts'
import { orders } from '#contracts/staff/orders.ts'
import { parcels } from '#contracts/staff/parcels.ts'
import { receipts } from '#contracts/staff/receipts.ts'
import { reconciliation } from '#contracts/staff/reconciliation.ts'
import { returns } from '#contracts/staff/returns.ts'
import { stock } from '#contracts/staff/stock.ts'
import { tickets } from '#contracts/staff/orders/tickets.ts'
import { transfers } from '#contracts/staff/transfers.ts'
import { tradeIns } from '#contracts/staff/trade/trade-ins.ts'
import { usedUnits } from '#contracts/staff/trade/used-units.ts'
import { units } from '#contracts/staff/units.ts'
import type { Database, Tx } from '#db/schema.ts'
import { mayCall, type Reach, reachOf } from '#pure/access.ts'
import type { AnyOperation, Service, StaffActor } from '#pure/contract.ts'
import { findCount } from '#shop/inventory/count/count-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { findReceipt } from '#shop/receipt/receipt-store.ts'
import { findTransfer } from '#shop/transfer/transfer-store.ts'
import { findCustomers } from '#shop/views/customers/customer-list-store.ts'
import {
  findMoneyOf,
  findOrdersOf,
  findProductsOf,
  findTradesOf,
  findUnitsOf,
  findUsedOf,
} from '#shop/views/find/find-store.ts'
import { type Asked, readAsked } from '#shop/views/find/read-asked.ts'
import { plannedByValues } from '#shop/views/order/order-list-store.ts'
import { searchedPhone } from '#shop/views/order/searched-phone.ts'
import { findTicketsOf } from '#shop/views/repair/ticket-list-store.ts'
import { findParcels } from '#shop/views/parcel/parcel-list-store.ts'
import { findReturns } from '#shop/views/return/return-list-store.ts'

/** Rows of each kind. */
const max_rows = 8
const limit = max_rows + 1

/** The operation that shows the page of a kind. A kind that the actor may not open is not searched. */
const pages: Record<FoundKind, AnyOperation> = {
  customer: customers.customer,
  order: orders.order,
  parcel: parcels.parcel,
  ticket: tickets.ticket,
  return: returns.return,
  unit: units.unit,
  used_unit: usedUnits.usedUnit,
  trade_in: tradeIns.tradeIn,
  product: stock.stockRows,
  receipt: receipts.receipt,
  transfer: transfers.transfer,
  count: counts.count,
  money: reconciliation.reviews,
}

/** Looks for one kind of thing within reach. */
type Finder = (tx: Tx, reach: Reach, asked: Asked, actor: StaffActor) => Promise<Found[]>

/** The search box of the frame (decision 144). */
export function findStaffService({ db }: { db: Database }): Service<typeof contract> {
  return {
    find: async (actor, { q = '' }) => {
      const text = readAsked(q)
      const asked = { ...text, phone_end: searchedPhone(text.phone_end, actor) }
      const kinds = kindsOf(asked, actor)
      if (kinds.length === 0) return []
      return plannedByValues(db, async (tx) => {
        const groups: FoundGroup[] = []
        for (const kind of kinds) {
          const found = await finders[kind](tx, reachOf(pages[kind], actor), asked, actor)
          const rows = found.slice(0, max_rows)
          if (rows.length > 0) groups.push({ kind, rows, has_more: found.length > max_rows })
        }
        return groups
      })
    },
  }
}

/** The kinds that the text may name and the actor may open, in the sequence in which they are shown. */
function kindsOf(asked: Asked, actor: StaffActor): FoundKind[] {
  const is_person = asked.phone_end !== null || asked.names !== null
  const sees_customers = mayCall(pages.customer, actor)
  const is_named: Record<FoundKind, boolean> = {
    order: asked.order_code !== null || (is_person && !sees_customers),
    parcel: asked.parcel_code !== null,
    ticket: asked.ticket_code !== null || asked.phone_end !== null || asked.unit_code !== null,
    return: asked.return_code !== null,
    unit: asked.unit_code !== null,
    used_unit: asked.used_number !== null || asked.unit_code !== null,
    trade_in: asked.trade_code !== null || asked.unit_code !== null || asked.phone_end !== null,
    receipt: asked.receipt_code !== null,
    transfer: asked.transfer_code !== null,
    count: asked.count_code !== null,
    customer: is_person,
    product: asked.sku !== null || asked.product_words !== null,
    money: asked.reference !== null || asked.transfer_text !== null,
  }
  const all = Object.keys(is_named) as FoundKind[]
  return all.filter((kind) => is_named[kind] && mayCall(pages[kind], actor))
}

const blank = { note: '', state: null, at: null, amount: null }

const finders: Record<FoundKind, Finder> = {
  order: async (tx, reach, asked) => {
    const { order_code } = asked
    // Of a phone or a name: the newest order of each customer.
    const of_people = order_code === null ? await findCustomers(tx, reach, asked, limit) : []
    const codes = order_code === null ? of_people.map((one) => one.order_code) : [order_code]
    const found = await findOrdersOf(tx, reach, codes)
    return found.map(({ code, phone, name, state, created_at, grand_total }) => ({
      ...{ key: code, title: code, note: `${name} · ${maskedPhone(phone)}`, state },
      ...{ at: created_at.toISOString(), amount: grand_total },
    }))
  },
  parcel: async (tx, reach, { parcel_code: code }) => {
    const found = await findParcels(tx, reach, { state: null, code }, { limit, offset: 0 })
    return found.map(({ code: key, order_code, to, state, updated_at, cod_amount }) => ({
      ...{ key, title: key, note: `${order_code} · ${to}`, state },
      ...{ at: updated_at.toISOString(), amount: cod_amount },
    }))
  },
  ticket: async (tx, reach, asked) => {
    const found = await findTicketsOf(tx, reach, asked, limit)
    return found.map(({ code, device, customer, phone, state, received_at }) => ({
      ...{ key: code, title: code, note: `${device} · ${customer} · ${maskedPhone(phone)}`, state },
      ...{ at: received_at.toISOString(), amount: null },
    }))
  },
  return: async (tx, reach, { return_code: q }) => {
    const found = await findReturns(tx, reach, { state: null, q }, { limit, offset: 0 })
    return found.map(({ code, item, customer, state, created_at }) => ({
      ...{ key: code, title: code, note: `${item} · ${customer}`, state },
      ...{ at: created_at.toISOString(), amount: null },
    }))
  },
  unit: async (tx, reach, { unit_code }) => {
    const found = await findUnitsOf(tx, reach, unit_code ?? '', limit)
    return found.map(({ code, name, state, place }) => ({
      ...blank,
      ...{ key: code, title: code, state },
      note: place === null ? name : `${name} · ${place}`,
    }))
  },
  used_unit: async (tx, reach, { used_number, unit_code }) => {
    const found = await findUsedOf(tx, reach, { used_number, unit_code }, limit)
    return found.map(({ imei_id, sku, name, state, shop, price, created_at }) => ({
      ...{ key: String(imei_id), title: sku, note: `${name} · ${shop}`, state, amount: price },
      at: created_at.toISOString(),
    }))
  },
  trade_in: async (tx, reach, asked) => {
    const found = await findTradesOf(tx, reach, asked, limit)
    return found.map(({ code, device_name, name, phone, state, amount, created_at }) => ({
      ...{ key: code, title: code, note: `${device_name} · ${name} · ${maskedPhone(phone)}` },
      ...{ state, amount, at: created_at.toISOString() },
    }))
  },
  receipt: async (tx, reach, { receipt_code }) =>
    documentOf(await findReceipt(tx, reach, receipt_code ?? ''), ({ supplier }) => supplier),
  transfer: async (tx, reach, { transfer_code }) =>
    documentOf(
      await findTransfer(tx, reach, transfer_code ?? '', 'either'),
      ({ from_shop, to_shop }) => [from_shop, to_shop].join(' → '),
    ),
  count: async (tx, reach, { count_code }) =>
    documentOf(await findCount(tx, reach, count_code ?? ''), ({ shop }) => shop),
  customer: async (tx, reach, asked) => {
    const found = await findCustomers(tx, reach, asked, limit)
    return found.map(({ order_code, name, phone, order_count, last_at }) => ({
      ...{ key: order_code, title: name, state: null, amount: null },
      note: `${maskedPhone(phone)} · ${order_count === 100 ? '100+' : order_count} đơn`,
      at: last_at.toISOString(),
    }))
  },
  product: async (tx, _reach, asked) => {
    const found = await findProductsOf(tx, asked, limit)
    return found.map(({ sku, name, color_name }) => ({
      ...blank,
      ...{ key: sku, title: sku, note: color_name === null ? name : `${name} · ${color_name}` },
    }))
  },
  money: async (tx, _reach, asked, actor) => {
    const found = await findMoneyOf(tx, reachOf(orders.order, actor), asked, limit)
    return found.map(({ order_code, content, amount, received_at }) => ({
      ...{ key: order_code, title: content, note: order_code ?? '', state: null, amount },
      at: received_at.toISOString(),
    }))
  },
}

interface StoredDocument {
  code: string
  state: string
  created_at: Date
}

function documentOf<T extends StoredDocument>(
  found: T | null,
  noteOf: (found: T) => string,
): Found[] {
  if (found === null) return []
  const { code, state, created_at } = found
  const at = created_at.toISOString()
  return [{ key: code, title: code, note: noteOf(found), state, at, amount: null }]
}
