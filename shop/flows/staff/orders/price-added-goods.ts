import { orderGoods as contract } from '#contracts/staff/order-changes.ts'
import type { QuoteLine } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'
import { item_types } from '#pure/formats/item-types.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { findDeliveryTerms } from '#shop/delivery/delivery-store.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findGiftItems } from '#shop/pricing/item/gift-items.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import { comingDay } from '#shop/pricing/item/item.ts'
import { priceQuote } from '#shop/quote/quote.ts'

/** Goods that are added to an order, at the prices of this moment, with the gifts that they bring. */
export interface AddedGoods {
  items: QuoteLine[]
  /** What these prices depend on, beside stock. */
  claims: QuotaClaim[]
  list_total: number
  subtotal: number
}

const alone = {
  ...{ main_product_combo_id: null, combo_item_id: null, combo: null, flash_sale_item_id: null },
  ...{ is_selected: true, price_seen: null },
}
// Slots of a flash sale and vouchers belong to a checkout. What was agreed with the shopper keeps them.
const no_voucher = { voucher_code: null, voucher: null, is_without_flash: true }

/**
 * Prices what is added to an order as a checkout of these goods alone would, without flash sales and vouchers.
 * `without` are the keys of offers that are used up. Their lines are numbered after `last_line_id`.
 */
export async function priceAddedGoods(
  db: Database,
  { recipient }: Pick<LockedOrder, 'recipient'>,
  added: ReadonlyMap<number, number>,
  { now, without, last_line_id }: { now: Date; without: ReadonlySet<string>; last_line_id: number },
): Promise<AddedGoods> {
  const { refuse } = contract.changeGoods
  const { province_id, shipping_method } = recipient
  const question = { province_id, customer_group_id: null, now }
  const items = await findItems(db, [...added.keys()], question)
  const lines = [...added].map(([item_id, item_quantity], n): StoredLine => {
    const item = items.find((one) => one.item_id === item_id)
    if (!item) throw refuse('item_not_sold', { name: String(item_id) })
    const { name, launched_on } = item
    if (comingDay(launched_on, now) !== null) throw refuse('item_not_sold', { name })
    return {
      line_id: last_line_id + n + 1,
      item,
      item_type: item_types.normal,
      item_quantity,
      ...alone,
    }
  })
  const list = {
    ...no_voucher,
    ...{ province_id, lines, recipient: { shipping_method } },
    gift_items: await findGiftItems(db, items, question),
    delivery: await findDeliveryTerms(db),
  }
  const { priced, gone } = priceQuote(list, { now, without })
  if (gone) throw refuse('item_not_sold', { name: gone.name })
  const { list_total, subtotal } = priced.totals
  // What an offer takes off a whole basket is an adjustment. The order keeps its own and gets no other.
  const claims = priced.claims.filter(({ item_id }) => item_id !== null)
  return { items: priced.items, claims, list_total, subtotal }
}
