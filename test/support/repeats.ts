import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** True in the project `soak`: what `verify` does once is done there many times. */
    is_soak: boolean
  }
}

/**
 * How often, or how much: little in `npm run verify`, so that every behaviour is checked at once, and
 * much in `npm run soak`. A test file that asks this has a `.soak.ts` beside it that runs it again.
 */
export function repeats<T>({ verify, soak }: { verify: T; soak: T }): T {
  return inject('is_soak') ? soak : verify
}
