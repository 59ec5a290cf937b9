/** One key that an attempt is counted under, and how many its window holds. */
export interface Ask {
  key: string
  most: number
  window_ms: number
}

/** A key whose window is used up, and when that ends. */
export interface Full {
  key: string
  ends_at: Date
}

/**
 * Counts attempts in windows that begin with the first attempt. Two implementations for the same rules:
 * the memory of one process, or PostgreSQL for several.
 */
export interface RateCounts {
  /** Counts under each key that has room; returns those that had none. What is refused is not counted there. */
  take: (asks: readonly Ask[], now: Date) => Promise<Full[]>
  /** Returns those that have no room, without counting. */
  peek: (asks: readonly Ask[], now: Date) => Promise<Full[]>
  /** Forgets windows that have ended. */
  sweep: (now: Date) => Promise<void>
}
