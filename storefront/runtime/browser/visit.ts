import type { createBrowserRouter, RouterState } from 'react-router'
import { askPage } from '#storefront/runtime/browser/browser-source.ts'
import { startSession } from '#storefront/runtime/browser/browser-session.ts'
import { startPrefetching } from '#storefront/runtime/browser/prefetch.ts'
import { updateCookies } from '#storefront/runtime/browser/click-id.ts'
import { prepareErrorScreens } from '#storefront/runtime/ready-error-screens.ts'
import { setBuild, watchBuild } from '#web/runtime/build-watch.ts'

/** contract §9. */
const PREFETCH_AFTER_MS = 1_000
/** By then the page has loaded everything that is urgent. */
const PREPARE_OFFLINE_AFTER_MS = 2_000

/** Does what a tab does once, after its first page is hydrated. Nothing of it is visible at first. */
export function beginVisit(build_id: string, router: ReturnType<typeof createBrowserRouter>): void {
  setBuild(build_id, () => isLeaving(router.state))
  updateCookies()
  watchBuild()
  setTimeout(() => startPrefetching(askPage), PREFETCH_AFTER_MS)
  setTimeout(prepareForOffline, PREPARE_OFFLINE_AFTER_MS)
  void startSession()
}

/** Whether the router is loading another address, and not only loading data again. */
function isLeaving({ location: from, navigation: { location: to } }: RouterState): boolean {
  return to !== undefined && to.pathname + to.search !== from.pathname + from.search
}

/** Loads the error screens and the offline page while the network works, in case it fails later. */
function prepareForOffline(): void {
  const worker = import.meta.hot ? undefined : navigator.serviceWorker?.register('/sw.js')
  void Promise.allSettled([prepareErrorScreens(), worker])
}
