/** What matching needs to know of each product, by ordinal. */
export interface DocumentFacts {
  /** Words of the name that tell models apart; 0 where nothing stands. */
  cores: Uint8Array
  popularity: Float32Array
  most_popular: number
}

export function newFacts(): DocumentFacts {
  return { cores: new Uint8Array(1024), popularity: new Float32Array(1024), most_popular: 1 }
}
