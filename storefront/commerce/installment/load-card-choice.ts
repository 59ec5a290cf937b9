import type { BankOffer } from '#contracts/storefront/installment.ts'
import type { Quote } from '#contracts/storefront/quote.ts'
import {
  type CardChoice,
  cardChoiceOf,
  cardWishOf,
} from '#storefront/commerce/installment/card-wish.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'

export interface CardChoiceData {
  way: 'card'
  line: Quote['items'][number]
  /** Of the whole order, gifts and offers included. */
  total: number
  banks: BankOffer[]
  /** Null: no bank splits this price. */
  choice: CardChoice | null
}

/** What the banks ask for the open checkout, and what the address has chosen. */
export async function loadCardChoice(
  { services, url }: PersonalContext,
  quote: Quote,
  line: Quote['items'][number],
): Promise<CardChoiceData> {
  const { province_id, totals } = quote
  const total = totals.grand_total
  const { banks } = await services.installment.installments(null, {
    ...{ item_id: line.item_id, province_id, amount: total },
    ...{ prepaid_percent: 0, months: 12, has_insurance: false },
  })
  const choice = cardChoiceOf(
    banks,
    cardWishOf((name) => url.searchParams.get(name)),
  )
  return { way: 'card', line, total, banks, choice }
}
