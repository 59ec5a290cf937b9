import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** True in the project `soak`, which repeats often what `verify` does once. */
    is_soak: boolean
  }
}

/**
 * Returns the value for `npm run verify` (few repetitions) or for `npm run soak` (many). A test file that
 * calls this has a `.soak.ts` beside it that runs it again.
 */
export function repeats<T>({ verify, soak }: { verify: T; soak: T }): T {
  return inject('is_soak') ? soak : verify
}
