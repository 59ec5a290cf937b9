import type { quote as contract } from '#contracts/storefront/quote.ts'
import type { Service } from '#pure/contract.ts'
import { createQuote } from '#shop/flows/quote/create-quote.ts'
import { listPaymentMethods } from '#shop/flows/quote/list-payment-methods.ts'
import { listVouchers } from '#shop/flows/quote/list-vouchers.ts'
import { removeQuoteItem } from '#shop/flows/quote/remove-quote-item.ts'
import { setAddress } from '#shop/flows/quote/set-address.ts'
import { setProvince } from '#shop/flows/quote/set-province.ts'
import { removeVoucher, setVoucher } from '#shop/flows/quote/set-voucher.ts'
import { usePoints } from '#shop/flows/quote/use-points.ts'
import { getQuote, type QuoteDeps } from '#shop/flows/quote/show-quote.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { gateways as all_gateways } from '#shop/payment/methods/gateways.ts'

/** The open checkout (contract §3, §7): one per customer, priced again whenever it is shown. */
export function quoteService(
  quote_deps: QuoteDeps & { gateways?: readonly Gateway[] },
): Service<typeof contract> {
  const deps = { gateways: all_gateways, ...quote_deps }
  return {
    getQuote: (caller) => getQuote(deps, caller),
    createQuote: (caller, input) => createQuote(deps, caller, input),
    removeQuoteItem: (caller, input) => removeQuoteItem(deps, caller, input),
    setAddress: (caller, input) => setAddress(deps, caller, input),
    setProvince: (caller, input) => setProvince(deps, caller, input),
    setVoucher: (caller, input) => setVoucher(deps, caller, input),
    removeVoucher: (caller) => removeVoucher(deps, caller),
    vouchers: (caller, input) => listVouchers(deps, caller, input),
    usePoints: (caller, input) => usePoints(deps, caller, input),
    paymentMethods: (caller) => listPaymentMethods(deps, caller),
  }
}
