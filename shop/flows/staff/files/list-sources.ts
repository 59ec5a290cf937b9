import type { z } from 'zod'
import { changes } from '#contracts/staff/changes.ts'
import { codMoney } from '#contracts/staff/cod-money.ts'
import { counts } from '#contracts/staff/counts.ts'
import { customers } from '#contracts/staff/customers.ts'
import type { ListFile } from '#contracts/staff/files.ts'
import { orders } from '#contracts/staff/orders.ts'
import { parcels } from '#contracts/staff/parcels.ts'
import { people } from '#contracts/staff/people.ts'
import { pickups } from '#contracts/staff/pickups.ts'
import { receipts } from '#contracts/staff/receipts.ts'
import { refunds } from '#contracts/staff/refunds.ts'
import { stock } from '#contracts/staff/stock.ts'
import { tickets } from '#contracts/staff/orders/tickets.ts'
import { tradeOffice } from '#contracts/staff/trade/trade-office.ts'
import { transfers } from '#contracts/staff/transfers.ts'
import { units } from '#contracts/staff/units.ts'
import { nationalForm } from '#platform/text/vietnamese-phone.ts'
import type { Reach } from '#pure/access.ts'
import type { AnyOperation, StaffActor } from '#pure/contract.ts'
import { day_ms, vietnamDay } from '#pure/vietnam-time.ts'
import { findCounts } from '#shop/inventory/count/count-store.ts'
import { boundsOf, named } from '#shop/flows/staff/changes-staff.ts'
import { countRow } from '#shop/flows/staff/count-staff.ts'
import { parcelRow } from '#shop/flows/staff/parcel-staff.ts'
import { readPeople } from '#shop/flows/staff/people-staff.ts'
import { lapsed_days, pickupRow } from '#shop/flows/staff/pickup-staff.ts'
import { receiptRow } from '#shop/flows/staff/receipt-staff.ts'
import { refundRow } from '#shop/flows/staff/refund-staff.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { ticketFilter, ticketRow } from '#shop/flows/trade/ticket/ticket-staff.ts'
import { transferRow } from '#shop/flows/staff/transfer-staff.ts'
import { unitFilter, unitRow } from '#shop/flows/staff/unit-staff.ts'
import { sourcesPart } from '#shop/views/sources/order-sources-staff.ts'
import { listOrderSources } from '#shop/views/sources/order-sources-store.ts'
import { orderSources } from '#contracts/staff/orders/order-sources.ts'
import { reportPart, soldRow } from '#shop/flows/trade/trade-in/trade-office-staff.ts'
import { listTradeDays, listUsedSales } from '#shop/flows/trade/trade-in/trade-office-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { storedCode } from '#shop/order/order.ts'
import { findReceipts } from '#shop/receipt/receipt-store.ts'
import { carrierTitle } from '#shop/shipment/carriers.ts'
import { findTransfers } from '#shop/transfer/transfer-store.ts'
import { findChanges } from '#shop/views/change-log/change-list-store.ts'
import { findCustomersAfter } from '#shop/views/customers/customer-list-store.ts'
import { readAsked } from '#shop/views/find/read-asked.ts'
import { orderFilter } from '#shop/views/order/order-filter.ts'
import { findOrdersAfter, plannedByValues } from '#shop/views/order/order-list-store.ts'
import { orderRow } from '#shop/views/order/order-row.ts'
import { findCodDays } from '#shop/views/parcel/cod-money-store.ts'
import { findParcels } from '#shop/views/parcel/parcel-list-store.ts'
import { findRefunds } from '#shop/views/payment/reconciliation-store.ts'
import { findPickups } from '#shop/views/pickup/pickup-list-store.ts'
import { findStockRowsAfter } from '#shop/views/stock/stock-staff-store.ts'
import { findTicketsAfter } from '#shop/views/repair/ticket-list-store.ts'
import { findListedUnits } from '#shop/views/units/unit-list-store.ts'

