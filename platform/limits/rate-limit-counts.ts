/** A key that an attempt is counted under, and the limit of its window. */
export interface KeyLimit {
  key: string
  max: number
  window_ms: number
  /**
   * The name of the rule if it protects a secret against guessing: its windows have room of their own and are never
   * dropped before their time.
   */
  guards?: string
}

/** A key at its limit, and when another attempt passes if none comes before. */
export interface FullKey {
  key: string
  passes_at: Date
}

/**
 * Counts attempts in sliding windows (rate-limit-window.ts). There are two implementations of the same rules:
 * the memory of one process, and PostgreSQL for several processes.
 */
export interface RateCounts {
  /** Counts under all keys, or under none if some are at their limit. Returns these. */
  take: (key_limits: readonly KeyLimit[], now: Date) => Promise<FullKey[]>
  /** Returns the keys at their limit, without counting. */
  peek: (key_limits: readonly KeyLimit[], now: Date) => Promise<FullKey[]>
  /** Deletes windows that no attempt depends on any more. */
  sweep: (now: Date) => Promise<void>
}
