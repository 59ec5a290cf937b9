import { price as contract } from '#contracts/price.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { priceQuote, type QuotedItem } from '#shop/quote/quote.ts'
import { findItems } from '#shop/stock/item-store.ts'

interface Parts {
  db: Database
  now: Now
}

/** Prices for a list of items, by the rules of a checkout and without one (spec §7). */
export function priceService({ db, now }: Parts): Service<typeof contract> {
  return {
    async calculatePrice(_caller, { province_id, shipping_method, items }) {
      const { refuse } = contract.calculatePrice
      const question = { province_id, customer_group_id: null, now: now() }
      const ids = items.map((line) => line.item_id)
      const found = new Map((await findItems(db, ids, question)).map((one) => [one.item_id, one]))
      const lines = items.map(({ item_id, item_quantity }): QuotedItem => {
        const item = found.get(item_id)
        if (!item) throw refuse('item_not_found', { item_id })
        return { item, item_type: 1, item_quantity }
      })
      const { priced, gone } = priceQuote(lines, shipping_method ?? null)
      if (gone) throw refuse('item_not_found', { item_id: gone.item_id })
      return { province_id, ...priced }
    },
  }
}
