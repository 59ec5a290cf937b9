/** Where a word may stand, most telling last. */
export const fields = ['facts', 'category', 'series', 'brand', 'sku', 'name'] as const
export type Field = (typeof fields)[number]

/** How much a word says there. */
export const field_weights: readonly number[] = [0.4, 0.6, 0.7, 0.85, 0.95, 1]

/** Where nothing holds all words, those that a name carries must not lose against several facts. */
export const loose_weights: readonly number[] = [0.15, ...field_weights.slice(1)]

/** A position outside the name, or too far back in it to matter. */
export const elsewhere = 63

/** Place in one number: field (3 bits), position in the name (6 bits), spelling (6 bits). */
export function placeOf(field: Field, position: number, spelling: number): number {
  return (fields.indexOf(field) << 12) | (Math.min(position, elsewhere) << 6) | spelling
}
export const fieldOf = (place: number): number => place >> 12
export const positionOf = (place: number): number => (place >> 6) & 63
export const spellingOf = (place: number): number => place & 63

/** Which products hold which word, and where. Words go by number. */
export interface Postings {
  words: string[]
  /** Where a word's products begin in `ordinals`, in order of ordinal, and how many they are. */
  starts: Int32Array
  sizes: Int32Array
  ordinals: Int32Array
  places: Uint16Array
  numberOf(word: string): number | undefined
  /** The number of a word's spelling with accents; 0 is the one without, the last stands for all others. */
  spelling(word: number, marked: string): number
  spellingKnown(word: number, marked: string): number
  /** The word's number, a new one if need be. */
  add(word: string): number
  /** A product that stands there already keeps the more telling place. */
  put(word: number, ordinal: number, place: number): void
  drop(word: number, ordinal: number): void
  /** Where a product stands among those of a word, -1 where it does not. */
  find(word: number, ordinal: number): number
}

/**
 * All postings in two flat arrays: an object or typed array per word would cost a hundred bytes
 * each, and most words stand in one product. A word that outgrows its room moves to the end.
 */
export function createPostings(): Postings {
  const numbers = new Map<string, number>()
  const spellings = new Map<number, string[]>()
  let rooms = new Uint8Array(1024)
  let end = 0

  const self = {
    words: [] as string[],
    starts: new Int32Array(1024),
    sizes: new Int32Array(1024),
    ordinals: new Int32Array(8192),
    places: new Uint16Array(8192),
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
        rooms = longer(rooms)
      }
      numbers.set(word, number)
      self.words.push(word)
      rooms[number] = 0
      move(number, 0)
      return number
    },
    put(word: number, ordinal: number, place: number): void {
      const at = find(self, word, ordinal)
      const start = self.starts[word] ?? 0
      const size = self.sizes[word] ?? 0
      if (at < start + size && self.ordinals[at] === ordinal) {
        if (place >> 12 > (self.places[at] ?? 0) >> 12) self.places[at] = place
        return
      }
      if (size === 1 << (rooms[word] ?? 0)) {
        move(word, (rooms[word] ?? 0) + 1)
        return self.put(word, ordinal, place)
      }
      self.ordinals.copyWithin(at + 1, at, start + size)
      self.places.copyWithin(at + 1, at, start + size)
      self.ordinals[at] = ordinal
      self.places[at] = place
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
      self.places.copyWithin(at, at + 1, last)
      self.sizes[word] = (self.sizes[word] ?? 1) - 1
    },
  }
  return self

  /** Gives a word room for 2^power products at the end of the flat arrays. */
  function move(word: number, power: number): void {
    const start = self.starts[word] ?? 0
    const size = self.sizes[word] ?? 0
    while (end + (1 << power) > self.ordinals.length) {
      self.ordinals = longer(self.ordinals)
      self.places = longer(self.places)
    }
    self.ordinals.copyWithin(end, start, start + size)
    self.places.copyWithin(end, start, start + size)
    self.starts[word] = end
    rooms[word] = power
    end += 1 << power
  }
}

/** The same numbers with room for as many again. */
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
  // Products are mostly added in order: look at the end first.
  if (high > low && (ordinals[high - 1] ?? 0) < ordinal) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ordinals[middle] ?? 0) < ordinal) low = middle + 1
    else high = middle
  }
  return low
}
