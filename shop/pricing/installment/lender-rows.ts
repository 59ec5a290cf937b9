import { sql } from 'kysely'
import type { Lenders } from '#shop/pricing/installment/lender.ts'

/** Everybody who lends, in the sequence of pages: one row. */
export const lenders_row = sql<Lenders>`
  select (
    select coalesce(jsonb_agg(jsonb_build_object('company_id', company.company_id, 'name', company.name,
      'kind', company.kind, 'installment_type', company.installment_type, 'min_price', company.min_price,
      'max_price', company.max_price, 'prepaid_percents', company.prepaid_percents, 'months', company.months,
      'insurance_rate', company.insurance_rate, 'collect_fee_month', company.collect_fee_month,
      'papers', company.papers, 'approve_minutes', company.approve_minutes, 'rates', (
        select coalesce(jsonb_agg(jsonb_build_object('months', rate.months, 'category_id', rate.category_id,
          'min_prepaid_percent', rate.min_prepaid_percent, 'flat_rate_month', rate.flat_rate_month)), '[]')
        from installment_rate rate where rate.company_id = company.company_id))
      order by company.position, company.company_id), '[]')
    from installment_company company where company.is_active
  ) as companies, (
    select coalesce(jsonb_agg(jsonb_build_object('bank_code', bank.bank_code, 'name', bank.name,
      'card_brands', bank.card_brands, 'min_amount', bank.min_amount, 'fees', (
        select coalesce(jsonb_agg(jsonb_build_object('months', fee.months, 'fee_rate', fee.fee_rate)
          order by fee.months), '[]')
        from installment_bank_fee fee where fee.bank_code = bank.bank_code))
      order by bank.position, bank.bank_code), '[]')
    from installment_bank bank where bank.is_active
  ) as banks`