/** Who asks for which rows. */
interface Asked {
  deps: StaffFlowDeps
  /** Runs the reading of parts of all files one after the other. */
  inTurn: <Rows>(read: () => Promise<Rows>) => Promise<Rows>
  actor: StaffActor
  reach: Reach
  /** The query of the list. */
  query: Readonly<Record<string, string>>
  /** Phones in full. */
  is_full: boolean
}

/** A list as a source of rows, read in parts. */
interface ListSource {
  /** The operation of the list: who may not call it gets no file of it. */
  operation: AnyOperation
  parts: (asked: Asked) => AsyncGenerator<readonly object[]>
}

const part_rows = 1_000

type PartOf<Op extends AnyOperation, Key> = Asked & {
  input: z.output<Op['input']>
  /** The last row of the part before; null: the first part. */
  after: Key | null
  limit: number
  offset: 0
}

interface Reading<Op extends AnyOperation, Row, Key> {
  read: (part: PartOf<Op, Key>) => Promise<Row[]>
  /** Null: the list is one part. */
  keyOf: (row: Row) => Key | null
  rowsOf: (rows: Row[], asked: Asked) => readonly object[] | Promise<readonly object[]>
}

/** Makes sources whose rows are told apart by such keys. As in a list, a wrong query is ignored. */
function sourceBy<Key>() {
  return <const Op extends AnyOperation, Row>(
    operation: Op,
    { read, keyOf, rowsOf }: Reading<Op, Row, Key>,
  ): ListSource => ({
    operation,
    async *parts(asked) {
      const parsed = operation.input.safeParse(asked.query)
      const input = (parsed.data ?? operation.input.parse({})) as z.output<Op['input']>
      let after: Key | null = null
      do {
        const part = { ...asked, input, after, limit: part_rows, offset: 0 } as const
        const rows: Row[] = await asked.inTurn(() => read(part))
        const last = rows.at(-1)
        after = last === undefined || rows.length < part_rows ? null : keyOf(last)
        yield await rowsOf(rows, asked)
      } while (after !== null)
    },
  })
}

const source = sourceBy<number>()

function phoneOf(phone: string, { is_full }: Asked): string {
  return is_full ? nationalForm(phone) : maskedPhone(phone)
}

