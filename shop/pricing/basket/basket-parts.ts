import type { ComboOffer } from '#shop/pricing/combo/combo-rule.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import type { PieceWay } from '#shop/pricing/price/price.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'
import type { TablePrice } from '#shop/pricing/price/table-price.ts'
import type { VoucherOffer } from '#shop/pricing/voucher/voucher-rule.ts'
import type { Item, SellableItem } from '#shop/pricing/item/item.ts'

/** Pieces of one item that are bought together; beside a main line perhaps at a combo's price. */
export interface BasketLine {
  item: SellableItem
  item_quantity: number
  /** The item of the line that this one comes beside, and the combo that says so. */
  main_product_combo_id: number | null
  combo: ComboOffer | null
  /** Uuids of promotions that the shopper chose of their groups; absent: none. */
  chosen_promotions?: readonly string[]
}

/** Everything that a basket's prices hang on, as plain data. */
export interface Basket {
  lines: readonly BasketLine[]
  /** The things that promotions of the lines give, by item_id. */
  gift_items: ReadonlyMap<number, Item>
  voucher: VoucherOffer | null
  payment_method: string | null
  payment_offers: readonly PaymentOffer[]
}

/** A line with the rules that may speak for its pieces, in their order. */
export interface ReadyLine {
  line: BasketLine
  base: TablePrice
  rules: readonly Rule[]
}

/** One legal way to price a line. */
export interface LineChoice extends PieceWay {
  line: BasketLine
  line_total: number
}
