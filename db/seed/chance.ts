/** A repeatable random number: the same key gives the same number in [0, 1) on every machine. */
export function chance(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  // FNV alone leaves neighbouring keys close together; these two rounds spread them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Returns a repeatable whole number from `low` to `high`, both included. */
export function between(key: string, low: number, high: number): number {
  return low + Math.floor(chance(key) * (high - low + 1))
}