/** Every list that becomes a file, by the folder of its page. */
export const list_sources: Readonly<Record<ListFile, ListSource>> = {
  orders: source(orders.orders, {
    read: ({ deps: { db, now }, actor, reach, input, ...part }) =>
      findOrdersAfter(db, orderFilter(input, { ...actor, reach }, now()), part),
    keyOf: ({ order_id }) => order_id,
    rowsOf: (rows, asked) =>
      rows.map((row) => ({ ...orderRow(row), phone: phoneOf(row.phone, asked) })),
  }),
  parcels: source(parcels.parcels, {
    read: ({ deps: { db }, reach, input: { state = null, q = '' }, ...part }) =>
      findParcels(db, reach, { state, code: q === '' ? null : storedCode(q) }, part),
    keyOf: ({ parcel_id }) => parcel_id,
    rowsOf: (rows) => rows.map(parcelRow),
  }),
  pickups: source(pickups.pickups, {
    read: ({ deps: { db, now }, reach, input: { state = null, q = '' }, ...part }) => {
      const code = q === '' ? null : storedCode(q)
      const lapsed_since = vietnamDay(now(), -lapsed_days)
      return findPickups(db, state, { reach, code, lapsed_since }, part)
    },
    keyOf: ({ order_id }) => order_id,
    rowsOf: (rows) => rows.map(pickupRow),
  }),
  'orders/repairs': source(tickets.tickets, {
    read: ({ deps: { db, now }, actor, reach, input, after, limit }) =>
      findTicketsAfter(db, reach, ticketFilter(input, actor, now()), { after, limit }),
    keyOf: ({ ticket_id }) => ticket_id,
    rowsOf: (rows, asked) =>
      rows.map((row) => ({ ...ticketRow(row), phone: phoneOf(row.phone, asked) })),
  }),
  customers: sourceBy<string>()(customers.customers, {
    read: async ({ deps: { db }, reach, input: { q = '' }, ...part }) => {
      const { phone_end, names } = readAsked(q)
      if (q !== '' && phone_end === null && names === null) return []
      return plannedByValues(db, (tx) => findCustomersAfter(tx, reach, { phone_end, names }, part))
    },
    keyOf: ({ phone }) => phone,
    rowsOf: (rows, asked) =>
      rows.map(({ phone, last_at, ...row }) => {
        return { ...row, phone: phoneOf(phone, asked), last_at: last_at.toISOString() }
      }),
  }),
  stock: sourceBy<{ sku: string; shop_code: string }>()(stock.stockRows, {
    read: ({ deps: { db }, reach, input, ...part }) => findStockRowsAfter(db, input, reach, part),
    keyOf: ({ sku, shop_code }) => ({ sku, shop_code }),
    rowsOf: (rows) => rows,
  }),
  units: source(units.units, {
    read: ({ deps: { db }, reach, input, ...part }) =>
      plannedByValues(db, (tx) => findListedUnits(tx, reach, unitFilter(input), part)),
    keyOf: ({ unit_id }) => unit_id,
    rowsOf: (rows, { actor }) => rows.map((row) => unitRow(row, actor)),
  }),
  receipts: source(receipts.receipts, {
    read: ({ deps: { db }, reach, input: { q = null, shop = null, state = null }, ...part }) =>
      findReceipts(db, reach, { q, shop_id: shop, state }, part),
    keyOf: ({ goods_receipt_id }) => goods_receipt_id,
    rowsOf: (rows) => rows.map(receiptRow),
  }),
  transfers: source(transfers.transfers, {
    read: ({ deps: { db }, reach, input: { q = null, state = null }, ...part }) =>
      findTransfers(db, reach, { q, state }, part),
    keyOf: ({ transfer_id }) => transfer_id,
    rowsOf: (rows) => rows.map(transferRow),
  }),
  counts: source(counts.counts, {
    read: ({ deps: { db }, reach, input: { state = null }, ...part }) =>
      findCounts(db, reach, state, part),
    keyOf: ({ stock_count_id }) => stock_count_id,
    rowsOf: (rows) => rows.map(countRow),
  }),
  refunds: source(refunds.refunds, {
    read: ({ deps: { db }, after, limit }) => findRefunds(db, { after, limit }),
    keyOf: ({ refund_id }) => refund_id,
    rowsOf: (rows, asked) =>
      rows.map((row) => ({ ...refundRow(asked.deps, row), phone: phoneOf(row.phone, asked) })),
  }),
  'cod-money': source(codMoney.codMoney, {
    read: ({ deps: { db, now }, limit }) =>
      findCodDays(db, { since: new Date(now().getTime() - 366 * day_ms), limit: limit * 10 }),
    keyOf: () => null,
    rowsOf: (rows) => rows.map((row) => ({ ...row, title: carrierTitle(row.carrier) })),
  }),
  people: source(people.list, {
    read: ({ deps: { db }, actor, reach, input }) => readPeople(db, actor, reach, input),
    keyOf: () => null,
    rowsOf: (rows) => rows,
  }),
  'trade/report': source(tradeOffice.tradeReport, {
    read: ({ deps: { db, now }, reach, input }) =>
      listTradeDays(db, reach, reportPart(input, now())),
    keyOf: () => null,
    rowsOf: (rows) => rows,
  }),
  'orders/sources': source(orderSources.orderSources, {
    read: ({ deps: { db, now }, reach, input }) =>
      listOrderSources(db, reach, sourcesPart(input, now())),
    keyOf: () => null,
    rowsOf: (rows) => rows,
  }),
  'units/used-report': source(tradeOffice.usedReport, {
    read: ({ deps: { db, now }, reach, input }) =>
      listUsedSales(db, reach, reportPart(input, now())),
    keyOf: () => null,
    rowsOf: (rows, { actor }) => rows.map((row) => soldRow(row, actor)),
  }),
  changes: source(changes.list, {
    read: ({ deps: { db }, reach, input: { page: _page, day, ...filter }, ...part }) =>
      findChanges(db, reach, { ...filter, ...boundsOf(day) }, part),
    keyOf: ({ change_id }) => change_id,
    rowsOf: (rows, { deps: { db } }) => named(db, rows),
  }),
}
