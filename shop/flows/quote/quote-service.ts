import type { quote as contract } from '#contracts/storefront/quote.ts'
import type { Service } from '#pure/contract.ts'
import { createQuote } from '#shop/flows/quote/create-quote.ts'
import { listPaymentMethods } from '#shop/flows/quote/list-payment-methods.ts'
import { removeQuoteItem } from '#shop/flows/quote/remove-quote-item.ts'
import { setAddress } from '#shop/flows/quote/set-address.ts'
import { setProvince } from '#shop/flows/quote/set-province.ts'
import { setVoucher } from '#shop/flows/quote/set-voucher.ts'
import { getQuote, type QuoteDeps } from '#shop/flows/quote/show-quote.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { gateways as all_gateways } from '#shop/payment/gateways/gateways.ts'

/** The checkout in progress (contract §3, §7): one open per customer, priced anew whenever it is shown. */
export function quoteService(
  given: QuoteDeps & { gateways?: readonly Gateway[] },
): Service<typeof contract> {
  const deps = { gateways: all_gateways, ...given }
  return {
    getQuote: (caller) => getQuote(deps, caller),
    createQuote: (caller, input) => createQuote(deps, caller, input),
    removeQuoteItem: (caller, input) => removeQuoteItem(deps, caller, input),
    setAddress: (caller, input) => setAddress(deps, caller, input),
    setProvince: (caller, input) => setProvince(deps, caller, input),
    setVoucher: (caller, { code }) => setVoucher(deps, caller, code),
    removeVoucher: (caller) => setVoucher(deps, caller, null),
    paymentMethods: (caller) => listPaymentMethods(deps, caller),
  }
}
