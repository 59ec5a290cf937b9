import type { Dong } from '#pure/money.ts'
import type { ComboOffer } from '#shop/pricing/combo/combo-rule.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import type { Combination, Rule } from '#shop/pricing/price/rule.ts'
import type { TablePrice } from '#shop/pricing/price/table-price.ts'
import type { VoucherOffer } from '#shop/pricing/voucher/voucher-rule.ts'
import type { Item, SellableItem } from '#shop/pricing/item/item.ts'

/** A quantity of one item that is bought together; beside a main line perhaps at a combo's price. */
export interface BasketLine {
  item: SellableItem
  item_quantity: number
  /** The item of the line that this one comes beside, and the combo that says so. */
  main_product_combo_id: number | null
  combo: ComboOffer | null
  /** Uuids of promotions that the shopper chose of their groups; absent: none. */
  chosen_promotions?: readonly string[]
}

/** Everything that a basket's prices depend on, as plain data. */
export interface Basket {
  lines: readonly BasketLine[]
  /** The items that promotions of the lines give, by item_id. */
  gift_items: ReadonlyMap<number, Item>
  voucher: VoucherOffer | null
  payment_method: string | null
  payment_offers: readonly PaymentOffer[]
}

/** A line with the rules that may speak for one piece of it, in their order. */
export interface ReadyLine {
  line: BasketLine
  base: TablePrice
  rules: readonly Rule[]
}

/** One legal way to price a line, with all that a search compares it by. */
export interface LineWay extends Combination {
  ready: ReadyLine
  line_total: Dong
  /** Rules of the whole basket that go with it. */
  beside: ReadonlySet<Rule>
  /** What it claims of what may not reach for all lines. */
  claims: readonly ScarceClaim[]
  /** What the gifts are worth that come with it. */
  gift_worth: Dong
  /** How many of its rules claim something. */
  scarcity: number
}

/** A line with the ways to price it, the best by itself first. */
export interface LineWays {
  ready: ReadyLine
  ways: readonly LineWay[]
}

/** A claim on something of which there may be too little for all lines. */
export interface ScarceClaim {
  key: string
  quantity: number
  /** How much of it there is, as far as this line knows. */
  limit: number
}

/** What is to be taken off the whole basket: a voucher, an offer for the way to pay, both or neither. */
export interface Wish {
  voucher: { offer: VoucherOffer; rule: Rule } | null
  payment: { offer: PaymentOffer; rule: Rule } | null
}

export function rulesOf({ voucher, payment }: Wish): Rule[] {
  return [voucher, payment].flatMap((one) => (one ? [one.rule] : []))
}
