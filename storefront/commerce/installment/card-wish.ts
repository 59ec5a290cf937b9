import type { BankOffer, Loan } from '#contracts/storefront/installment.ts'
import type { Order } from '#contracts/storefront/order.ts'
import { formatDong } from '#pure/money.ts'
import type { Query } from '#storefront/addresses/with-query.ts'

/** Which card pays in parts, as addresses and forms carry it. */
export interface CardWish {
  bank_code: string | null
  card_brand: string | null
  months: number
  /** What the card pays; null: the whole order. */
  card_amount: number | null
}

/** A wish that a bank offers, with its loan. */
export interface CardChoice {
  bank: BankOffer
  card_brand: string
  loan: Loan
}

const first_months = 6
const brand_names: Readonly<Record<string, string>> = { VISA: 'Visa', MASTERCARD: 'Mastercard' }

export function brandName(brand: string): string {
  return brand_names[brand] ?? brand
}

/** Whether an address or a form is about a card: `cach=the`. */
export function isAboutCard(read: (name: string) => string | null): boolean {
  return read('cach') === 'the'
}

/** Reads a wish; whatever is not understood is the first choice. */
export function cardWishOf(read: (name: string) => string | null): CardWish {
  const bank_code = read('ngan_hang') ?? ''
  const card_brand = read('loai_the') ?? ''
  const months = read('thang') ?? ''
  // Typed with or without dots and the sign of đồng.
  const card_amount = Number((read('so_tien') ?? '').replace(/\D/g, '').slice(0, 12))
  return {
    bank_code: /^[A-Z0-9]{2,12}$/.test(bank_code) ? bank_code : null,
    card_brand: /^[A-Z]{2,20}$/.test(card_brand) ? card_brand : null,
    months: /^\d{1,2}$/.test(months) ? Number(months) : first_months,
    card_amount: card_amount > 0 ? card_amount : null,
  }
}

/** The wish as a query. */
export function cardQuery({ bank_code, card_brand, months, card_amount }: CardWish): Query {
  return {
    ...{ cach: 'the', ngan_hang: bank_code, loai_the: card_brand, thang: months },
    so_tien: card_amount,
  }
}

/** The bank of a wish: the first that splits the price where it names none. */
export function bankOf(banks: readonly BankOffer[], wish: CardWish): BankOffer | undefined {
  return (
    banks.find(({ bank_code }) => bank_code === wish.bank_code) ??
    banks.find(({ loans }) => loans.length > 0) ??
    banks[0]
  )
}

/** What the wish comes to; null: its bank does not split that. */
export function cardChoiceOf(banks: readonly BankOffer[], wish: CardWish): CardChoice | null {
  const bank = bankOf(banks, wish)
  const loan = bank?.loans.find(({ months }) => months === wish.months) ?? bank?.loans[0]
  const brands = bank?.card_brands ?? []
  const card_brand = brands.find((brand) => brand === wish.card_brand) ?? brands[0]
  return bank === undefined || loan === undefined || card_brand === undefined
    ? null
    : { bank, loan, card_brand }
}

/** The wish that names everything of a choice. */
export function wishOfChoice({ bank: { bank_code }, card_brand, loan }: CardChoice): CardWish {
  return { bank_code, card_brand, months: loan.months, card_amount: partOf(loan) }
}

/** What a card pays of a price; null: all of it. */
function partOf({ prepaid, principal }: Loan): number | null {
  return prepaid > 0 ? principal : null
}

/** The wish that a plan of an order stands for. */
export function wishOfPlan({
  bank_code,
  card_brand,
  months,
  amount,
  rest,
}: NonNullable<Order['card_plan']>): CardWish {
  return { bank_code, card_brand, months, card_amount: rest > 0 ? amount : null }
}

/** "6 tháng, 5.365.000đ mỗi tháng, thẻ Visa Vietcombank". */
export function cardPlanText({
  bank_name,
  card_brand,
  months,
  monthly,
}: NonNullable<Order['card_plan']>): string {
  return `${months} tháng, ${formatDong(monthly)} mỗi tháng, thẻ ${brandName(card_brand)} ${bank_name}`
}
