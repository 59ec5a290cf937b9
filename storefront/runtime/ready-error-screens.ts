import type * as Screens from '#storefront/runtime/error-screens.tsx'

let screens: typeof Screens | null = null

/** The error screens, once they are here. */
export const readyTrouble = (): typeof Screens | null => screens

/**
 * Fetches the error screens. The server does so as it starts, a browser a moment after its first page:
 * when they are needed, the network may be what is broken.
 */
export async function prepareTrouble(): Promise<void> {
  screens ??= await import('#storefront/runtime/error-screens.tsx')
}
