/** Data about each product that ranking needs, by ordinal. */
export interface DocumentFacts {
  /** Number of words in the name that identify the model; 0 where no product is. */
  cores: Uint8Array
  /** The tiers in the name, such as Pro and Max, as bits of `tierBits`. */
  tiers: Uint16Array
  popularity: Float32Array
  most_popular: number
}

export function newFacts(): DocumentFacts {
  return {
    cores: new Uint8Array(1024),
    tiers: new Uint16Array(1024),
    popularity: new Float32Array(1024),
    most_popular: 1,
  }
}
