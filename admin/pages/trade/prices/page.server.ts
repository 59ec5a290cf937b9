import { addresses } from '#admin/addresses/addresses.ts'
import { type HistoryEntry, historyOf } from '#admin/pages/changes/history-of.ts'
import {
  actsByIntent,
  filledQuery,
  type Problem,
  type StaffContext,
  staffPage,
} from '#admin/runtime/page.ts'
import { tradeOffice as contract } from '#contracts/staff/trade/trade-office.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

type TradePrices = Awaited<ReturnType<StaffContext['services']['tradeOffice']['tradePrices']>>

export interface TradePricesData extends TradePrices {
  /** The device that is changed, with its history; null: none is chosen. */
  chosen: { code: string; history: HistoryEntry[] | null } | null
}

/** /noi-bo/thu-cu/gia: what the shop pays for old devices. `may` opens one to be changed. */
export const page = staffPage<TradePricesData>({
  needs: 'tradeOffice.tradePrices',
  loader: async (context) => {
    const { services, actor, url } = context
    const query = filledQuery(url.searchParams)
    const input = contract.tradePrices.input.safeParse(query).data ?? {}
    const prices = await services.tradeOffice.tradePrices(actor, input)
    const code = url.searchParams.get('may')
    const is_shown = prices.rows.some((row) => row.code === code)
    if (code === null || !is_shown) return { ...prices, chosen: null }
    const history = await historyOf(context, { thing: 'trade_price', thing_key: code })
    return { ...prices, chosen: { code, history } }
  },
  action: actsByIntent(
    {
      set: async ({ services, actor }, fields) => {
        const input = contract.setTradePrice.input.safeParse(fields)
        if (!input.success) {
          return { status: 422, problem: 'Hãy ghi giá bằng số, ví dụ 4.500.000.', typed: fields }
        }
        await services.tradeOffice.setTradePrice(actor, input.data)
        const { code } = input.data
        return {
          location: `${addresses.trade_prices.path}?${new URLSearchParams({ q: code, may: code })}`,
        }
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.setTradePrice, 'trade_price_changed')) {
    const { base_price, upgrade_bonus } = error.data
    const now = `${formatDong(base_price)}, trợ giá ${formatDong(upgrade_bonus)}`
    return { status: 409, problem: `Người khác vừa đổi giá máy này thành ${now}. Xem lại rồi lưu.` }
  }
  if (isRefusal(error, contract.setTradePrice, 'trade_device_not_found')) {
    return { status: 404, problem: 'Bảng giá không có máy này.' }
  }
  return null
}
