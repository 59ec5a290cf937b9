import { longer, type Postings } from '#shop/search/index/word-postings.ts'
import { postingsOf, type Slot } from '#shop/search/index/word-slot.ts'

/** Looking up one ordinal costs as much as scanning this many postings. */
export const look_up_cost = 24

/**
 * Finds the products that contain a word of every required slot. It starts with the rarest slot, so that few
 * postings of frequent words are read. Returns null if no slot is required.
 */
export function createSlotIntersection(postings: Postings) {
  let turn = 0
  let seen = new Int32Array(1024)

  return (slots: readonly Slot[]): number[] | null => {
    const [rarest, ...others] = slots
      .filter(({ query }) => !query.is_soft)
      .map((slot) => ({ slot, size: postingsOf(slot, postings) }))
      .sort((one, other) => one.size - other.size)
    if (!rarest) return null
    let remaining = mark(rarest.slot)
    for (const { slot, size } of others) {
      if (remaining.length === 0) return remaining
      remaining =
        remaining.length * slot.candidates.length * look_up_cost < size
          ? remaining.filter((ordinal) => contains(slot, ordinal))
          : among(remaining, slot)
    }
    return remaining
  }

  function contains({ candidates }: Slot, ordinal: number): boolean {
    return candidates.some(({ word }) => postings.find(word, ordinal) >= 0)
  }

  function among(remaining: readonly number[], slot: Slot): number[] {
    mark(slot)
    return remaining.filter((ordinal) => seen[ordinal] === turn)
  }

  /** Returns every product that contains a word of the slot, once. */
  function mark({ candidates }: Slot): number[] {
    turn++
    const found: number[] = []
    for (const { word } of candidates) {
      const start = postings.starts[word] ?? 0
      const end = start + (postings.sizes[word] ?? 0)
      for (let at = start; at < end; at++) {
        const ordinal = postings.ordinals[at] ?? 0
        while (ordinal >= seen.length) seen = longer(seen)
        if (seen[ordinal] === turn) continue
        seen[ordinal] = turn
        found.push(ordinal)
      }
    }
    return found
  }
}
