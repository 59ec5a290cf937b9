import { setImmediate as breathe } from 'node:timers/promises'
import { type Listing, ListingSort } from '#contracts/storefront/search.ts'
import type { Database } from '#db/schema.ts'
import { type Answers, createAnswers } from '#shop/search/cached-answers.ts'
import { nextEdge } from '#shop/pricing/promotion/promotion-table.ts'
import { hasBit } from '#shop/search/index/bits.ts'
import { upwards } from '#shop/search/index/branches.ts'
import {
  countDemand,
  type ProductRows,
  limitStatements,
  loadProducts,
  loadOffered,
} from '#shop/search/index/product-store.ts'
import type { IndexedProducts } from '#shop/search/listing.ts'
import { addSorted, countryView, patchViews } from '#shop/search/index/price-views.ts'
import {
  at,
  createIndex,
  hasCapacity,
  type ProductIndex,
} from '#shop/search/index/product-index.ts'
import {
  putProducts,
  putDemand,
  putTags,
  repriceProducts,
  groupOffers,
  groupRows,
  unlistProducts,
} from '#shop/search/index/put-products.ts'
import {
  patchPosts,
  patchRepairs,
  patchSearchWords,
  readSearchWords,
} from '#shop/search/query/search-words.ts'
import type { SearchWords } from '#shop/search/query/search-words.ts'
import { loadTaxonomy, type Taxonomy } from '#shop/search/index/taxonomy-store.ts'
import type { Understanding } from '#shop/search/query/understand.ts'

/** The current products, with cached answers about them. */
export interface Snapshot extends IndexedProducts {
  words: SearchWords
  answers: Answers<Listing>
  /** Cached meanings of queries. */
  meanings: Answers<Understanding>
  /** When views and sales were last counted, in ms since 1970. */
  counted_at: number
  /** The next time at which a promotion begins or ends, in ms since 1970; Infinity if never. */
  next_edge: number
}

const sales_count_for_ms = 30 * 24 * 3_600_000
const max_answers = 500
const max_meanings = 1_000
/** If more products changed, reading all is faster. */
const max_patched = 1_000
const load_limit_ms = 60_000
/** Number of products that are indexed before other work may run. */
const chunk = 2_000

/** Reads everything. Requests are answered meanwhile. */
export async function readSnapshot(db: Database, now: Date): Promise<Snapshot> {
  const { taxonomy, rows } = await readTables(db, now)
  const index = createIndex(taxonomy, rows.products.length)
  const grouped = groupRows(rows, now)
  for (let from = 0; from < rows.products.length; from += chunk) {
    putProducts(index, rows.products.slice(from, from + chunk), grouped)
    await breathe()
  }
  putTags(index, rows)
  const country = countryView(index)
  for (const sort of ListingSort.options) {
    addSorted(index, country, sort)
    await breathe()
  }
  return {
    index,
    words: await readSearchWords(db, index, now),
    views: new Map([[country.province_id, country]]),
    answers: createAnswers(max_answers),
    meanings: createAnswers(max_meanings),
    counted_at: now.getTime(),
    next_edge: nextEdge(rows.table, now),
  }
}

/** Reads all tables in one transaction, as of one instant. */
async function readTables(
  db: Database,
  now: Date,
): Promise<{ taxonomy: Taxonomy; rows: ProductRows }> {
  const transaction = db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
  return await transaction.execute(async (trx) => {
    await limitStatements(trx, load_limit_ms)
    const when = { since: salesFrom(now), now }
    return { taxonomy: await loadTaxonomy(trx), rows: await loadProducts(trx, null, when) }
  })
}

/**
 * Applies changed products to a snapshot and returns the tags that depend on them: `listing`, their categories up
 * to the top, the other versions of their families, and `taxonomy` if the number of products of a brand or
 * category may have changed. Returns null if everything must be read again.
 */
export async function patchSnapshot(
  db: Database,
  snapshot: Snapshot,
  tags: ReadonlySet<string>,
  now: Date,
): Promise<Set<string> | null> {
  if ([...tags].some(concernsAll)) return null
  const is_repriced = tags.has('prices') || tags.has('installment')
  if (is_repriced) await repriceSnapshot(db, snapshot, now)
  const product_ids = productsIn(tags)
  if (tags.has('content')) await patchPosts(db, snapshot.words, now)
  if (tags.has('repair')) await patchRepairs(db, snapshot.words)
  if (product_ids.length === 0) return new Set(is_repriced ? ['listing'] : [])
  if (product_ids.length > max_patched) return null
  const { index, views } = snapshot
  const rows = await loadProducts(db, product_ids, { since: salesFrom(now), now })
  if (!hasCapacity(index, rows.products.length) || !isKnown(index.taxonomy, rows)) return null
  const before = membershipsOf(index, product_ids)
  const dependents = dependentTags(index, product_ids)
  const left = unlistProducts(index, product_ids)
  const put = putProducts(index, rows.products, groupRows(rows, now))
  putTags(index, rows)
  patchViews(index, views, new Set([...left, ...put]))
  await patchSearchWords(db, snapshot.words, index, product_ids)
  snapshot.next_edge = Math.min(snapshot.next_edge, nextEdge(rows.table, now))
  snapshot.answers.clear()
  snapshot.meanings.clear()
  const after = membershipsOf(index, product_ids)
  const moved = before === after ? [] : ['taxonomy']
  return new Set(['listing', ...dependents, ...dependentTags(index, product_ids), ...moved])
}

