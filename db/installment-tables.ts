import type { Generated } from 'kysely'
import type { OrderId } from '#pure/ids.ts'
import type { StoredPaperKind } from '#db/application-tables.ts'

interface InstallmentCompany {
  company_id: string
  name: string
  kind: 'finance' | 'pay_later'
  installment_type: 1 | 2
  min_price: number
  max_price: number
  prepaid_percents: number[]
  months: number[]
  insurance_rate: Generated<number>
  collect_fee_month: Generated<number>
  papers: Generated<string[]>
  approve_minutes: number
  is_active: Generated<boolean>
  position: Generated<number>
  min_age: Generated<number>
  max_age: Generated<number>
  asks: Generated<('income' | 'job' | 'address')[]>
  relatives: Generated<number>
  pictures: Generated<StoredPaperKind[]>
  way: Generated<'online' | 'by_hand'>
  url: string | null
  contact_email: string | null
  sealed_secret: Buffer | null
  reserve_hours: Generated<number>
  sign_hours: Generated<number>
}

interface InstallmentRate {
  rate_id: Generated<number>
  company_id: string
  months: number | null
  min_prepaid_percent: Generated<number>
  category_id: number | null
  flat_rate_month: number
}

interface InstallmentBank {
  bank_code: string
  name: string
  card_brands: string[]
  min_amount: number
  is_active: Generated<boolean>
  position: Generated<number>
}

interface InstallmentBankFee {
  bank_code: string
  months: number
  fee_rate: number
}

/** How the bank of a credit card splits an order. */
interface CardPlan {
  card_plan_id: Generated<number>
  order_id: OrderId
  bank_code: string
  bank_name: string
  card_brand: string
  months: number
  price: number
  fee: number
  monthly: number
  created_at: Date
  /** Paid when the goods are handed over. */
  rest: Generated<number>
}

/** Tables of those who lend the price of goods. */
export interface InstallmentTables {
  card_plan: CardPlan
  installment_bank: InstallmentBank
  installment_bank_fee: InstallmentBankFee
  installment_company: InstallmentCompany
  installment_rate: InstallmentRate
}
