import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '#db/schema.ts'
import { hasBit } from '#shop/search/index/bits.ts'
import { upwards } from '#shop/search/index/branches.ts'
import { addressName } from '#shop/search/index/fact-columns.ts'
import { at } from '#shop/search/index/product-index.ts'
import type { ProductIndex } from '#shop/search/index/product-index.ts'
import { createTitles, type Titles } from '#shop/search/query/suggest-titles.ts'
import {
  createVocabulary,
  type KnownAttribute,
  type Vocabulary,
} from '#shop/search/query/vocabulary.ts'
import { createWordIndex, type WordIndex } from '#shop/search/index/word-index.ts'
import { wordsOf } from '#shop/search/index/words.ts'
import {
  loadPosts,
  loadSynonyms,
  loadTrending,
  loadWordRows,
  type WordRow,
} from '#shop/search/index/words-store.ts'

/** The words of products, shop and articles: what a search and its suggestions look through. */
export interface SearchWords {
  index: WordIndex
  vocabulary: Vocabulary
  trending: readonly string[]
  /** Brands and what others look for, as suggestions compare them. */
  known: readonly KnownText[]
  /** Categories in the order of the menu, likewise. */
  taxonomy: readonly KnownText[]
  posts: Titles
}

export interface KnownText {
  text: string
  words: readonly string[]
}

/** IndexedProducts taken in before others have their turn. */
const chunk = 2_000
/** A piece sold tells more of what people want than a look at it. */
const looks_of_a_sale = 20

/** Reads the words of everything that `products` lists. */
export async function readSearchWords(
  db: Database,
  products: ProductIndex,
  now: Date,
): Promise<SearchWords> {
  const rows = await loadWordRows(db, null)
  const index = createWordIndex()
  for (let from = 0; from < rows.length; from += chunk) {
    putWords(index, products, rows.slice(from, from + chunk))
    await breathe()
  }
  // Puts the words in order now and not when the first shopper waits.
  for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') {
    index.beginning(letter, 1)
    await breathe()
  }
  const synonyms = await loadSynonyms(db)
  const { categories, brands, needs } = products.taxonomy
  const parts = {
    brands,
    needs,
    synonyms,
    categories: categories.map(({ url_path, ...category }) => ({ ...category, path: url_path })),
    attributes: knownAttributes(products),
  }
  const slugs = new Map(brands.map((brand) => [brand.brand_id, brand.slug]))
  const vocabulary = createVocabulary(parts, index, {
    isIn: (ordinal, category_id) =>
      products.branches.get(category_id)?.has(at(products.category_id, ordinal)) ?? false,
    isOf: (ordinal, slug) => slugs.get(at(products.brand_id, ordinal)) === slug,
  })
  const trending = await loadTrending(db)
  return {
    index,
    vocabulary,
    trending,
    known: [...brands.map((brand) => brand.name), ...trending].map(knownText),
    taxonomy: categories.map((category) => knownText(category.name)),
    posts: createTitles(await loadPosts(db, now)),
  }
}

function knownText(text: string): KnownText {
  return { text, words: wordsOf(text).map((word) => word.text) }
}

/** Takes in what changed of these products, after `products` has. */
export async function patchSearchWords(
  db: Database,
  words: SearchWords,
  products: ProductIndex,
  product_ids: readonly number[],
): Promise<void> {
  const rows = await loadWordRows(db, product_ids)
  for (const product_id of product_ids) {
    const ordinal = products.ordinal_of.get(product_id)
    if (ordinal !== undefined && !hasBit(products.listed, ordinal)) words.index.remove(ordinal)
  }
  putWords(words.index, products, rows)
}

/** Articles have changed. */
export async function patchPosts(db: Database, words: SearchWords, now: Date): Promise<void> {
  words.posts = createTitles(await loadPosts(db, now))
}

function putWords(index: WordIndex, products: ProductIndex, rows: readonly WordRow[]): void {
  const { categories, brands } = products.taxonomy
  const by_id = new Map(categories.map((category) => [category.category_id, category]))
  const brand_names = new Map(brands.map((brand) => [brand.brand_id, brand.name]))
  for (const { product_id, series, tags, sku, facts } of rows) {
    const ordinal = products.ordinal_of.get(product_id)
    if (ordinal === undefined || !hasBit(products.listed, ordinal)) continue
    const category = by_id.get(at(products.category_id, ordinal))
    const taxonomy = category ? upwards(by_id, category) : []
    index.put({
      ordinal,
      name: products.name[ordinal] ?? '',
      brand: brand_names.get(at(products.brand_id, ordinal)) ?? '',
      category: taxonomy.map((category) => category.name).join(' '),
      series: `${series} ${tags}`,
      sku,
      facts,
      popularity: at(products.views, ordinal) + looks_of_a_sale * at(products.sold, ordinal),
    })
  }
}

function knownAttributes(products: ProductIndex): KnownAttribute[] {
  return [...products.facts.values()]
    .filter(({ attribute }) => attribute.is_filterable)
    .map(({ attribute, values }) => ({
      code: attribute.code,
      name: attribute.name,
      unit: attribute.unit ?? '',
      // The first value stands for none.
      values: values.slice(1).flatMap((value) => {
        if (value === false) return []
        const label = value === true ? 'Có' : `${value} ${attribute.unit ?? ''}`.trim()
        const words = value === true ? [attribute.name] : []
        return [{ value: addressName(value), label, words }]
      }),
    }))
}
