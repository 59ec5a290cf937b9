import { elsewhere, longer } from '#shop/search/index/word-postings.ts'
import { most_slots } from '#shop/search/index/word-slot.ts'

/** Stamps of slots must fit 31 bits. */
const most_queries = 100_000_000

/**
 * What one query found in each product, by ordinal. The arrays stay between queries: a stamp tells the
 * entries of this query from older ones, so that nothing has to be cleared. One query at a time.
 */
export class WordTally {
  /** Products with an entry, in the order they came. */
  ordinals: number[] = []
  /** No product gets an entry any more. */
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

  /** Begins a query over so many products. */
  begin(products: number): void {
    while (this.#stamps.length < products) this.#enlarge()
    this.ordinals = []
    this.is_closed = false
    if (++this.#query < most_queries) return
    this.#query = 1
    this.#stamps.fill(0)
    this.#slot_stamps.fill(0)
  }

  /** Gives an entry to each of these products and to no other. */
  admitOnly(ordinals: readonly number[]): void {
    for (const ordinal of ordinals) this.#open(ordinal)
    this.is_closed = true
  }

  /** Whether a word found in this product counts. */
  admits(ordinal: number): boolean {
    return !this.is_closed || this.#stamps[ordinal] === this.#query
  }

  /**
   * Notes a word of a slot in a product: `worth` counts once per slot, at its best; `position` is the
   * place in the name. Called for every posting: an object per call would cost more than the rest.
   */
  add(ordinal: number, slot: number, worth: number, position: number): void {
    if (this.#stamps[ordinal] !== this.#query) this.#open(ordinal)
    const stamp = this.#query * most_slots + slot
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

  /** The worth of all words found. */
  sumOf(ordinal: number): number {
    return this.#sums[ordinal] ?? 0
  }

  /** One bit per slot that was found. */
  maskOf(ordinal: number): number {
    return this.#masks[ordinal] ?? 0
  }

  /** Words found in the name. */
  nameWordsOf(ordinal: number): number {
    return this.#name_words[ordinal] ?? 0
  }

  /** The first position found in the name, or `elsewhere`. */
  firstPositionOf(ordinal: number): number {
    return this.#first_positions[ordinal] ?? elsewhere
  }

  /** How many words of the name follow the one found before them. */
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
