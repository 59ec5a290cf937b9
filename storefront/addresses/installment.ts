import { installmentPath } from '#storefront/addresses/cart.ts'
import { type Query, withQuery } from '#storefront/addresses/with-query.ts'

/** Ways to pay in parts, as `cach` of the address: by a finance company, by card, or by a pay-later service. */
export const installment_ways = ['cong-ty', 'the', 'tra-sau'] as const
export type InstallmentWay = (typeof installment_ways)[number]

/** Sorts of the companies, as `sap_xep`: by monthly payment, total, or effective rate. */
export const loan_sorts = ['gop', 'tong', 'lai'] as const
export type LoanSort = (typeof loan_sorts)[number]

/** The comparison with what is chosen on it. */
export function installmentUrl(path: string, query: Query = {}): string {
  return withQuery(installmentPath(path), query)
}
