/** A set of ordinals, one bit each. */
export type Bits = Uint32Array

export function createBits(capacity: number): Bits {
  return new Uint32Array((capacity + 31) >>> 5)
}

export function hasBit(bits: Bits, ordinal: number): boolean {
  return ((bits[ordinal >>> 5] ?? 0) & (1 << (ordinal & 31))) !== 0
}

export function setBit(bits: Bits, ordinal: number, is_in: boolean): void {
  const word = ordinal >>> 5
  const bit = 1 << (ordinal & 31)
  bits[word] = is_in ? (bits[word] ?? 0) | bit : (bits[word] ?? 0) & ~bit
}

/** Counts the ordinals that are in a set. One loop without calls, because lists are long. */
export function countIn(bits: Bits, among: Int32Array): number {
  let count = 0
  for (let turn = 0; turn < among.length; turn++) {
    const ordinal = among[turn] as number
    count += ((bits[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1
  }
  return count
}

/** Returns the ordinals that are in a set, in the given order. */
export function intersection(bits: Bits, among: Int32Array): Int32Array {
  const found = new Int32Array(countIn(bits, among))
  let count = 0
  for (let turn = 0; count < found.length; turn++) {
    const ordinal = among[turn] as number
    if ((((bits[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1) === 1) found[count++] = ordinal
  }
  return found
}

/** Calls a function with every ordinal of a set. */
export function forEachBit(bits: Bits, call: (ordinal: number) => void): void {
  for (let index = 0; index < bits.length; index++) {
    for (let word = bits[index] as number; word !== 0; word &= word - 1) {
      call(index * 32 + 31 - Math.clz32(word & -word))
    }
  }
}
