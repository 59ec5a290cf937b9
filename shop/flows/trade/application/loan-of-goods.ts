import type { Database } from '#db/schema.ts'
import type { Dong } from '#pure/money.ts'
import { goodsInParts } from '#shop/pricing/installment/goods-in-parts.ts'
import { loadLenders } from '#shop/pricing/installment/lender-store.ts'
import { companyLoan, type LoanProblem } from '#shop/pricing/installment/lender.ts'
import type { Loan } from '#shop/pricing/installment/loan.ts'
import { isSellable } from '#shop/pricing/item/item.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import type { LoanWish } from '#shop/trade/application/application.ts'

interface AskedLoan {
  company_id: string
  wish: LoanWish
  /** The lines of the checkout or order; the first one that is no gift is bought in parts. */
  lines: readonly { item_id: number; is_gift: boolean }[]
  province_id: number
  /** Of all lines. */
  total: Dong
}

/** What a company asks now, or why it does not lend it; null: it lends nothing. */
export async function loanOfGoods(
  db: Database,
  { company_id, wish, lines, province_id, total }: AskedLoan,
  now: Date,
): Promise<Loan | LoanProblem | null> {
  const { companies } = await loadLenders(db)
  const company = companies.find((one) => one.company_id === company_id)
  if (company === undefined) return null
  const bought = lines.find(({ is_gift }) => !is_gift)
  const question = { province_id, customer_group_id: null, now }
  const [item] = await findItems(db, bought === undefined ? [] : [bought.item_id], question)
  const goods = isSellable(item)
    ? goodsInParts(item, question, total)
    : { price: total, category_ids: item?.category_ids ?? [] }
  return companyLoan(company, goods, wish)
}
