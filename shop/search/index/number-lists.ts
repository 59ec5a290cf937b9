import { longer } from '#shop/search/index/word-postings.ts'

/** Lists of whole numbers by ordinal, in one flat array: an array each would cost twice as many bytes. */
interface NumberLists {
  of(ordinal: number): Int32Array
  /** Stores a list in place of the former one. */
  put(ordinal: number, list: readonly number[]): void
  remove(ordinal: number): void
}

export function createNumberLists(): NumberLists {
  let starts = new Int32Array(1024)
  let sizes = new Int32Array(1024)
  let numbers = new Int32Array(8192)
  let end = 0
  /** Cells of lists that were replaced or removed. */
  let unused = 0

  const remove = (ordinal: number) => {
    unused += sizes[ordinal] ?? 0
    if (ordinal < sizes.length) sizes[ordinal] = 0
  }
  const self = {
    of(ordinal: number) {
      const start = starts[ordinal] ?? 0
      return numbers.subarray(start, start + (sizes[ordinal] ?? 0))
    },
    put(ordinal: number, list: readonly number[]) {
      remove(ordinal)
      while (ordinal >= starts.length) {
        starts = longer(starts)
        sizes = longer(sizes)
      }
      if (end + list.length > numbers.length) makeRoom(list.length)
      numbers.set(list, end)
      starts[ordinal] = end
      sizes[ordinal] = list.length
      end += list.length
    },
    remove,
  }
  return self

  /** Copies the lists without gaps, into a longer array unless half of it is free then. */
  function makeRoom(needed: number): void {
    const used = end - unused
    let length = numbers.length
    while (used + needed > length / 2) length *= 2
    const packed = new Int32Array(length)
    end = 0
    for (let ordinal = 0; ordinal < sizes.length; ordinal++) {
      const list = self.of(ordinal)
      packed.set(list, end)
      starts[ordinal] = end
      end += list.length
    }
    numbers = packed
    unused = 0
  }
}
