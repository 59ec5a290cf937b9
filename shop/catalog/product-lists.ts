import type { ProductList, Sort } from '#contracts/catalog.ts'
import type { Database } from '#db/schema.ts'
import { listCards } from '#shop/catalog/listing-store.ts'
import { list_size } from '#shop/catalog/listing.ts'

/**
 * One page of the versions whose name, brand, category or series holds all words (folded): the best
 * match first, or in the given order. For the other nouns, which must not touch the catalogue's store.
 */
export async function listByWords(
  db: Database,
  words: string[],
  { province_id, page, sort }: { province_id: number; page: number; sort: Sort },
): Promise<ProductList> {
  const size = list_size
  if (words.length === 0) return { total: 0, page, size, products: [] }
  const among = { words, phrase: words.join(' ') }
  const list = await listCards(db, { among, province_id, sort, page, size })
  return { ...list, page, size }
}
