import type { BankOffer } from '#contracts/storefront/installment.ts'
import type { Quote } from '#contracts/storefront/quote.ts'
import {
  type CardChoice,
  cardChoiceOf,
  type CardWish,
  cardWishOf,
} from '#storefront/commerce/installment/card-wish.ts'
import type { PersonalContext } from '#storefront/runtime/page.ts'

/** What the banks ask, and what is chosen. */
export interface CardOffers {
  /** What is bought costs this, gifts and offers included. */
  total: number
  banks: BankOffer[]
  wish: CardWish
  /** Null: no bank splits this price, or the chosen one not this amount. */
  choice: CardChoice | null
}

export interface CardChoiceData extends CardOffers {
  way: 'card'
  line: Quote['items'][number]
}

/** What the banks ask for the open checkout, and what the address has chosen. */
export async function loadCardChoice(
  context: PersonalContext,
  quote: Quote,
  line: Quote['items'][number],
): Promise<CardChoiceData> {
  const { province_id, totals } = quote
  const asked = { item_id: line.item_id, province_id, amount: totals.grand_total }
  return { way: 'card', line, ...(await loadCardOffers(context, asked)) }
}

/** What the banks ask for goods at a price. */
export async function loadCardOffers(
  { services, url }: PersonalContext,
  asked: { item_id: number; province_id: number; amount: number },
): Promise<CardOffers> {
  const wish = cardWishOf((name) => url.searchParams.get(name))
  const { banks } = await services.installment.installments(null, {
    ...{ ...asked, prepaid_percent: 0, months: 12, has_insurance: false },
    card_amount: wish.card_amount ?? undefined,
  })
  return { total: asked.amount, banks, wish, choice: cardChoiceOf(banks, wish) }
}
