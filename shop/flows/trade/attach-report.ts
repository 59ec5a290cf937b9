import { cartTrade as contract, type TradeQuote } from '#contracts/storefront/trade/trade-in.ts'
import { transaction } from '#platform/database/postgres.ts'
import { readDeviceReport, requireUnused } from '#shop/flows/trade/read-device-report.ts'
import { shownTrade, type TradeDeps } from '#shop/flows/trade/create-trade-in.ts'
import type { RecordAccess } from '#shop/order/record-access.ts'
import { shownTradeState } from '#shop/trade/trade-in/trade-in-states.ts'
import {
  insertTradeEvent,
  lockOwnTrade,
  updateTrade,
} from '#shop/trade/trade-in/trade-quote-store.ts'
import { canAttachReport } from '#shop/trade/trade-in/trade-quote-view.ts'

/** Attaches a report to a quote, in place of an earlier one. */
export async function attachReport(
  deps: TradeDeps,
  which: RecordAccess,
  typed: string,
): Promise<TradeQuote> {
  const { db, now, log } = deps
  const { refuse } = contract.attachReport
  const report = await readDeviceReport(deps, typed)
  await transaction(db, async (tx) => {
    const trade = await lockOwnTrade(tx, which)
    if (trade === null) throw refuse('trade_in_not_found')
    const state = shownTradeState(trade, now())
    if (!canAttachReport(state)) throw refuse('trade_in_closed', { state })
    if (trade.device_report?.made_at === report.made_at) return
    const { trade_quote_id } = trade
    await requireUnused(tx, report, now(), trade_quote_id)
    await updateTrade(tx, trade_quote_id, { device_report: JSON.stringify(report) })
    await insertTradeEvent(tx, trade_quote_id, {
      ...{ move: 'attach_report', to_state: trade.state, note: report.device_name },
      happened_at: now(),
    })
    log.info({ trade_in: trade.code }, 'a report of device tests came to a quote')
  })
  return shownTrade(db, which, now())
}
