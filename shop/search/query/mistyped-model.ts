import { hasPart, type Model } from '#shop/search/index/model-names.ts'
import { designatorOf, isRoman, partsOfWord, squeeze } from '#shop/search/index/model-parts.ts'
import { wordsOf, type Word } from '#shop/search/index/words.ts'
import { isSoft } from '#shop/search/query/optional-words.ts'
import type { Token } from '#shop/search/query/tokens.ts'
import type { Vocabulary } from '#shop/search/query/vocabulary.ts'

/** A query that is one slip away from the name of a model. */
interface MistypedModel {
  /** The words of the name, if letters or blanks are wrong. Null if digits are: that may be another model. */
  tokens: Token[] | null
  /** The models that may be meant, the most popular first. */
  models: Model[]
}

/**
 * Reads a whole query as the name of a model with one letter, digit or blank lost, added or swapped
 * ("iphon e17", "galaxy s62"). Null if the typed words are the words of a model already.
 */
export function mistypedModel(
  q: string,
  words: readonly Word[],
  vocabulary: Vocabulary,
): MistypedModel | null {
  const inner = withoutEnds(words)
  const [first, last] = [inner[0], inner.at(-1)]
  if (!first || !last) return null
  const typed = squeeze(q.slice(first.start, last.end + (q[last.end] === '+' ? 1 : 0)))
  const near = vocabulary.index.models.near(typed.text)
  if (near.length === 0 || hasModel(inner, vocabulary)) return null
  near.sort(
    (one, other) =>
      Number(other.is_same) - Number(one.is_same) || other.model.popularity - one.model.popularity,
  )
  const positions = typed.positions.map((at) => at + first.start)
  const [best] = near
  const tokens = best ? aligned(best.name, typed.text, positions) : []
  const models = near.map(({ model }) => model)
  if (tokens.some((token) => isOtherModel(token, q))) return { tokens: null, models }
  const before = words.filter((word) => word.end <= first.start)
  const after = words.filter((word) => word.start >= last.end)
  return { tokens: [...before.map(plain), ...tokens, ...after.map(plain)], models }
}

/** Removes soft words and sizes at both ends: they are no part of a name. */
function withoutEnds(words: readonly Word[]): readonly Word[] {
  const isOutside = ({ text, marked }: Word) =>
    isSoft(text, marked) || /^\d+(?:gb|tb|mm)$/.test(text)
  const from = words.findIndex((word) => !isOutside(word))
  const to = words.findLastIndex((word) => !isOutside(word))
  return from < 0 ? [] : words.slice(from, to + 1)
}

/** Returns whether one model has all these words. */
function hasModel(words: readonly Word[], { index }: Vocabulary): boolean {
  const [first, ...rest] = words.flatMap(({ text }) => partsOfWord(text))
  if (first === undefined) return false
  return index.models
    .having(first)
    .some((model) => model.ordinals.length > 0 && rest.every((part) => hasPart(model, part)))
}

/** Returns the words of a name with the positions of the typed letters that stand for them. */
function aligned(name: string, typed: string, positions: readonly number[]): Token[] {
  const whole = squeeze(name)
  const change = typed.length - whole.text.length
  let slip = 0
  while (slip < typed.length && typed[slip] === whole.text[slip]) slip++
  const typedAt = (at: number) => (at <= slip ? at : at + change)
  const words = wordsOf(name)
  return words.flatMap((word, turn): Token[] => {
    const inside = whole.positions.flatMap((position, at) =>
      position >= word.start && position < word.end ? [at] : [],
    )
    const from = turn === 0 ? 0 : typedAt(inside[0] ?? 0)
    const to = turn === words.length - 1 ? typed.length : typedAt((inside.at(-1) ?? 0) + 1)
    const [start, end] = [positions[from], positions[to - 1]]
    // A word of one letter may be lost.
    if (start === undefined || end === undefined || to <= from) return []
    const is_corrected = typed.slice(from, to) !== squeeze(name.slice(word.start, word.end)).text
    return [{ text: word.text, marked: word.marked, start, end: end + 1, is_corrected }]
  })
}

/** Returns whether a typed number may be that of another model: "71" for "17", "a6" for "a56", "s26u" for "s26". */
function isOtherModel({ text, start, end, is_corrected }: Token, q: string): boolean {
  if (!is_corrected || designatorOf(text) === null) return false
  const typed = squeeze(q.slice(start, end)).text
  if (isRoman(text) && isRoman(typed)) return true
  return /^[a-z]{0,2}\d+[a-z]{0,2}$/.test(typed)
}

function plain({ text, marked, start, end }: Word): Token {
  return { text, marked, start, end, is_corrected: false }
}
