import type { CategoryLink } from '#contracts/storefront/catalog.ts'
import type { Listing, Suggestions } from '#contracts/storefront/search.ts'
import { upwards } from '#shop/search/index/branches.ts'
import type { KnownText } from '#shop/search/query/search-words.ts'
import type { Snapshot } from '#shop/search/snapshot.ts'
import { modelIn } from '#shop/search/index/word-index.ts'
import { at } from '#shop/search/index/product-index.ts'
import { understand } from '#shop/search/query/understand.ts'
import { wordsOf } from '#shop/search/index/words.ts'

const max_terms = 5
const max_categories = 3
const max_answers = 2
const max_posts = 3
const max_repairs = 3
/** Number of products whose names and categories become suggestions. */
const max_products = 12

/** Returns suggestions for the typed text; trending terms if nothing is typed. */
export function suggest(
  snapshot: Snapshot,
  q: string,
  size: number,
  find: (size: number) => Listing,
): Suggestions {
  const typed = wordsOf(q).map((word) => word.text)
  if (typed.length === 0) {
    const trending = snapshot.words.trending.map(searchFor)
    return {
      absent: null,
      terms: [],
      categories: [],
      repairs: [],
      products: [],
      posts: [],
      trending,
    }
  }
  const listing = find(Math.max(size * 3, max_products))
  const corrected = listing.understood?.corrected ?? null
  const meant = corrected === null ? typed : wordsOf(corrected).map((word) => word.text)
  const answers = (listing.understood?.answers ?? []).slice(0, max_answers)
  const terms = termsFor(snapshot, q, meant, listing)
  return {
    absent: listing.understood?.absent ?? null,
    terms: [...answers.map(({ title, path }) => ({ text: title, path })), ...terms].slice(
      0,
      max_terms,
    ),
    categories: categoriesFor(snapshot, meant, listing),
    repairs: snapshot.words.repairs.find(typed, max_repairs),
    products: variedOf(snapshot, listing.products).slice(0, size),
    posts: snapshot.words.posts.find(meant, max_posts),
    trending: [],
  }
}

/** Sorts one version of each family first: several sizes of one phone are too little choice. */
function variedOf({ index }: Snapshot, cards: Suggestions['products']): Suggestions['products'] {
  const families = cards.map(({ product_id }) => {
    const ordinal = index.ordinal_of.get(product_id)
    return ordinal === undefined ? product_id : at(index.family_id, ordinal)
  })
  const is_first = (turn: number) => families.indexOf(families[turn] ?? 0) === turn
  return [
    ...cards.filter((_, turn) => is_first(turn)),
    ...cards.filter((_, turn) => !is_first(turn)),
  ]
}

/** Returns a link to the search for a text (contract §2). */
function searchFor(text: string): { text: string; path: string } {
  return { text, path: `/tim-kiem?q=${encodeURIComponent(text)}` }
}

/** Returns suggested terms: the correction first, then brands and trending terms, needs of the category, and models. */
function termsFor(
  snapshot: Snapshot,
  q: string,
  meant: readonly string[],
  listing: Listing,
): Suggestions['terms'] {
  const corrected = listing.understood?.corrected ?? null
  const texts = [
    ...(corrected === null || isBroken(snapshot, meant) ? [] : [corrected]),
    ...snapshot.words.known.filter((one) => beginsSo(one, meant)).map((one) => one.text),
    ...needsOf(snapshot, q),
    ...listing.products.map((card) => modelIn(card.name)),
  ]
  const own = wordsOf(q)
    .map((word) => word.text)
    .join(' ')
  const distinct = new Map<string, string>()
  for (const text of texts) {
    const key = wordsOf(text)
      .map((word) => word.text)
      .join(' ')
    // The typed text itself is no suggestion, unless it was corrected.
    if ((key !== own || text === corrected) && !distinct.has(key)) distinct.set(key, text)
  }
  return [...distinct.values()].slice(0, max_terms).map(searchFor)
}

/** Returns whether the last word is incomplete or unknown. */
function isBroken({ words }: Snapshot, meant: readonly string[]): boolean {
  return words.vocabulary.dictionary.count(meant.at(-1) ?? '') === 0
}

/** Suggests needs of a category: "laptop" → "laptop chơi game", "laptop mỏng nhẹ". */
function needsOf({ index, words }: Snapshot, q: string): string[] {
  const { category_id, words: rest, need, brand } = understand(q, words.vocabulary)
  if (category_id === null || rest.length + need.length + brand.length > 0) return []
  const category = index.taxonomy.categories.find((one) => one.category_id === category_id)
  return index.taxonomy.needs
    .filter((one) => one.category_id === category_id)
    .slice(0, 3)
    .map((one) => joinOnce(category?.name ?? '', one.name).toLowerCase())
}

/** Joins two texts without repeating a word: "Củ sạc" and "Sạc nhanh" → "Củ sạc nhanh". */
function joinOnce(one: string, other: string): string {
  const last = one.split(' ').at(-1) ?? ''
  const [first = '', ...rest] = other.split(' ')
  return [one, ...(first.toLowerCase() === last.toLowerCase() ? [] : [first]), ...rest].join(' ')
}

/** Returns categories whose names match, then the most frequent categories of the found products. */
function categoriesFor(
  { index, words }: Snapshot,
  meant: readonly string[],
  listing: Listing,
): CategoryLink[] {
  const { categories } = index.taxonomy
  const by_id = new Map(categories.map((category) => [category.category_id, category]))
  const taxonomy = listing.products.flatMap((card) => {
    const ordinal = index.ordinal_of.get(card.product_id)
    const category = ordinal === undefined ? undefined : by_id.get(at(index.category_id, ordinal))
    return category ? upwards(by_id, category).slice(0, 1) : []
  })
  const counts = Map.groupBy(taxonomy, (category) => category)
  const often = [...counts].toSorted(([, one], [, other]) => other.length - one.length)
  const found = [
    ...categories.filter((_, turn) => beginsSo(words.taxonomy[turn], meant)),
    ...often.map(([category]) => category),
  ]
  return [...new Set(found)].slice(0, max_categories).map(({ name, url_path, thumbnail }) => ({
    name,
    path: `/${url_path}`,
    thumbnail,
  }))
}

/** Returns whether a text contains all words; the last one may be a prefix. */
function beginsSo(known: KnownText | undefined, words: readonly string[]): boolean {
  return words.every((word, index) =>
    known?.words.some((one) => (index === words.length - 1 ? one.startsWith(word) : one === word)),
  )
}
