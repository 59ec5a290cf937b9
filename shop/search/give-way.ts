import type { Understood } from '#contracts/storefront/search.ts'
import type { Understanding } from '#shop/search/query/understand.ts'

/** A query of which a part has given way. */
export interface Attempt {
  meant: Understanding
  /** The whole query. */
  asked: Understanding
  /** True if words are ignored. */
  is_without_words: boolean
  is_beyond_price: boolean
  /** The category that products must have besides; null for any. */
  kind: number | null
}

/**
 * Returns the query with less and less of it, in the sequence in which it gives way if no product fits all: needs and
 * attributes, then words, then an approximate price widens. The price itself is the last. `kind` is the category of
 * what the words name: "iphone dưới 5 triệu" asks for a phone, not for a case with the word iPhone.
 */
export function attemptsFor(meant: Understanding, kind: number | null): Attempt[] {
  const attempt = (less: Understanding, is_beyond_price: boolean): Attempt => ({
    meant: less,
    asked: meant,
    is_without_words: less.words.length === 0 && meant.words.length > 0,
    is_beyond_price,
    kind: null,
  })
  const plainer = { ...withChips(meant, ['brand', 'category', 'price']), need: [], filters: {} }
  const has_filters = meant.need.length + Object.keys(meant.filters).length > 0
  const worded = [meant, ...(has_filters ? [plainer] : [])]
  const wordless = meant.words.length === 0 ? [] : worded.map((less) => withoutWords(less, kind))
  const { min_price, max_price } = meant
  const has_price = min_price !== null || max_price !== null
  const is_of_a_kind =
    kind !== null || meant.chips.some((chip) => chip.kind !== 'price' && chip.kind !== 'attribute')
  const last = [plainer, withoutWords(plainer, kind)]
  const wider = last.map((less) => ({ ...less, ...widened(meant) }))
  const within = (is_of_a_kind || !has_price ? [...worded, ...wordless] : worded).map((less) =>
    attempt(less, false),
  )
  return [
    ...(kind === null || !has_price ? [] : within.map((one) => ({ ...one, kind }))),
    ...within,
    ...(min_price !== null && max_price !== null ? wider.map((less) => attempt(less, true)) : []),
    ...(has_price && !is_of_a_kind ? wordless.map((less) => attempt(less, false)) : []),
    ...(has_price ? last.map((less) => attempt(unpriced(less), true)) : []),
  ]
}

function withChips(
  meant: Understanding,
  kinds: readonly Understood['chips'][number]['kind'][],
): Understanding {
  return {
    ...meant,
    chips: meant.chips.filter(
      (chip) => kinds.includes(chip.kind) || meant.gift_categories !== null,
    ),
  }
}

function withoutWords(meant: Understanding, kind: number | null): Understanding {
  return { ...meant, words: [], category_id: meant.category_id ?? kind }
}

function unpriced(meant: Understanding): Understanding {
  const chips = meant.chips.filter((chip) => chip.kind !== 'price')
  return { ...meant, min_price: null, max_price: null, chips }
}

/** Widens a price range, for "tầm 500k" if nothing has that price. */
function widened({ min_price, max_price }: Understanding) {
  if (min_price === null || max_price === null) return { min_price, max_price }
  return { min_price: Math.round(min_price * 0.6), max_price: Math.round(max_price * 1.6) }
}
