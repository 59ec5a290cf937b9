/** Data about each product that ranking needs, by ordinal. */
export interface DocumentFacts {
  /** Number of words in the name that identify the model; 0 where no product is. */
  cores: Uint8Array
  popularity: Float32Array
  most_popular: number
}

export function newFacts(): DocumentFacts {
  return { cores: new Uint8Array(1024), popularity: new Float32Array(1024), most_popular: 1 }
}
