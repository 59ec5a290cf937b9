import { price as contract } from '#contracts/storefront/price.ts'
import type { QuoteLine } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { findDeliveryTerms } from '#shop/delivery/delivery-store.ts'
import { priceQuote } from '#shop/quote/quote.ts'
import { findGiftItems } from '#shop/pricing/item/gift-items.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'

interface Deps {
  db: Database
  now: Now
}

/** Calculates the prices of a list of items by the rules of a checkout, without creating one (contract §7). */
export function priceService({ db, now }: Deps): Service<typeof contract> {
  return {
    async calculatePrice(_caller, { province_id, shipping_method, items }) {
      const { refuse } = contract.calculatePrice
      const asked_at = now()
      const question = { province_id, customer_group_id: null, now: asked_at }
      const ids = items.map((line) => line.item_id)
      const priced_items = await findItems(db, ids, question)
      const by_id = new Map(priced_items.map((one) => [one.item_id, one]))
      const lines = items.map(({ item_id, item_quantity }, index): StoredLine => {
        const item = by_id.get(item_id)
        if (!item) throw refuse('item_not_found', { item_id })
        return {
          line_id: index + 1,
          item,
          item_type: item_types.normal,
          item_quantity,
          ...no_combo,
        }
      })
      const gift_items = await findGiftItems(db, priced_items, question)
      const recipient = shipping_method ? { shipping_method } : null
      const delivery = await findDeliveryTerms(db)
      const list = { ...no_voucher, province_id, recipient, lines, gift_items, delivery }
      const { priced, gone } = priceQuote(list, { now: asked_at })
      if (gone) throw refuse('item_not_found', { item_id: gone.item_id })
      return { province_id, items: priced.items.map(withoutLineIds), totals: priced.totals }
    },
  }
}

const no_voucher = { voucher_code: null, voucher: null, is_without_flash: false }
const no_combo = {
  main_product_combo_id: null,
  combo_item_id: null,
  combo: null,
  flash_sale_item_id: null,
  is_selected: true,
  price_seen: null,
}

/** Removes the line ids: these lines are not stored, so no other call can refer to them. */
function withoutLineIds(line: QuoteLine): QuoteLine {
  return { ...line, line_id: null, parent_line_id: null }
}
