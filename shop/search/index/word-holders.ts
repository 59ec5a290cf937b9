import { longer, type Postings } from '#shop/search/index/word-postings.ts'
import { postingsOf, type Slot } from '#shop/search/index/word-slot.ts'

/** Looking an ordinal up costs as much as passing this many of them by. */
export const look_up_cost = 24

/**
 * Finds the products that hold a word of every slot that must be there, the rarest first: of words
 * that stand everywhere only few places are looked at. Null where no slot must be there.
 */
export function createHolders(postings: Postings) {
  let turn = 0
  let seen = new Int32Array(1024)

  return (slots: readonly Slot[]): number[] | null => {
    const [rarest, ...others] = slots
      .filter(({ query }) => !query.is_soft)
      .map((slot) => ({ slot, size: postingsOf(slot, postings) }))
      .sort((one, other) => one.size - other.size)
    if (!rarest) return null
    let left = mark(rarest.slot)
    for (const { slot, size } of others) {
      if (left.length === 0) return left
      left =
        left.length * slot.candidates.length * look_up_cost < size
          ? left.filter((ordinal) => isHeld(slot, ordinal))
          : among(left, slot)
    }
    return left
  }

  function isHeld({ candidates }: Slot, ordinal: number): boolean {
    return candidates.some(({ word }) => postings.find(word, ordinal) >= 0)
  }

  function among(left: readonly number[], slot: Slot): number[] {
    mark(slot)
    return left.filter((ordinal) => seen[ordinal] === turn)
  }

  /** Every product that holds a word of the slot, once. */
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
