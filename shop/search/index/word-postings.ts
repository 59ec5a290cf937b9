/** The fields of a product in which a word may occur, the most significant last. */
export const fields = ['facts', 'category', 'series', 'brand', 'sku', 'name'] as const
export type Field = (typeof fields)[number]

/** The weight of a word in each field. */
export const field_weights: readonly number[] = [0.4, 0.6, 0.7, 0.85, 0.95, 1]

/** The weights if no product has all words: then several facts must not outweigh words of a name. */
export const loose_weights: readonly number[] = [0.15, ...field_weights.slice(1)]

/** The position of words outside the name, or too far back in it to matter. */
export const elsewhere = 63

/** Encodes an occurrence in one number: field (3 bits), position in the name (6 bits), spelling (6 bits). */
export function encodeOccurrence(field: Field, position: number, spelling: number): number {
  return (fields.indexOf(field) << 12) | (Math.min(position, elsewhere) << 6) | spelling
}
export const fieldOf = (occurrence: number): number => occurrence >> 12
export const positionOf = (occurrence: number): number => (occurrence >> 6) & 63
export const spellingOf = (occurrence: number): number => occurrence & 63

/** Which products contain which word, and where. Words have numbers. */
export interface Postings {
  words: string[]
  /** Start index of a word's products in `ordinals`, sorted by ordinal, and their count; by word number. */
  starts: Int32Array
  sizes: Int32Array
  ordinals: Int32Array
  occurrences: Uint16Array
  numberOf(word: string): number | undefined
  /**
   * Returns the number of a word's spelling with accents; 0 is the spelling without, the last number stands for all
   * others.
   */
  spelling(word: number, marked: string): number
  spellingKnown(word: number, marked: string): number
  /** Returns the word's number; assigns a new one if necessary. */
  add(word: string): number
  /** Adds an occurrence. If the product has the word already, the more significant field is stored. */
  put(word: number, ordinal: number, occurrence: number): void
  drop(word: number, ordinal: number): void
  /** Returns the index of a product's posting for a word, or -1. */
  find(word: number, ordinal: number): number
}

/**
 * Stores all postings in two flat arrays: an object or typed array per word would cost a hundred bytes each,
 * and most words occur in one product. A word has space for a power of two of products. When that is full, the word
 * moves to a larger one, and leaves its own to the next word of that size.
 */
export function createPostings(): Postings {
  const numbers = new Map<string, number>()
  const spellings = new Map<number, string[]>()
  let capacities = new Uint8Array(1024)
  let end = 0
  /** Starts of the spaces that words have left, by power. */
  const free: number[][] = Array.from({ length: 32 }, () => [])

  const self = {
    words: [] as string[],
    starts: new Int32Array(1024),
    sizes: new Int32Array(1024),
    ordinals: new Int32Array(8192),
    occurrences: new Uint16Array(8192),
    numberOf: (word: string) => numbers.get(word),
    spelling(word: number, marked: string): number {
      const known = self.spellingKnown(word, marked)
      if (known >= 0) return known
      const list = spellings.get(word) ?? []
      if (list.length < 62) list.push(marked)
      spellings.set(word, list)
      return list.length
    },
    spellingKnown(word: number, marked: string): number {
      if (self.words[word] === marked) return 0
      const at = spellings.get(word)?.indexOf(marked) ?? -1
      return at < 0 ? -1 : at + 1
    },
    add(word: string): number {
      const known = numbers.get(word)
      if (known !== undefined) return known
      const number = self.words.length
      if (number === self.starts.length) {
        self.starts = longer(self.starts)
        self.sizes = longer(self.sizes)
        capacities = longer(capacities)
      }
      numbers.set(word, number)
      self.words.push(word)
      self.starts[number] = take(0)
      return number
    },
    put(word: number, ordinal: number, occurrence: number): void {
      const at = find(self, word, ordinal)
      const start = self.starts[word] ?? 0
      const size = self.sizes[word] ?? 0
      if (at < start + size && self.ordinals[at] === ordinal) {
        if (occurrence >> 12 > (self.occurrences[at] ?? 0) >> 12) self.occurrences[at] = occurrence
        return
      }
      if (size === 1 << (capacities[word] ?? 0)) {
        move(word, (capacities[word] ?? 0) + 1)
        return self.put(word, ordinal, occurrence)
      }
      self.ordinals.copyWithin(at + 1, at, start + size)
      self.occurrences.copyWithin(at + 1, at, start + size)
      self.ordinals[at] = ordinal
      self.occurrences[at] = occurrence
      self.sizes[word] = size + 1
    },
    find(word: number, ordinal: number): number {
      const at = find(self, word, ordinal)
      const last = (self.starts[word] ?? 0) + (self.sizes[word] ?? 0)
      return at < last && self.ordinals[at] === ordinal ? at : -1
    },
    drop(word: number, ordinal: number): void {
      const at = find(self, word, ordinal)
      const last = (self.starts[word] ?? 0) + (self.sizes[word] ?? 0)
      if (at >= last || self.ordinals[at] !== ordinal) return
      self.ordinals.copyWithin(at, at + 1, last)
      self.occurrences.copyWithin(at, at + 1, last)
      self.sizes[word] = (self.sizes[word] ?? 1) - 1
    },
  }
  return self

  /** Moves a word to a space for 2^power products. */
  function move(word: number, power: number): void {
    const start = self.starts[word] ?? 0
    const size = self.sizes[word] ?? 0
    const to = take(power)
    self.ordinals.copyWithin(to, start, start + size)
    self.occurrences.copyWithin(to, start, start + size)
    free[capacities[word] ?? 0]?.push(start)
    self.starts[word] = to
    capacities[word] = power
  }

  /** Returns the start of a space for 2^power products: one that was left, or a new one at the end. */
  function take(power: number): number {
    const left = free[power]?.pop()
    if (left !== undefined) return left
    while (end + (1 << power) > self.ordinals.length) {
      self.ordinals = longer(self.ordinals)
      self.occurrences = longer(self.occurrences)
    }
    end += 1 << power
    return end - (1 << power)
  }
}

/** Returns a copy of an array with twice the length. */
export function longer<T extends Int32Array | Uint16Array | Uint8Array | Float32Array>(list: T): T {
  const more = new (list.constructor as new (length: number) => T)(list.length * 2)
  more.set(list)
  return more
}

function find(
  { starts, sizes, ordinals }: Pick<Postings, 'starts' | 'sizes' | 'ordinals'>,
  word: number,
  ordinal: number,
): number {
  let low = starts[word] ?? 0
  let high = low + (sizes[word] ?? 0)
  // Products are mostly added in order, so the end is checked first.
  if (high > low && (ordinals[high - 1] ?? 0) < ordinal) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ordinals[middle] ?? 0) < ordinal) low = middle + 1
    else high = middle
  }
  return low
}
