import { redirect } from 'react-router'
import { tradeInPath } from '#admin/addresses/paths.ts'
import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import { tradeIns as contract, type TradeInRow } from '#contracts/staff/trade/trade-ins.ts'
import type { TradeState } from '#contracts/storefront/trade/trade-in.ts'

export interface TradeInsData {
  rows: TradeInRow[]
  has_next: boolean
  counts: { state: TradeState; count: number; is_capped: boolean }[]
}

/** /noi-bo/thu-cu: quotes for old devices. A scanned code or IMEI that is one device opens it. */
export const page = staffPage<TradeInsData>({
  needs: 'tradeIns.tradeIns',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.tradeIns.input.safeParse(filledQuery(searchParams)).data ?? {}
    const list = await services.tradeIns.tradeIns(actor, input)
    const [only] = list.rows
    if (input.q !== undefined && only !== undefined && list.rows.length === 1 && !list.has_next) {
      throw redirect(tradeInPath(only.code))
    }
    return list
  },
})
