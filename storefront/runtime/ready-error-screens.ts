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

/** A page that has been here so long has done all that it is in a hurry to do. */
const AT_LEISURE_MS = 2_000

/** Gets ready for a network that fails while it still works: error screens, and the offline page. */
export function expectTrouble(): void {
  setTimeout(() => {
    const worker = import.meta.hot ? undefined : navigator.serviceWorker?.register('/sw.js')
    Promise.allSettled([prepareTrouble(), worker])
  }, AT_LEISURE_MS)
}
