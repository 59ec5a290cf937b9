import type { PostCard } from '#contracts/storefront/content.ts'
import { plainText } from '#shop/catalog/meta.ts'
import type { PostRow } from '#shop/search/index/words-store.ts'
import { type Word, wordsOf } from '#shop/search/index/words.ts'

/** Finds articles by the words of their titles, topics and texts. */
export interface ArticleIndex {
  /** Returns the articles that have all words, the best first; if none has, those that have most of them. */
  find(q: string): { posts: readonly PostCard[]; is_loosened: boolean }
}

/** How much a word says about an article, by where it stands. */
const weights = { title: 8, tags: 5, excerpt: 3, body: 1 }
/** Words of a text beyond this say nothing new about its subject. */
const max_body_words = 800
/** Part of the wanted words that an article must have if none has all. */
const enough = 0.6
/** What the words in the wanted sequence in its title add to an article. */
const phrase_factor = 1.5

/** The weight of each word in each article: by the word without accents, and by the word as written. */
interface Postings {
  plain: Map<string, Map<number, number>>
  marked: Map<string, Map<number, number>>
}

/** Indexes articles, the newest first. */
export function createArticleIndex(rows: readonly PostRow[]): ArticleIndex {
  const postings: Postings = { plain: new Map(), marked: new Map() }
  const cards = rows.map(cardOf)
  const titles = rows.map(
    ({ title }) =>
      ` ${wordsOf(title)
        .map(({ text }) => text)
        .join(' ')} `,
  )
  rows.forEach(({ title, tags, excerpt, body }, ordinal) => {
    putWords(postings, ordinal, wordsOf(title), weights.title)
    putWords(postings, ordinal, wordsOf(tags), weights.tags)
    putWords(postings, ordinal, wordsOf(excerpt, max_body_words), weights.excerpt)
    putWords(postings, ordinal, wordsOf(plainText(body), max_body_words), weights.body)
  })
  return {
    find(q) {
      const words = [...new Map(wordsOf(q).map((word) => [word.text, word])).values()]
      const found = scoresOf(postings, words, rows.length)
      const phrase = words.length < 2 ? null : ` ${words.map(({ text }) => text).join(' ')} `
      const whole = [...found].filter(([, { count }]) => count === words.length)
      const most = [...found].filter(([, { count }]) => count >= words.length * enough)
      const is_loosened = whole.length === 0 && most.length > 0
      const ranked = (is_loosened ? most : whole)
        .map(([ordinal, { score }]) => {
          const has_phrase = phrase !== null && titles[ordinal]?.includes(phrase) === true
          return { ordinal, score: has_phrase ? score * phrase_factor : score }
        })
        .toSorted((one, other) => other.score - one.score || one.ordinal - other.ordinal)
      return { posts: ranked.flatMap(({ ordinal }) => cards[ordinal] ?? []), is_loosened }
    },
  }
}

function putWords(
  { plain, marked }: Postings,
  ordinal: number,
  words: readonly Word[],
  weight: number,
): void {
  for (const word of words) {
    raise(plain, word.text, ordinal, weight)
    if (word.marked !== word.text) raise(marked, word.marked, ordinal, weight)
  }
}

/** A word counts once, at its best place. */
function raise(
  of_words: Map<string, Map<number, number>>,
  word: string,
  ordinal: number,
  weight: number,
): void {
  const places = of_words.get(word) ?? new Map<number, number>()
  of_words.set(word, places)
  places.set(ordinal, Math.max(places.get(ordinal) ?? 0, weight))
}

/** How many of the words each article has, and their weights; a rare word counts more. */
function scoresOf(postings: Postings, words: readonly Word[], size: number) {
  const found = new Map<number, { count: number; score: number }>()
  for (const word of words) {
    const places = placesOf(postings, word)
    const rarity = Math.log(1 + size / Math.max(1, places.size))
    for (const [ordinal, weight] of places) {
      const { count, score } = found.get(ordinal) ?? { count: 0, score: 0 }
      found.set(ordinal, { count: count + 1, score: score + weight * rarity })
    }
  }
  return found
}

/** Whoever types accents means them, if any article has the word so: "máy" is no "mây". */
function placesOf({ plain, marked }: Postings, { text, marked: as_written }: Word) {
  const exact = as_written === text ? undefined : marked.get(as_written)
  return exact ?? plain.get(text) ?? new Map<number, number>()
}

function cardOf(row: PostRow): PostCard {
  const { post_id, title, path, excerpt, category_name: name, category_path } = row
  return {
    ...{ post_id, title, path, excerpt },
    image: pictureOf(row),
    category: { name, path: category_path },
    published_at: row.published_at.toISOString(),
  }
}

/** The picture of an article; null if it has none. */
export function pictureOf({ src, width, height }: PostRow): PostCard['image'] {
  const has_image = typeof src === 'string' && typeof width === 'number'
  return has_image ? { src, alt: '', width, height: height ?? width } : null
}
