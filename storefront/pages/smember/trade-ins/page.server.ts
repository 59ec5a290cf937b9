import type { TradeQuote } from '#contracts/storefront/trade/trade-in.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface MemberTradeInsData {
  quotes: Pick<
    TradeQuote,
    'code' | 'state' | 'device_name' | 'thumbnail' | 'value' | 'offer' | 'shop' | 'expires_at'
  >[]
}

/** /smember/thu-cu: the quotes of a member for old devices. */
export const page = personalPage<MemberTradeInsData>({
  loader: async ({ services, caller }) => {
    const quotes = await services.cartTrade.listTradeIns(caller, {})
    return {
      quotes: quotes.map(
        ({ code, state, device_name, thumbnail, value, offer, shop, expires_at }) => {
          return { code, state, device_name, thumbnail, value, offer, shop, expires_at }
        },
      ),
    }
  },
})
