/** Returns a whole number from 0 to below `bound`. */
export type Numbers = (bound: number) => number

/** A seeded generator of whole numbers. The same seed gives the same numbers in every browser and on the server. */
export function seededNumbers(seed: number): Numbers {
  let state = seed | 0
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

/** The same cards in another sequence. */
export function shuffled<Card>(cards: readonly Card[], numbers: Numbers): Card[] {
  const result = [...cards]
  for (let last = result.length - 1; last > 0; last--) {
    const other = numbers(last + 1)
    const card = result[last] as Card
    result[last] = result[other] as Card
    result[other] = card
  }
  return result
}

export function copies<Card>(card: Card, count: number): Card[] {
  return Array.from({ length: count }, () => card)
}
