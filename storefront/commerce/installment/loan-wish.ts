import type { Query } from '#storefront/addresses/with-query.ts'

/** Which loan a shopper has chosen, as addresses and forms carry it. */
export interface LoanChoice {
  company_id: string | null
  prepaid_percent: number
  months: number
  has_insurance: boolean
}

const default_prepaid = 30
const default_months = 12

/** Reads a choice; whatever is not understood is the first choice. */
export function loanWishOf(read: (name: string) => string | null): LoanChoice {
  const number = (name: string, fallback: number) => {
    const text = read(name) ?? ''
    return /^\d{1,2}$/.test(text) ? Number(text) : fallback
  }
  const company_id = read('cong_ty') ?? ''
  return {
    company_id: /^[a-z0-9_-]{2,40}$/.test(company_id) ? company_id : null,
    prepaid_percent: number('tra_truoc', default_prepaid),
    months: Math.max(1, Math.min(60, number('thang', default_months))),
    has_insurance: read('bao_hiem') === '1',
  }
}

/** The choice as a query. */
export function loanQuery({
  company_id,
  prepaid_percent,
  months,
  has_insurance,
}: LoanChoice): Query {
  return {
    ...{ cong_ty: company_id, tra_truoc: prepaid_percent, thang: months },
    bao_hiem: has_insurance ? 1 : null,
  }
}
