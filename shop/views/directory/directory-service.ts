import type { directory } from '#contracts/storefront/directory.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { plainText } from '#shop/catalog/meta.ts'
import { priceAt, specialPrice } from '#shop/pricing/price/price.ts'
import { categoryNames, listEntries, listOffers } from '#shop/views/directory/directory-store.ts'

/** Longest description that Google Merchant and Meta both take (characters). */
const longest_description = 5_000

/** Everything the shop has to show, for sitemaps and product feeds. */
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
      const asked = { province_id, customer_group_id: null, now: now() }
      const [rows, categories] = await Promise.all([
        listOffers(db, question, asked.now),
        categoryNames(db),
      ])
      const offers = rows.flatMap(
        ({ category_id, description, price_rows, offers: own, ...offer }) => {
          // A feed is read hours later: by then a flash sale may be over.
          const price = priceAt(price_rows, own, { ...asked, without_flash: true })
          if (price === null) return []
          return [
            {
              ...offer,
              price: price.list_price,
              special_price: specialPrice(price),
              description: plainText(description).slice(0, longest_description) || offer.name,
              categories: categories.get(category_id) ?? [],
            },
          ]
        },
      )
      const last = rows.at(-1)
      return { offers, next_after: last && rows.length === question.size ? last.item_id : null }
    },
  }
}
