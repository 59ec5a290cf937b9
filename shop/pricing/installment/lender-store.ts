import type { Database } from '#db/schema.ts'
import type { Lenders } from '#shop/pricing/installment/lender.ts'

/** Everybody who lends, in the sequence of pages. */
export async function loadLenders(db: Database): Promise<Lenders> {
  const [companies, rates, banks, fees] = await Promise.all([
    db
      .selectFrom('installment_company')
      .select(['company_id', 'name', 'kind', 'installment_type', 'min_price', 'max_price'])
      .select(['prepaid_percents', 'months', 'insurance_rate', 'collect_fee_month'])
      .select(['papers', 'approve_minutes'])
      .where('is_active', '=', true)
      .orderBy('position')
      .orderBy('company_id')
      .execute(),
    db
      .selectFrom('installment_rate')
      .select(['company_id', 'months', 'min_prepaid_percent', 'category_id', 'flat_rate_month'])
      .execute(),
    db
      .selectFrom('installment_bank')
      .select(['bank_code', 'name', 'card_brands', 'min_amount'])
      .where('is_active', '=', true)
      .orderBy('position')
      .orderBy('bank_code')
      .execute(),
    db
      .selectFrom('installment_bank_fee')
      .select(['bank_code', 'months', 'fee_rate'])
      .orderBy('months')
      .execute(),
  ])
  return {
    companies: companies.map((company) => ({
      ...company,
      rates: rates.filter(({ company_id }) => company_id === company.company_id),
    })),
    banks: banks.map((bank) => ({
      ...bank,
      fees: fees.filter(({ bank_code }) => bank_code === bank.bank_code),
    })),
  }
}
