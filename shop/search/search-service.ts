import type { search } from '#contracts/search.ts'
import type { Database } from '#db/schema.ts'
import type { Service } from '#pure/contract.ts'
import { listByWords } from '#shop/catalog/product-lists.ts'
import { wordsOf } from '#shop/search/search.ts'

/** Finding products by words (spec §2 /tim-kiem). No words, no products. */
export function searchService({ db }: { db: Database }): Service<typeof search> {
  return {
    products: (_caller, { q, province_id, page, sort = 'hot' }) =>
      listByWords(db, wordsOf(q), { province_id, page, sort }),
  }
}
