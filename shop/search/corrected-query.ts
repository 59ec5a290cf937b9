import type { SearchWords } from '#shop/search/query/search-words.ts'
import type { Correction, Understanding } from '#shop/search/query/understand.ts'
import type { QueryWord } from '#shop/search/index/word-slot.ts'

interface CorrectionAnswer {
  /** The corrected query; null if nothing was corrected. */
  corrected: string | null
  /** False if the product lacks corrected words, or lacks others although these were corrected. */
  is_held: boolean
}

const max_completions = 200

interface CorrectionOptions {
  is_unfinished?: boolean
  /** False if the words stand for an absent model or are ignored. */
  is_guessing: boolean
  /** True if the product lacks some words: then it is no reason to correct others. */
  is_loosened: boolean
}

/** Returns the corrected query if a product has all corrected words. Guesses of the index count like corrections. */
export function correctionOf(
  { index }: SearchWords,
  meant: Understanding,
  ordinal: number,
  { is_unfinished = false, is_guessing, is_loosened }: CorrectionOptions,
): CorrectionAnswer {
  const isHeld = ({ text, start, end, is_filter }: Correction) => {
    const own = meant.words.filter(
      (word) => (word.start ?? end) < end && (word.end ?? start) > start,
    )
    return is_filter || (own.length > 0 ? own.every(isThere) : index.isInProduct(text, ordinal))
  }
  // Words that are ignored or stand for an absent model need not be right.
  const held = meant.corrections.filter(isHeld)
  const is_doubtful = is_loosened && meant.corrections.some(({ is_filter }) => !is_filter)
  const is_held = !is_guessing || held.length === meant.corrections.length
  if (!is_held) return { corrected: null, is_held }
  const asked = is_unfinished ? meant.words.slice(0, -1) : meant.words
  const guessed = is_guessing && !is_loosened ? asked.flatMap((word) => guessOf(word) ?? []) : []
  const corrections = [...held, ...guessed]
  return {
    corrected: corrections.length === 0 ? null : replaced(meant.typed, corrections),
    is_held: !is_guessing || !is_doubtful,
  }

  function isThere({ text, or }: QueryWord): boolean {
    return [text, ...or].some((one) => index.isInProduct(one, ordinal))
  }

  /** Returns the word that the product has in place of one that no product has. */
  function guessOf({ text, or, is_soft, start, end }: QueryWord): Correction | null {
    if (is_soft || start === undefined || end === undefined) return null
    if ([text, ...or].some((one) => index.count(one) > 0)) return null
    if (meant.corrections.some((one) => one.start < end && one.end > start)) return null
    const candidates = [
      ...index.beginning(text, max_completions),
      ...index.near(text).map(({ word }) => word),
    ]
    const found = candidates.find((word) => index.isInProduct(word, ordinal))
    return found === undefined ? null : { start, end, text: found, marked: found, is_filter: false }
  }
}

function replaced(typed: string, corrections: readonly Correction[]): string {
  let text = typed
  for (const { start, end, marked } of corrections.toSorted(
    (one, other) => other.start - one.start,
  )) {
    text = text.slice(0, start) + marked + text.slice(end)
  }
  return text.replace(/\s+/g, ' ').trim()
}
