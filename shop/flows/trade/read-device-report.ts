import type { Services } from '#contracts/all.ts'
import { cartTrade as contract, type TradeReport } from '#contracts/storefront/trade/trade-in.ts'
import type { Tx } from '#db/schema.ts'
import { Refusal } from '#pure/contract.ts'
import { isReportUsed } from '#shop/trade/trade-in/trade-quote-store.ts'

/**
 * Reads a report of device tests from its token or from the address of its page. Only what this shop signed is read
 * (decision 238), so that staff may say on which day the owner found this out.
 */
export async function readDeviceReport(
  { deviceTest }: { deviceTest: Pick<Services['deviceTest'], 'readReport'> },
  typed: string,
): Promise<TradeReport> {
  const token = URL.canParse(typed) ? (new URL(typed).searchParams.get('ma') ?? '') : typed
  try {
    const { device_name, made_at, results } = await deviceTest.readReport(null, { token })
    return { device_name, made_at, results }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { refuse } = contract.attachReport
    throw error.code === 'report_is_expired'
      ? refuse('report_is_expired')
      : refuse('report_is_invalid')
  }
}

/** A report speaks of one device, so it counts for one quote. Whose other quote has it is not told. */
export async function requireUnused(
  tx: Tx,
  report: TradeReport,
  now: Date,
  trade_quote_id: number | null = null,
): Promise<void> {
  const asked = { made_at: report.made_at, report: JSON.stringify(report), now }
  if (await isReportUsed(tx, asked, trade_quote_id)) {
    throw contract.attachReport.refuse('report_is_used')
  }
}
