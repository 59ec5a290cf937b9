import '#storefront/styles.css'
import { StrictMode } from 'react'
import { createBrowserRouter, type HydrationState } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Layout } from '#storefront/addresses/addresses.ts'
import { hydratePage } from '#web/runtime/hydrate.tsx'
import { reloadOnce } from '#web/runtime/guarded-reload.ts'
import { preparePage } from '#storefront/runtime/modules.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import { type PictureHosts, setPictureHosts } from '#storefront/commerce/pictures/picture-hosts.ts'
import { setCurrentProvince, takeFrameStale } from '#storefront/runtime/province-state.ts'
import { createRoutes, type RouteSource } from '#storefront/runtime/routes.tsx'
import { prepareTrouble } from '#storefront/runtime/ready-error-screens.ts'

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
  // Development: an edit of server code asks for the page's data again and keeps the page's state.
  import.meta.hot?.on('tiem:server-changed', () => void router.revalidate())
  await hydratePage(
    root,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  const { beginVisit } = await import('#storefront/runtime/browser/visit.ts')
  beginVisit(carried.build_id, router)
}

/** How links and forms are answered: fetched when the page is hydrated, or with the first of them. */
const source: RouteSource = {
  shell: async (args) => (await browserSource()).shell(args),
  load: async (address, args) => (await browserSource()).load(address, args),
  act: async (address, args) => (await browserSource()).act(address, args),
}

async function browserSource(): Promise<RouteSource> {
  return (await import('#storefront/runtime/browser/browser-source.ts')).browserSource
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
  const router = createBrowserRouter(createRoutes(source), { hydrationData: hydration })
  history.replaceState(history.state, '', shown)
  return router
}

// Not awaited: pages share files with this one, and would wait for it while it waits for them.
void start()
