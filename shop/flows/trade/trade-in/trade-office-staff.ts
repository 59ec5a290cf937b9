import { see_cost } from '#contracts/staff/permissions.ts'
import { tradeOffice as contract, type UsedSale } from '#contracts/staff/trade/trade-office.ts'
import { covers, mayCall, type Reach, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { listBuyingShops } from '#shop/flows/trade/trade-in/trade-in-staff-store.ts'
import {
  listTradeBrands,
  listTradeDays,
  listTradePrices,
  listUsedSales,
  lockTradePrice,
  updateTradePrice,
} from '#shop/flows/trade/trade-in/trade-office-store.ts'
import { nationalForm } from '#platform/text/vietnamese-phone.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import {
  listTradeCalls,
  lockTradeCall,
  type StoredTradeCall,
  updateTradeCall,
} from '#shop/trade/trade-in/trade-call-store.ts'

const page_size = 50

/** Prices, calls and reports of old and used devices (decision 250). */
export function tradeOfficeStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    tradePrices: async (actor, { brand = '', q = '', page = 1 }) => {
      const filter = {
        brand: brand === '' ? null : brand,
        words: fold(q).split(' ').filter(Boolean),
      }
      const part = { limit: page_size + 1, offset: (page - 1) * page_size, now: now() }
      const [rows, brands] = await Promise.all([
        listTradePrices(db, filter, part),
        listTradeBrands(db),
      ])
      return {
        rows: rows.slice(0, page_size),
        has_next: rows.length > page_size,
        brands: brands.map((name) => ({ value: name, title: name })),
        may_change: mayCall(contract.setTradePrice, actor),
      }
    },
    setTradePrice: async (actor, { code, seen_price, seen_bonus, ...price }) => {
      const { refuse } = contract.setTradePrice
      await write({ actor, operation: 'tradeOffice.setTradePrice' }, async (tx) => {
        const stored = await lockTradePrice(tx, code)
        if (stored === null) throw refuse('trade_device_not_found')
        const { base_price, upgrade_bonus } = stored
        if (base_price !== seen_price || upgrade_bonus !== seen_bonus) {
          throw refuse('trade_price_changed', { base_price, upgrade_bonus })
        }
        await updateTradePrice(tx, code, price)
      })
      log.info({ staff: actor.name, code, ...price }, 'the price of an old device changed')
      return {}
    },
    ...callsOf(deps),
    tradeReport: async (actor, input) => {
      const reach = reachOf(contract.tradeReport, actor)
      const { month, ...part } = reportPart(input, now())
      return {
        ...{ month, shops: await shopsOf(deps, reach) },
        rows: await listTradeDays(db, reach, part),
      }
    },
    usedReport: async (actor, input) => {
      const reach = reachOf(contract.usedReport, actor)
      const { month, ...part } = reportPart(input, now())
      const rows = await listUsedSales(db, reach, part)
      return {
        ...{ month, shops: await shopsOf(deps, reach), sees_cost: covers(see_cost, actor, {}) },
        rows: rows.map((row) => soldRow(row, actor)),
      }
    },
  }
}

function callsOf({
  db,
  now,
  log,
  write,
}: StaffFlowDeps): Pick<Service<typeof contract>, 'tradeCalls' | 'takeTradeCall' | 'endTradeCall'> {
  return {
    tradeCalls: async (actor, { page = 1 }) => {
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const rows = await listTradeCalls(db, part)
      return {
        rows: rows.slice(0, page_size).map((row) => callRow(row, actor)),
        has_next: rows.length > page_size,
      }
    },
    takeTradeCall: async (actor, { trade_call_id, version }) => {
      const { refuse } = contract.takeTradeCall
      await write({ actor, operation: 'tradeOffice.takeTradeCall' }, async (tx) => {
        const call = await lockTradeCall(tx, trade_call_id)
        if (call === null) throw refuse('trade_call_not_found')
        if (call.state !== 'new' || call.version !== version) throw refuse('trade_call_changed')
        const taken = { handled_by: actor.staff_id, handled_at: now() }
        await updateTradeCall(tx, trade_call_id, { state: 'taken', ...taken })
      })
      log.info({ staff: actor.name, trade_call_id }, 'a call about an old device was taken')
      return {}
    },
    endTradeCall: async (actor, { trade_call_id, version, outcome, note }) => {
      const { refuse } = contract.endTradeCall
      await write({ actor, operation: 'tradeOffice.endTradeCall' }, async (tx) => {
        const call = await lockTradeCall(tx, trade_call_id)
        if (call === null) throw refuse('trade_call_not_found')
        const is_own = call.state === 'taken' && call.handled_by === actor.staff_id
        if (!is_own || call.version !== version) throw refuse('trade_call_changed')
        const ended = { state: outcome, note, handled_by: actor.staff_id, handled_at: now() }
        await updateTradeCall(tx, trade_call_id, ended)
      })
      log.info({ staff: actor.name, trade_call_id, outcome }, 'a call about an old device ended')
      return {}
    },
  }
}

function callRow(
  { phone, handled_by, handled_by_name, created_at, ...row }: StoredTradeCall,
  actor: StaffActor,
) {
  const is_mine = row.state === 'taken' && handled_by === actor.staff_id
  return {
    ...row,
    phone: is_mine ? nationalForm(phone) : maskedPhone(phone),
    handled_by: handled_by_name,
    created_at: created_at.toISOString(),
    is_mine,
  }
}

type Asked = { month?: string | undefined; shop?: number | undefined }

/** The days and the shop of a report. */
export function reportPart({ month, shop }: Asked, now: Date) {
  const shown = month ?? vietnamDay(now).slice(0, 7)
  const [year = 0, number = 0] = shown.split('-').map(Number)
  const until = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
  return { month: shown, from: `${shown}-01`, until, shop_id: shop ?? null }
}

/** A sale as the reader may see it. */
export function soldRow(row: UsedSale, actor: StaffActor): UsedSale {
  return covers(see_cost, actor, {}) ? row : { ...row, cost: null, margin: null }
}

async function shopsOf({ db }: StaffFlowDeps, reach: Reach) {
  const shops = await listBuyingShops(db, reach)
  return shops.map(({ shop_id, name }) => ({ value: String(shop_id), title: name }))
}
