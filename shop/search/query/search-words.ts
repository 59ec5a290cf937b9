import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '#db/schema.ts'
import { repair_hub_pages } from '#pure/formats/repair-hubs.ts'
import { hasBit } from '#shop/search/index/bits.ts'
import { upwards } from '#shop/search/index/branches.ts'
import { addressName } from '#shop/search/index/fact-columns.ts'
import { at } from '#shop/search/index/product-index.ts'
import type { ProductIndex } from '#shop/search/index/product-index.ts'
import { type ArticleIndex, createArticleIndex } from '#shop/search/query/article-index.ts'
import { createPolicyAnswers, type PolicyAnswers } from '#shop/search/query/policy-answers.ts'
import { createRepairTitles, type RepairTitles } from '#shop/search/query/repair-titles.ts'
import { createTitles, type Titles } from '#shop/search/query/suggest-titles.ts'
import {
  createVocabulary,
  type KnownAttribute,
  type Vocabulary,
} from '#shop/search/query/vocabulary.ts'
import { createWordIndex, type WordIndex } from '#shop/search/index/word-index.ts'
import { wordsOf } from '#shop/search/index/words.ts'
import {
  loadAnswers,
  loadPosts,
  loadRepairs,
  loadSynonyms,
  loadTrending,
  loadWordRows,
  type WordRow,
} from '#shop/search/index/words-store.ts'

/** The words of products, categories, brands and articles that search and suggestions use. */
export interface SearchWords {
  index: WordIndex
  vocabulary: Vocabulary
  trending: readonly string[]
  /** Names of brands and trending terms, split into words for suggestions. */
  known: readonly KnownText[]
  /** Names of categories in the order of the menu, split into words. */
  taxonomy: readonly KnownText[]
  posts: Titles
  articles: ArticleIndex
  repairs: RepairTitles
  answers: PolicyAnswers
}

export interface KnownText {
  text: string
  words: readonly string[]
}

/** Number of products that are indexed before other work may run. */
const chunk = 2_000
/** A sale counts as this many views in the popularity. */
const views_per_sale = 20

/** Reads the words of all listed products. */
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
  // Sorts the words now and not at the first request.
  for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') {
    index.beginning(letter, 1)
    await breathe()
  }
  const synonyms = await loadSynonyms(db)
  const { categories, brands, needs } = products.taxonomy
  const source = {
    brands,
    needs,
    synonyms,
    categories: categories.map(({ url_path, ...category }) => ({ ...category, path: url_path })),
    attributes: knownAttributes(products),
  }
  const slugs = new Map(brands.map((brand) => [brand.brand_id, brand.slug]))
  const vocabulary = createVocabulary(source, index, {
    isIn: (ordinal, category_id) =>
      products.branches.get(category_id)?.has(at(products.category_id, ordinal)) ?? false,
    isOf: (ordinal, slug) => slugs.get(at(products.brand_id, ordinal)) === slug,
  })
  const trending = await loadTrending(db)
  const posts = await loadPosts(db, now)
  return {
    index,
    vocabulary,
    trending,
    known: [...brands.map((brand) => brand.name), ...trending].map(knownText),
    taxonomy: categories.map((category) => knownText(category.name)),
    posts: createTitles(posts),
    articles: createArticleIndex(posts),
    repairs: await readRepairs(db),
    answers: createPolicyAnswers(await loadAnswers(db, now)),
  }
}

function knownText(text: string): KnownText {
  return { text, words: wordsOf(text).map((word) => word.text) }
}

/** Updates the words of changed products. `products` must be updated before. */
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

/** Reads the repair services again after they changed. */
export async function patchRepairs(db: Database, words: SearchWords): Promise<void> {
  words.repairs = await readRepairs(db)
}

async function readRepairs(db: Database): Promise<RepairTitles> {
  const hubs = Object.values(repair_hub_pages).map(({ name, path }) => ({
    ...{ name, path, thumbnail: null, price: null },
    words: name.replace('Apple Watch', 'Apple Watch đồng hồ'),
  }))
  return createRepairTitles([...hubs, ...(await loadRepairs(db))])
}

/** Reads the articles again after they changed. */
export async function patchPosts(db: Database, words: SearchWords, now: Date): Promise<void> {
  const posts = await loadPosts(db, now)
  words.posts = createTitles(posts)
  words.articles = createArticleIndex(posts)
  words.answers = createPolicyAnswers(await loadAnswers(db, now))
}

function putWords(index: WordIndex, products: ProductIndex, rows: readonly WordRow[]): void {
  const { categories, brands } = products.taxonomy
  const by_id = new Map(categories.map((category) => [category.category_id, category]))
  const brand_names = new Map(brands.map((brand) => [brand.brand_id, brand.name]))
  for (const { product_id, series, model, tags, sku, facts } of rows) {
    const ordinal = products.ordinal_of.get(product_id)
    if (ordinal === undefined || !hasBit(products.listed, ordinal)) continue
    const category = by_id.get(at(products.category_id, ordinal))
    const taxonomy = category ? upwards(by_id, category) : []
    index.put({
      ordinal,
      name: products.name[ordinal] ?? '',
      model,
      brand: brand_names.get(at(products.brand_id, ordinal)) ?? '',
      category: taxonomy.map((category) => category.name).join(' '),
      series: `${series} ${tags}`,
      sku,
      facts,
      popularity: at(products.views, ordinal) + views_per_sale * at(products.sold, ordinal),
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
      // The first value stands for "no value".
      values: values.slice(1).flatMap((value) => {
        if (value === false) return []
        const label = value === true ? 'Có' : `${value} ${attribute.unit ?? ''}`.trim()
        const words = value === true ? [attribute.name] : []
        return [{ value: addressName(value), label, words }]
      }),
    }))
}
