import { elsewhere, longer } from '#shop/search/index/word-postings.ts'
import { max_slots } from '#shop/search/index/word-slot.ts'

/** Stamps of slots must fit into 31 bits. */
const max_queries = 100_000_000

/**
 * Accumulates the matches of one query in each product, by ordinal. The arrays are reused between queries: a
 * stamp marks the entries of the current query, so nothing has to be cleared. Only one query at a time.
 */
export class WordTally {
  /** Products with an entry, in the order in which they were added. */
  ordinals: number[] = []
  /** True if no further product may get an entry. */
  is_closed = false
  #query = 0
  #stamps = new Int32Array(1024)
  #slot_stamps = new Int32Array(1024)
  #slot_bests = new Float32Array(1024)
  #masks = new Int32Array(1024)
  #sums = new Float32Array(1024)
  #name_words = new Uint8Array(1024)
  #first_positions = new Uint8Array(1024)
  #last_positions = new Uint8Array(1024)
  #runs = new Uint8Array(1024)

  /** Begins a query over this number of products. */
  begin(products: number): void {
    while (this.#stamps.length < products) this.#enlarge()
    this.ordinals = []
    this.is_closed = false
    if (++this.#query < max_queries) return
    this.#query = 1
    this.#stamps.fill(0)
    this.#slot_stamps.fill(0)
  }

  /** Adds an entry for each of these products and admits no others. */
  admitOnly(ordinals: readonly number[]): void {
    for (const ordinal of ordinals) this.#open(ordinal)
    this.is_closed = true
  }

  /** Returns whether a word in this product counts. */
  admits(ordinal: number): boolean {
    return !this.is_closed || this.#stamps[ordinal] === this.#query
  }

  /**
   * Adds a word of a slot in a product. Only the highest `worth` of each slot counts; `position` is the position
   * in the name. It is called for every posting: an object per call would cost more than the rest.
   */
  add(ordinal: number, slot: number, worth: number, position: number): void {
    if (this.#stamps[ordinal] !== this.#query) this.#open(ordinal)
    const stamp = this.#query * max_slots + slot
    const is_first = this.#slot_stamps[ordinal] !== stamp
    if (is_first) {
      this.#slot_stamps[ordinal] = stamp
      this.#slot_bests[ordinal] = 0
      this.#masks[ordinal] = (this.#masks[ordinal] ?? 0) | (1 << slot)
    }
    const best = this.#slot_bests[ordinal] ?? 0
    if (worth <= best) return
    this.#sums[ordinal] = (this.#sums[ordinal] ?? 0) + worth - best
    this.#slot_bests[ordinal] = worth
    if (is_first && position !== elsewhere) this.#addToName(ordinal, position)
  }

  /** Returns the total worth of all matched words. */
  sumOf(ordinal: number): number {
    return this.#sums[ordinal] ?? 0
  }

  /** Returns one bit for each matched slot. */
  maskOf(ordinal: number): number {
    return this.#masks[ordinal] ?? 0
  }

  /** Returns the number of matched words in the name. */
  nameWordsOf(ordinal: number): number {
    return this.#name_words[ordinal] ?? 0
  }

  /** Returns the first matched position in the name, or `elsewhere`. */
  firstPositionOf(ordinal: number): number {
    return this.#first_positions[ordinal] ?? elsewhere
  }

  /** Returns how many matched words of the name directly follow the previously matched one. */
  runsOf(ordinal: number): number {
    return this.#runs[ordinal] ?? 0
  }

  #addToName(ordinal: number, position: number): void {
    this.#name_words[ordinal] = (this.#name_words[ordinal] ?? 0) + 1
    if (position === (this.#last_positions[ordinal] ?? 0) + 1) {
      this.#runs[ordinal] = (this.#runs[ordinal] ?? 0) + 1
    }
    this.#last_positions[ordinal] = position
    if (position < (this.#first_positions[ordinal] ?? 0)) this.#first_positions[ordinal] = position
  }

  #open(ordinal: number): void {
    this.#stamps[ordinal] = this.#query
    this.#masks[ordinal] = 0
    this.#sums[ordinal] = 0
    this.#name_words[ordinal] = 0
    this.#runs[ordinal] = 0
    this.#first_positions[ordinal] = elsewhere
    this.#last_positions[ordinal] = elsewhere
    this.ordinals.push(ordinal)
  }

  #enlarge(): void {
    this.#stamps = longer(this.#stamps)
    this.#slot_stamps = longer(this.#slot_stamps)
    this.#slot_bests = longer(this.#slot_bests)
    this.#masks = longer(this.#masks)
    this.#sums = longer(this.#sums)
    this.#name_words = longer(this.#name_words)
    this.#first_positions = longer(this.#first_positions)
    this.#last_positions = longer(this.#last_positions)
    this.#runs = longer(this.#runs)
  }
}
