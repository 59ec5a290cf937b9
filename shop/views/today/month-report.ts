import { returns } from '#contracts/staff/returns.ts'
import { see_cost } from '#contracts/staff/permissions.ts'
import { stock } from '#contracts/staff/stock.ts'
import { type MonthReport, today as contract } from '#contracts/staff/today.ts'
import type { Database } from '#db/schema.ts'
import { covers, mayCall, reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import {
  countCalls,
  countReturns,
  findReportShops,
  findSold,
  findStockAges,
} from '#shop/views/today/report-store.ts'

interface Asked {
  month?: string | undefined
  shop?: number | undefined
}

/** What was sold, called and returned in a month, and how old the stock is now; each within reach of its own page. */
export async function readMonthReport(
  { db, now }: { db: Database; now: Date },
  actor: StaffActor,
  { month = vietnamDay(now).slice(0, 7), shop }: Asked,
): Promise<MonthReport> {
  const reach = reachOf(contract.monthReport, actor)
  const shop_id = shop ?? null
  const part = { ...spanOf(month), shop_id }
  const [shops, sold, calls, returned, ages] = await Promise.all([
    findReportShops(db, reach),
    findSold(db, reach, part),
    countCalls(db, reach, part),
    mayCall(returns.returns, actor)
      ? countReturns(db, reachOf(returns.returns, actor), part)
      : null,
    mayCall(stock.stockRows, actor)
      ? findStockAges(db, reachOf(stock.stockRows, actor), { shop_id, now })
      : null,
  ])
  const sees_cost = covers(see_cost, actor, {})
  const titles = new Map<string | null, string>(gateways.map(({ code, title }) => [code, title]))
  return {
    ...{ month, shops, calls, returns: returned },
    by_shop: sold
      .filter(({ is_of_shop }) => is_of_shop)
      .map((one) => ({ name: one.shop, orders: one.orders, revenue: one.revenue })),
    by_method: sold
      .filter(({ is_of_shop }) => !is_of_shop)
      .map(({ payment_method, orders, revenue }) => ({
        name: titles.get(payment_method) ?? payment_method,
        ...{ orders, revenue },
      })),
    stock_ages:
      ages?.map(({ cost, ...age }) => ({ ...age, cost: sees_cost ? cost : null })) ?? null,
  }
}

/** From the first day of a month, "2026-11", to that of the next one, in Vietnam. */
function spanOf(month: string): { from: Date; until: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
  return { from: startOfDay(`${month}-01`), until: startOfDay(next) }
}
