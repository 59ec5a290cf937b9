import type { Dong } from '#pure/money.ts'
import type { ComboOffer } from '#shop/pricing/combo/combo-rule.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import type { Combination, Rule } from '#shop/pricing/price/rule.ts'
import type { TablePrice } from '#shop/pricing/price/table-price.ts'
import type { VoucherOffer } from '#shop/pricing/voucher/voucher-rule.ts'
import type { Item, SellableItem } from '#shop/pricing/item/item.ts'

/** A quantity of one item in a basket; beside a main line it may have the price of a combo. */
export interface BasketLine {
  item: SellableItem
  item_quantity: number
  /** The item of the main line of the combo, and the combo. */
  main_product_combo_id: number | null
  combo: ComboOffer | null
  /** Uuids of the promotions that the shopper chose in their choice groups; absent: none. */
  chosen_promotions?: readonly string[]
}

/** Everything that a basket's prices depend on, as plain data. */
export interface Basket {
  lines: readonly BasketLine[]
  /** The gift items of the lines' promotions, by item_id. */
  gift_items: ReadonlyMap<number, Item>
  voucher: VoucherOffer | null
  payment_method: string | null
  payment_offers: readonly PaymentOffer[]
}

/** A line with the rules that may apply to one unit of it, in their sequence. */
export interface ReadyLine {
  line: BasketLine
  base: TablePrice
  rules: readonly Rule[]
}

/** One legal way to price a line, with the values by which a search compares it. */
export interface LineWay extends Combination {
  ready: ReadyLine
  line_total: Dong
  /** The rules of the whole basket that may be combined with it. */
  beside: ReadonlySet<Rule>
  /** Its claims on limited offers. */
  claims: readonly ScarceClaim[]
  /** The value of its gifts. */
  gift_worth: Dong
  /** How many of its rules have a claim. */
  scarcity: number
}

/** A line with the ways to price it, the best by itself first. */
export interface LineWays {
  ready: ReadyLine
  ways: readonly LineWay[]
}

/** A claim on an offer that may not suffice for all lines. */
export interface ScarceClaim {
  key: string
  quantity: number
  /** How much of it is left, as this line was read. */
  limit: number
}

/** The discounts to try on the whole basket: a voucher, an offer for the payment method, both or neither. */
export interface Wish {
  voucher: { offer: VoucherOffer; rule: Rule } | null
  payment: { offer: PaymentOffer; rule: Rule } | null
}

export function rulesOf({ voucher, payment }: Wish): Rule[] {
  return [voucher, payment].flatMap((discount) => (discount ? [discount.rule] : []))
}
