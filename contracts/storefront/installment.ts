import { z } from 'zod'
import { dong, flag, id, provinceId, whole } from '#contracts/fields.ts'
import { itemRefusals } from '#contracts/item-refusals.ts'
import { operation } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'

const rate = z.int().describe('Hundredths of a per cent: 199 is 1.99 %.')

/** A price that is paid in equal parts. Its parts add up: `total` is `prepaid` and all payments. */
export const Loan = z.object({
  price: dong,
  /** Paid when the goods are handed over. */
  prepaid: dong,
  principal: dong,
  months: z.int(),
  monthly: dong,
  /** The last payment, which takes what rounding left. */
  last_payment: dong,
  insurance: dong,
  interest: dong,
  /** Conversion fee of a card and collection fees. */
  fees: dong,
  total: dong,
  /** How much more that is than paying at once now, which may cost less than `price` in a flash sale. */
  difference: dong,
  flat_rate_month: rate,
  /** A year on the falling balance, and the same with interest on interest. */
  rate_year: rate,
  effective_rate_year: rate,
})
export type Loan = z.infer<typeof Loan>

const LoanProblem = z.enum([
  'price_too_low',
  'price_too_high',
  'loan_too_high',
  'prepaid_not_offered',
  'months_not_offered',
])
export type LoanProblem = z.infer<typeof LoanProblem>

/** A company with its loan for the asked prepaid part and months, or why it has none. */
export const CompanyOffer = z.object({
  company_id: z.string(),
  name: z.string(),
  kind: z.enum(['finance', 'pay_later']),
  installment_type: z.union([z.literal(1), z.literal(2)]),
  min_price: dong,
  max_price: dong,
  prepaid_percents: z.array(z.int()),
  months: z.array(z.int()),
  insurance_rate: rate,
  papers: z.array(z.string()),
  approve_minutes: z.int(),
  loan: Loan.nullable(),
  problem: LoanProblem.nullable(),
})
export type CompanyOffer = z.infer<typeof CompanyOffer>

export const BankOffer = z.object({
  bank_code: z.string(),
  name: z.string(),
  card_brands: z.array(z.string()),
  min_amount: dong,
  loans: z.array(Loan),
  problem: LoanProblem.nullable(),
})
export type BankOffer = z.infer<typeof BankOffer>

const Instalment = z.object({
  number: z.int(),
  amount: dong,
  /** What is still to be paid afterwards. */
  left: dong,
})
export type Instalment = z.infer<typeof Instalment>

/** What is bought: an item at its price in a province, or only an amount. */
const goods = {
  item_id: id.optional(),
  province_id: provinceId.default(default_province_id),
  amount: whole(1, 1_000_000_000, 'Hãy nhập số tiền.').optional(),
}
const wish = {
  prepaid_percent: whole(0, 99).default(30),
  months: whole(1, 60).default(12),
  has_insurance: flag.default(false),
  /** What a card pays in parts, the whole price if absent. The rest is paid when the goods are handed over. */
  card_amount: whole(1, 1_000_000_000, 'Hãy nhập số tiền.').optional(),
}

const lender_not_found = { status: 404, meaning: 'Nobody with this id lends.' } as const
const refusals = {
  item_not_found: itemRefusals.item_not_found,
  amount_missing: { status: 422, meaning: 'Neither an item with a price nor an amount was sent.' },
} as const

/** What paying in parts costs (contract §7). Served under /api/cart. */
export const installment = {
  installments: operation({
    method: 'GET',
    path: '/v1/payment-gateway/installment',
    summary: 'Everybody who lends a price, each with what it costs or why it is not offered.',
    access: 'public',
    input: z.object({ ...goods, ...wish }),
    output: z.object({
      price: dong,
      companies: z.array(CompanyOffer),
      banks: z.array(BankOffer),
      /** The smallest monthly payment of all, with the smallest prepaid part ("Trả góp từ"). */
      lowest: Loan.nullable(),
    }),
    refusals,
  }),
  lender: operation({
    method: 'GET',
    path: '/v1/payment-gateway/installment/{id}',
    summary:
      'The offer of one company, or of one bank by its code, which has every months that its cards can have.',
    access: 'public',
    input: z.object({ id: z.string().max(40), ...goods, ...wish }),
    output: z.object({
      price: dong,
      company: CompanyOffer.nullable(),
      bank: BankOffer.nullable(),
    }),
    refusals: { ...refusals, lender_not_found },
  }),
  loan: operation({
    method: 'GET',
    path: '/v1/payment-gateway/installment/{id}/loan',
    summary: 'The loan of one company, or of one bank by its code, with every payment.',
    access: 'public',
    input: z.object({ id: z.string().max(40), ...goods, ...wish }),
    output: z.object({ loan: Loan, calendar: z.array(Instalment) }),
    refusals: {
      ...refusals,
      lender_not_found,
      loan_not_offered: {
        status: 409,
        meaning: 'The price, the prepaid part or the months are not offered.',
        data: z.object({ problem: LoanProblem }),
      },
    },
  }),
}
