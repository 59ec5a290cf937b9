import type { createBrowserRouter, RouterState } from 'react-router'
import { askPage } from '#storefront/runtime/browser/browser-source.ts'
import { startSession } from '#storefront/runtime/browser/browser-session.ts'
import { startPrefetching } from '#storefront/runtime/browser/prefetch.ts'
import { deleteUsedReturn, storeClickId } from '#storefront/runtime/browser/click-id.ts'
import type { ShopData } from '#storefront/runtime/shop-data.ts'
import { prepareErrorScreens } from '#storefront/runtime/ready-error-screens.ts'
import { hasConsent } from '#pure/formats/consent.ts'
import { keepPlaceBehindDialogs } from '#storefront/runtime/browser/scroll-bar.ts'
import { whenLookedAt } from '#storefront/runtime/browser/when-looked-at.ts'
import { setBuild, watchBuild } from '#web/runtime/build-watch.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** contract §9. */
const PREFETCH_AFTER_MS = 1_000
/** contract §9. */
const POPUP_AFTER_MS = 7_000
/** By then the page has loaded everything that is urgent. */
const PREPARE_OFFLINE_AFTER_MS = 2_000

/**
 * Does what a tab does once, after its first page is hydrated. Nothing of it is visible at first. `cookie` and
 * `search` are those from before: a first link may have been followed meanwhile.
 */
export function beginVisit(
  build_id: string,
  router: Router,
  { cookie, search }: { cookie: string; search: string },
): void {
  setBuild(build_id, () => isLeaving(router.state))
  deleteUsedReturn(cookie)
  storeClickId(search)
  startTags(router)
  watchBuild()
  setTimeout(() => startPrefetching(askPage), PREFETCH_AFTER_MS)
  setTimeout(prepareForOffline, PREPARE_OFFLINE_AFTER_MS)
  showPopupWhenCalm(router)
  keepPlaceBehindDialogs()
  document
    .getElementById('consent')
    ?.addEventListener('submit', (event) => void agree(event, router, search))
  void startSession()
}

/**
 * Shows the popup once a page has been looked at; without a network it waits for one, and for the look at a page after
 * it.
 */
function showPopupWhenCalm(router: Router): void {
  const again = () => addEventListener('online', () => showPopupWhenCalm(router), { once: true })
  whenLookedAt(router, POPUP_AFTER_MS, () => {
    if (navigator.onLine) showPopup(router).catch(again)
    else again()
  })
}

async function showPopup(router: Router): Promise<void> {
  const { shop } = (router.state.loaderData['root'] ?? {}) as Partial<ShopData>
  const { showEventPopup } = await import('#storefront/runtime/browser/event-popup.tsx')
  const report_to = shop?.company.email ?? ''
  await showEventPopup({ report_to, open: (path) => void router.navigate(path) })
}

/** Loads the tag manager of a live shop for visitors who agreed to be measured (contract §5, §9). */
function startTags(router: Router): void {
  const { shop } = (router.state.loaderData['root'] ?? {}) as Partial<ShopData>
  const gtm_id = shop?.gtm_id
  if (gtm_id === undefined || !hasConsent(document.cookie, 'ads')) return
  void import('#storefront/runtime/browser/tag-manager.ts').then(({ loadTagManager }) =>
    loadTagManager(gtm_id),
  )
}

/** Sends the visitor's choice, then does what was agreed to. */
async function agree(event: SubmitEvent, router: Router, search: string): Promise<void> {
  event.preventDefault()
  const { sendConsent } = await import('#storefront/runtime/browser/consent-form.ts')
  await sendConsent(event)
  storeClickId(search)
  startTags(router)
  prepareForOffline()
}

/** Whether the router is loading another address, and not only loading data again. */
function isLeaving({ location: from, navigation: { location: to } }: RouterState): boolean {
  return to !== undefined && to.pathname + to.search !== from.pathname + from.search
}

/**
 * Loads what says that the network is gone and, if the visitor agreed, the offline page while the network works, in
 * case it fails later.
 */
function prepareForOffline(): void {
  void Promise.allSettled([
    prepareErrorScreens(),
    import('#storefront/runtime/browser/wait-for-network.ts'),
    import('#storefront/runtime/browser/other-pages.ts'),
    import('#web/ui/toast-cards.tsx'),
    keepOfflinePage(),
  ])
}

/** The worker with the offline page is on the device only while the visitor agrees to it (decision 201). */
async function keepOfflinePage(): Promise<void> {
  const workers = import.meta.hot ? undefined : navigator.serviceWorker
  if (hasConsent(document.cookie, 'device')) await workers?.register('/sw.js')
  else await (await workers?.getRegistration())?.unregister()
}
