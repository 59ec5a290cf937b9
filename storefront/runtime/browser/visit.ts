import type { createBrowserRouter, RouterState } from 'react-router'
import { askPage } from '#storefront/runtime/browser/browser-source.ts'
import { startSession } from '#storefront/runtime/browser/browser-session.ts'
import { settleCookies } from '#storefront/runtime/browser/click-id.ts'
import { prepareTrouble } from '#storefront/runtime/ready-error-screens.ts'
import { setBuild, watchBuild } from '#web/runtime/build-watch.ts'

/** contract §9. */
const PREFETCH_AFTER_MS = 1_000
/** A page that has been here so long has done all that it is in a hurry to do. */
const AT_LEISURE_MS = 2_000

/** What a tab does once, after its first page is hydrated. Nothing of it is seen at first. */
export function beginVisit(build_id: string, router: ReturnType<typeof createBrowserRouter>): void {
  setBuild(build_id, () => isLeaving(router.state))
  settleCookies()
  watchBuild()
  setTimeout(() => void prefetchPages().catch(() => undefined), PREFETCH_AFTER_MS)
  setTimeout(expectTrouble, AT_LEISURE_MS)
  void startSession()
}

/** Whether the router is on its way to another address, and not only asking for data anew. */
function isLeaving({ location: from, navigation: { location: to } }: RouterState): boolean {
  return to !== undefined && to.pathname + to.search !== from.pathname + from.search
}

async function prefetchPages(): Promise<void> {
  const { startPrefetching } = await import('#storefront/runtime/browser/prefetch.ts')
  startPrefetching(askPage)
}

/** Gets ready for a network that fails while it still works: error screens, and the offline page. */
function expectTrouble(): void {
  const worker = import.meta.hot ? undefined : navigator.serviceWorker?.register('/sw.js')
  void Promise.allSettled([prepareTrouble(), worker])
}
