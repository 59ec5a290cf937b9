import '#storefront/styles.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState, type RouterState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Layout } from '#storefront/addresses/addresses.ts'
import { askPage, browserSource } from '#storefront/runtime/browser/browser-source.ts'
import { startSession } from '#storefront/runtime/browser/browser-session.ts'
import { setBuild, watchBuild } from '#web/runtime/build-watch.ts'
import { settleCookies } from '#storefront/runtime/browser/click-id.ts'
import { reloadOnce } from '#web/runtime/guarded-reload.ts'
import { preparePage } from '#storefront/runtime/modules.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import { type PictureHosts, setPictureHosts } from '#storefront/commerce/pictures/picture-hosts.ts'
import { setCurrentProvince, takeFrameStale } from '#storefront/runtime/province-state.ts'
import { createRoutes } from '#storefront/runtime/routes.tsx'
import { expectTrouble, prepareTrouble } from '#storefront/runtime/ready-error-screens.ts'

/** What the server rendered with, carried over in a JSON script tag (no inline script runs). */
interface Carried {
  page: string | null
  layout: Layout
  build_id: string
  province_id: number
  /** The address as the page was made from it: without what a link carries besides. */
  at: string
  hydration: HydrationState
}

/** Spec §9. */
const PREFETCH_AFTER_MS = 1_000

async function start(): Promise<void> {
  const element = document.getElementById('page-data')
  const root = document.getElementById('root')
  if (!element || !root) return
  const carried = JSON.parse(element.textContent) as Carried
  setCurrentProvince(carried.province_id)
  takeFrameStale()
  setPictureHosts(pictureHostsOf(carried.hydration))
  try {
    await preparePage(carried.page, carried.layout)
    if (carried.hydration.errors) await prepareTrouble()
  } catch (error) {
    // A file is missing: once more from the start. If that does not help, the page goes on as HTML.
    if (reloadOnce()) return
    throw error
  }
  const router = startRouter(carried)
  setBuild(carried.build_id, () => isLeaving(router.state))
  hydrateRoot(
    root,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  // Development: an edit of server code asks for the page's data again and keeps the page's state.
  import.meta.hot?.on('tiem:server-changed', () => void router.revalidate())
  document.documentElement.classList.add('js')
  settleCookies()
  watchBuild()
  setTimeout(() => void prefetchPages().catch(() => undefined), PREFETCH_AFTER_MS)
  expectTrouble()
  await startSession()
}

/** Not needed before: it comes when the page stands. */
async function prefetchPages(): Promise<void> {
  const { startPrefetching } = await import('#storefront/runtime/browser/prefetch.ts')
  startPrefetching(askPage)
}

/** Pictures must have the same addresses here as in what the server rendered. */
function pictureHostsOf({ loaderData }: HydrationState): PictureHosts {
  const frame = loaderData?.['root'] as { shop?: ShopIdentity } | undefined
  return frame?.shop?.picture_hosts ?? {}
}

/**
 * The router starts at the address that the page was made from, so that it renders what the server
 * rendered; the address bar keeps what else the link carried, for who counts campaigns.
 */
function startRouter({ at, hydration }: Carried) {
  const shown = location.href
  history.replaceState(history.state, '', at + location.hash)
  const router = createBrowserRouter(createRoutes(browserSource), { hydrationData: hydration })
  history.replaceState(history.state, '', shown)
  return router
}

/** Whether the router is on its way to another address, and not only asking for data anew. */
function isLeaving({ location: from, navigation: { location: to } }: RouterState): boolean {
  return to !== undefined && to.pathname + to.search !== from.pathname + from.search
}

// Not awaited: pages share files with this one, and would wait for it while it waits for them.
void start()
