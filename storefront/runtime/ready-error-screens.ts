import type * as Screens from '#storefront/runtime/error-screens.tsx'

let screens: typeof Screens | null = null

/** Returns the error screens, or null until they are loaded. */
export const readyErrorScreens = (): typeof Screens | null => screens

/**
 * Loads the error screens: the server when it starts, a browser shortly after its first page. Loading them on an
 * error is too late, because the network may be down then.
 */
export async function prepareErrorScreens(): Promise<void> {
  screens ??= await import('#storefront/runtime/error-screens.tsx')
}
