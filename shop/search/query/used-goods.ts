import { foldInPlace } from '#shop/search/index/words.ts'
import type { PolicyTopic } from '#shop/search/query/policy-words.ts'

/** Articles that help whoever asks for used goods. */
export const used_topic: PolicyTopic = {
  says: [],
  answers: ['iphone cu', 'laptop cu', 'thu cu'],
}

const whole = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'gu')

/** Words that only used goods have, folded. "Máy cũ" and "hàng cũ" name no goods besides. */
const plain = whole(
  '(?:da )?qua su dung|like ?new|second ?hand|2nd|refurbished|refurb|(?:may|hang|do) cu(?! (?:sac|xac))|9\\d ?%(?! pin)',
)
/** "Cũ" with its accent. "Thu cũ" and "đổi cũ" ask for a trade-in. */
const accented = whole('(?<!(?:thu|đổi|doi) )cũ(?! (?:lấy|lên|đổi))')
/** Without accents "cu" is also "củ sạc", and 5 "củ" are 5 million. */
const unaccented = whole('(?<!(?:thu|doi) )(?<=[\\p{L}\\p{N}] )cu(?! (?:sac|xac|doi|len|lay))')

/** Who says so wants to sell a used device. */
const trade_in = /(?<![a-z])(?:thu mua|ban lai|thu cu|len doi)(?![a-z])/

type Span = { start: number; end: number }

/**
 * Finds the words of a query that ask for used goods. Null if there are none. `isModelNumber` says whether the digits
 * before a position belong to a model: "iphone 15 cu" asks for a used phone, "tai nghe 5 cu" for a price.
 */
export function usedWordsOf(q: string, isModelNumber: (end: number) => boolean): Span[] | null {
  const lower = q.toLowerCase()
  const folded = foldInPlace(lower)
  if (trade_in.test(folded)) return null
  const found = [...matches(plain, folded), ...matches(accented, lower)]
  if (folded === lower) {
    found.push(
      ...matches(unaccented, folded).filter(
        ({ start }) => !/\d $/.test(folded.slice(0, start)) || isModelNumber(start - 1),
      ),
    )
  }
  return found.length === 0 ? null : found
}

function matches(pattern: RegExp, text: string): Span[] {
  return [...text.matchAll(pattern)].map(({ index, 0: phrase }) => ({
    start: index,
    end: index + phrase.length,
  }))
}
