import type { directory } from '#contracts/directory.ts'
import type { Database } from '#db/schema.ts'
import type { Service } from '#pure/contract.ts'
import { plainText } from '#shop/catalog/meta.ts'
import { categoryNames, listEntries, listOffers } from '#shop/directory/directory-store.ts'

/** Longest description that Google Merchant and Meta both take (characters). */
const longest_description = 5_000

/** Everything the shop has to show, for sitemaps and product feeds (vietnam.md §7). */
export function directoryService({ db }: { db: Database }): Service<typeof directory> {
  return {
    entries: (_caller, { kind, page, size }) => listEntries(db, kind, { page, size }),
    async offers(_caller, question) {
      const [rows, categories] = await Promise.all([listOffers(db, question), categoryNames(db)])
      const offers = rows.map(({ category_id, description, ...offer }) => ({
        ...offer,
        description: plainText(description).slice(0, longest_description) || offer.name,
        categories: categories.get(category_id) ?? [],
      }))
      const last = rows.at(-1)
      return { offers, next_after: last && rows.length === question.size ? last.item_id : null }
    },
  }
}
