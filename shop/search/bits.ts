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
