import type { Listing, ListingQuestion, search } from '#contracts/storefront/search.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { hasBit } from '#shop/search/index/bits.ts'
import { answerWords } from '#shop/search/answer-words.ts'
import { listingOf } from '#shop/search/listing.ts'
import { cardOf, viewOf } from '#shop/search/index/price-views.ts'
import type { ReadModel } from '#shop/search/read-model.ts'
import { wordsOf } from '#shop/search/index/words.ts'
import { similarTo } from '#shop/search/similar.ts'
import type { Snapshot } from '#shop/search/snapshot.ts'
import { suggest } from '#shop/search/suggest.ts'
import type { UnderstandOptions } from '#shop/search/query/understand.ts'

interface Deps {
  products: ReadModel
  now: Now
}

/** Answers every list of products: filters, sorts, facets, search and suggestions (contract §2, §5). */
export function searchService({ products, now }: Deps): Service<typeof search> {
  const today = () => vietnamDay(now())
  return {
    async products(_caller, question) {
      return answer(await products.current(), question, today())
    },
    async cards(_caller, { product_ids, province_id }) {
      const { index, views } = await products.current()
      const view = viewOf(index, views, province_id)
      const day = today()
      return product_ids
        .flatMap((product_id) => index.ordinal_of.get(product_id) ?? [])
        .filter((ordinal) => hasBit(index.listed, ordinal))
        .map((ordinal) => cardOf(index, view, ordinal, day))
    },
    async similar(_caller, question) {
      const snapshot = await products.current()
      const { index, views } = snapshot
      const view = viewOf(index, views, question.province_id)
      const day = today()
      return similarTo(snapshot, question).map((ordinal) => cardOf(index, view, ordinal, day))
    },
    async suggest(_caller, { q, province_id, size }) {
      const snapshot = await products.current()
      return suggest(snapshot, q, size, (max) => {
        const question = { ...plain_question, q, province_id, size: max }
        return answer(snapshot, question, today(), { is_unfinished: true })
      })
    },
    async repairs(_caller, { q, size }) {
      const { words } = await products.current()
      const typed = wordsOf(q).map((word) => word.text)
      return words.repairs.find(typed, size)
    },
    async posts(_caller, { q, page, size }) {
      const { words } = await products.current()
      const { posts, is_loosened } = words.articles.find(q)
      const from = (page - 1) * size
      return { total: posts.length, is_loosened, posts: posts.slice(from, from + size) }
    },
    async filters() {
      const { index } = await products.current()
      return index.taxonomy.attributes
        .filter((attribute) => attribute.is_filterable)
        .map(({ code, name }) => ({ code, name }))
    },
  }
}

const plain_question: Omit<ListingQuestion, 'q' | 'province_id' | 'size'> = {
  brand: [],
  need: [],
  filters: {},
  in_stock: false,
  page: 1,
  with_facets: false,
}

function answer(
  snapshot: Snapshot,
  question: ListingQuestion,
  today: string,
  options: UnderstandOptions = {},
): Listing {
  const key = `${today} ${JSON.stringify([question, options])}`
  return snapshot.answers.ask(key, () => {
    if (question.q.trim() === '') return listingOf(snapshot, question, null, today)
    const { question: meant, matched } = answerWords(snapshot, question, options)
    return listingOf(snapshot, meant, matched, today)
  })
}
