import type { directory } from '#contracts/storefront/directory.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { plainText } from '#shop/catalog/meta.ts'
import { shippingFee } from '#shop/delivery/delivery-fee.ts'
import { findDeliveryTerms } from '#shop/delivery/delivery-store.ts'
import { comingDay } from '#shop/pricing/item/item.ts'
import { priceAt, specialPrice } from '#shop/pricing/price/price.ts'
import { offersOnSale } from '#shop/pricing/promotion/offers.ts'
import { categoryNames, listEntries, listOffers } from '#shop/views/directory/directory-store.ts'

/** Maximum length of a description that both Google Merchant and Meta accept, in characters. */
const longest_description = 5_000

/** Lists all pages and offers, for sitemaps and product feeds. */
export function directoryService({
  db,
  now,
}: {
  db: Database
  now: Now
}): Service<typeof directory> {
  return {
    entries: (_caller, { kind, page, size }) => listEntries(db, kind, { page, size }),
    async offers(_caller, question) {
      const { province_id } = question
      const price_question = { province_id, customer_group_id: null, now: now() }
      const [delivery, rows, categories] = await Promise.all([
        findDeliveryTerms(db),
        listOffers(db, question, price_question.now),
        categoryNames(db),
      ])
      const offers = rows.flatMap((row) => {
        const { category_id, description, price_rows, offers: own, launched_on, ...offer } = row
        const launch_on = comingDay(launched_on, price_question.now)
        const is_on_sale = offer.is_in_stock && launch_on === null
        const price = priceAt(price_rows, offersOnSale(own, is_on_sale), price_question)
        if (price === null) return []
        const ends = price.trace.flatMap(({ valid_until }) => valid_until ?? []).toSorted()
        return [
          {
            ...offer,
            price: price.list_price,
            special_price: specialPrice(price),
            special_until: ends[0] ?? null,
            shipping_fee: shippingFee(delivery, price.final_price, 'home_delivery'),
            launch_on,
            description: plainText(description).slice(0, longest_description) || offer.name,
            categories: categories.get(category_id) ?? [],
          },
        ]
      })
      const last = rows.at(-1)
      return { offers, next_after: last && rows.length === question.size ? last.item_id : null }
    },
  }
}
