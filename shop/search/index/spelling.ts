/** Finds known words for mistyped ones. */
export interface Spelling {
  add(word: string): void
  /** Returns the known words within `editsOf(word)` edits, nearest first. */
  near(word: string): readonly { word: string; edits: number }[]
}

/**
 * Returns how many letters may be wrong: none in short words, one from three letters, two from seven letters.
 * None in words with digits: they are model numbers, and another digit is another model.
 */
export function editsOf(word: string): number {
  if (!/^[a-z]+$/.test(word) || word.length < 3) return 0
  return word.length < 7 ? 1 : 2
}

const max_cached = 200

/**
 * Stores each word with the set of its letters as bits. Two words within n edits differ in at most 2n letters
 * of the set, so one pass over small numbers leaves few words to compare (decisions/053).
 */
export function createSpelling(): Spelling {
  const words: string[] = []
  /** Caches results, because one query looks up the same word at several steps. */
  const cached = new Map<string, { word: string; edits: number }[]>()
  let sets = new Int32Array(1024)
  return {
    add(word) {
      if (!/^[a-z]{3,24}$/.test(word)) return
      if (words.length === sets.length) {
        const more = new Int32Array(sets.length * 2)
        more.set(sets)
        sets = more
      }
      cached.clear()
      sets[words.length] = letterSet(word) | (Math.min(word.length, 31) << 26)
      words.push(word)
    },
    near(word) {
      const edits = editsOf(word)
      if (edits === 0) return []
      const before = cached.get(word)
      if (before) return before
      const own = letterSet(word)
      const found: { word: string; edits: number }[] = []
      for (let at = 0; at < words.length; at++) {
        const set = sets[at] ?? 0
        if (Math.abs((set >>> 26) - word.length) > edits) continue
        if (bits((set & 0x3ffffff) ^ own) > edits * 2) continue
        if (isOtherBeginning(word, words[at] ?? '')) continue
        const distance = editDistance(word, words[at] ?? '', edits)
        if (distance <= edits) found.push({ word: words[at] ?? '', edits: distance })
      }
      found.sort((one, other) => one.edits - other.edits)
      if (cached.size >= max_cached) cached.clear()
      cached.set(word, found)
      return found
    },
  }
}

/**
 * In a short word the first letter is right, or too many words would match. With four letters it may be lost, added
 * or swapped.
 */
function isOtherBeginning(word: string, other: string): boolean {
  if (word.length > 4 || word[0] === other[0]) return false
  return word.length === 3 || (word.length === other.length && !isSwapped(word, other, 2, 2))
}

/** Returns the number of missing, extra, wrong or swapped letters, or `max + 1` if there are more than `max`. */
function editDistance(one: string, other: string, max: number): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const is_same = one[row - 1] === other[column - 1]
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (is_same ? 0 : 1),
      )
      if (row > 1 && column > 1 && isSwapped(one, other, row, column)) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      }
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > max) return max + 1
    before = above
    above = current
  }
  return above[other.length] ?? max + 1
}

function isSwapped(one: string, other: string, row: number, column: number): boolean {
  return one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
}

function letterSet(word: string): number {
  let set = 0
  for (let at = 0; at < word.length; at++) set |= 1 << (word.charCodeAt(at) - 97)
  return set
}

function bits(set: number): number {
  let rest = set - ((set >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