/**
 * Updates only the prices of all products, after a promotion began or ended or changed for very many products, or terms
 * of those who lend did.
 */
export async function repriceSnapshot(db: Database, snapshot: Snapshot, now: Date): Promise<void> {
  const { index, views } = snapshot
  const rows = await db.transaction().execute(async (trx) => {
    await limitStatements(trx, load_limit_ms)
    return await loadOffered(trx, null, now)
  })
  const grouped = groupOffers(rows, now)
  const ids = [...index.ordinal_of.keys()]
  for (let from = 0; from < ids.length; from += chunk) {
    repriceProducts(index, ids.slice(from, from + chunk), grouped)
    await breathe()
  }
  views.clear()
  const country = countryView(index)
  for (const sort of ListingSort.options) addSorted(index, country, sort)
  views.set(country.province_id, country)
  snapshot.next_edge = nextEdge(rows.table, now)
  snapshot.answers.clear()
  snapshot.meanings.clear()
}

/** Counts views and sales again and updates the sorts by them. */
export async function recountDemand(db: Database, snapshot: Snapshot, now: Date): Promise<void> {
  const { index, views, answers } = snapshot
  putDemand(index, await countDemand(db, salesFrom(now)))
  const country = countryView(index)
  for (const [province_id, view] of views) {
    for (const sort of ['selling', 'views'] as const) {
      if (province_id === country.province_id) addSorted(index, view, sort)
      else view.sorted_by.delete(sort)
    }
  }
  answers.clear()
}

function salesFrom(now: Date): Date {
  return new Date(now.getTime() - sales_count_for_ms)
}

/** Returns whether a tag is about everything: categories, brands, attributes, shops, or `*`. */
function concernsAll(tag: string): boolean {
  return /^(\*|catalog|locations)$/.test(tag)
}

function productsIn(tags: ReadonlySet<string>): number[] {
  return [...tags].flatMap((tag) => {
    const [, digits] = /^product:(\d{1,15})$/.exec(tag) ?? []
    return digits === undefined ? [] : [Number(digits)]
  })
}

/** Returns whether all brands and categories are known. For a new one another tag follows. */
function isKnown(taxonomy: Taxonomy, { products }: ProductRows): boolean {
  const brands = new Set(taxonomy.brands.map((brand) => brand.brand_id))
  const categories = new Set(taxonomy.categories.map((category) => category.category_id))
  return products.every((row) => brands.has(row.brand_id) && categories.has(row.category_id))
}

/** Describes the categories and brands of products: if it changes, counts of brands and categories change. */
function membershipsOf(index: ProductIndex, product_ids: readonly number[]): string {
  return product_ids
    .map((product_id) => {
      const ordinal = index.ordinal_of.get(product_id)
      if (ordinal === undefined || !hasBit(index.listed, ordinal)) return ''
      return `${at(index.category_id, ordinal)}/${at(index.brand_id, ordinal)}`
    })
    .join()
}

function dependentTags(index: ProductIndex, product_ids: readonly number[]): string[] {
  const by_id = new Map(index.taxonomy.categories.map((each) => [each.category_id, each]))
  const ordinals = product_ids.flatMap((product_id) => index.ordinal_of.get(product_id) ?? [])
  const categories = new Set(ordinals.map((ordinal) => at(index.category_id, ordinal)))
  const families = new Set(ordinals.map((ordinal) => at(index.family_id, ordinal)))
  const taxonomy = [...categories].flatMap((category_id) => {
    const category = by_id.get(category_id)
    return category ? upwards(by_id, category) : []
  })
  const relatives: string[] = []
  for (let ordinal = 0; ordinal < index.used; ordinal++) {
    if (families.has(at(index.family_id, ordinal))) {
      relatives.push(`product:${at(index.product_id, ordinal)}`)
    }
  }
  return [...taxonomy.map((category) => `category:${category.category_id}`), ...relatives]
}
