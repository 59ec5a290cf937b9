import { trade_in_addresses } from '#storefront/addresses/trade-in.ts'
import { type Query, withQuery } from '#storefront/addresses/with-query.ts'

const root = trade_in_addresses.tradeIn.path

/** The list of all devices, or that of a tab. */
export function tradeListUrl(tab: string | null, query: Query = {}): string {
  return withQuery(tab === null ? root : `${root}/${tab}`, query)
}

/** One model, with what is chosen so far. */
export function tradeDeviceUrl(model_code: string, query: Query = {}): string {
  return withQuery(`${root}/${model_code}`, query)
}

/** What is typed for a quote, with what was chosen about the device. */
export function tradeAskUrl(query: Query): string {
  return withQuery(trade_in_addresses.tradeInQuote.path, query)
}

/** A quote. With its key it opens in any browser. */
export function tradeQuoteUrl(code: string, key?: string): string {
  return withQuery(trade_in_addresses.tradeInQuote.path, { code, key })
}
