import type { Picture, ProductPage } from '#contracts/storefront/catalog.ts'
import type { BankOffer, CompanyOffer } from '#contracts/storefront/installment.ts'
import type { InstallmentWay, LoanSort } from '#storefront/addresses/installment.ts'

/** What the address asks for. */
export interface LoanWish {
  way: InstallmentWay
  prepaid_percent: number
  months: number
  has_insurance: boolean
  sort: LoanSort
  bank_code: string | null
  card_brand: string | null
  /** What a card pays of the price; null: all of it. */
  card_amount: number | null
  /** The colour of the address; null: none is named. */
  color_slug: string | null
}

export interface InstallmentData {
  product_id: number
  /** The colour that is compared, for the cart; null: none is. */
  item_id: number | null
  name: string
  color_name: string
  /** Address of the product's page. */
  path: string
  breadcrumb: ProductPage['breadcrumb']
  picture: Picture | null
  /** Null: the price is given on request, or the product is not sold yet. */
  price: number | null
  wish: LoanWish
  companies: CompanyOffer[]
  banks: BankOffer[]
  /** The smallest monthly payment of all ways; null: nobody lends this price. */
  lowest_monthly: number | null
}
