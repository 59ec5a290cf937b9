import '#storefront/styles.css'
import { StrictMode } from 'react'
import {
  createBrowserRouter,
  type HydrationState,
  type PatchRoutesOnNavigationFunction,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Address, Layout } from '#storefront/addresses/address.ts'
import { hydratePage } from '#web/runtime/hydrate.tsx'
import { reloadOnce } from '#web/runtime/guarded-reload.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import { type PictureHosts, setPictureHosts } from '#storefront/commerce/pictures/picture-hosts.ts'
import type { PageUrls } from '#storefront/runtime/assets.ts'
import { setCurrentProvince, takeFrameStale } from '#storefront/runtime/province-state.ts'
import { keepLayout, keepPage } from '#storefront/runtime/ready-pages.ts'
import { createRoutes, type RouteSource } from '#storefront/runtime/routes.tsx'
import { prepareErrorScreens } from '#storefront/runtime/ready-error-screens.ts'

/** The data that the server rendered the page with, in a JSON script tag (inline scripts may not run). */
interface PageData {
  /** The address that the page answers. */
  address: Address
  page: string | null
  layout: Layout
  /** The URLs of the modules of page and layout. */
  modules: PageUrls
  build_id: string
  province_id: number
  /** Path and query that the page was rendered for, without query keys that the page does not read. */
  at: string
  hydration: HydrationState
}

async function start(): Promise<void> {
  const element = document.getElementById('page-data')
  const root = document.getElementById('root')
  if (!element || !root) return
  const page_data = JSON.parse(element.textContent) as PageData
  const { cookie } = document
  const { search } = location
  setCurrentProvince(page_data.province_id)
  takeFrameStale()
  setPictureHosts(pictureHostsOf(page_data.hydration))
  try {
    await keepModules(page_data)
    if (page_data.hydration.errors) await prepareErrorScreens()
  } catch (error) {
    // A file is missing. If a reload does not help, the page stays static HTML.
    if (reloadOnce()) return
    throw error
  }
  const router = startRouter(page_data)
  // Development: after a change of server code the page's data is loaded again. The page's state stays.
  import.meta.hot?.on('tiem:server-changed', () => void router.revalidate())
  await hydratePage(
    root,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  // Without a network the visit begins when there is one.
  const visit = (): Promise<void> =>
    import('#storefront/runtime/browser/visit.ts').then(
      ({ beginVisit }) => beginVisit(page_data.build_id, router, { cookie, search }),
      () => addEventListener('online', visit, { once: true }),
    )
  void visit()
}

/** Loads the modules of the first page. They come by their URLs: the list of all pages comes with the first link. */
async function keepModules({ page, layout, modules }: PageData): Promise<void> {
  const load = (url: string) => import(/* @vite-ignore */ url)
  await Promise.all([
    load(modules.layout).then((module) => keepLayout(layout, module)),
    page === null || modules.page === null
      ? null
      : load(modules.page).then((module) => keepPage(page, module)),
  ])
}

/** Loads the code for links and forms with the first of them, if it is not loaded before. */
const source: RouteSource = {
  shell: async (args) => (await browserSource()).shell(args),
  load: async (address, args) => (await browserSource()).load(address, args),
  act: async (address, args) => (await browserSource()).act(address, args),
}

async function browserSource(): Promise<RouteSource> {
  return (await import('#storefront/runtime/browser/browser-source.ts')).browserSource
}

/** The picture hosts that the server rendered with: pictures must have the same URLs here. */
function pictureHostsOf({ loaderData }: HydrationState): PictureHosts {
  const frame = loaderData?.['root'] as { shop?: ShopIdentity } | undefined
  return frame?.shop?.picture_hosts ?? {}
}

/**
 * Starts the router at the address that the page was rendered for, so that it renders the same as the server. Then
 * the address bar gets its full query back, for campaign tracking.
 */
function startRouter({ address, at, hydration }: PageData) {
  const shown = location.href
  history.replaceState(history.state, '', at + location.hash)
  const router = createBrowserRouter(createRoutes([address], source), {
    hydrationData: hydration,
    patchRoutesOnNavigation: routesOfOtherPages(),
  })
  history.replaceState(history.state, '', shown)
  return router
}

/** A first page knows its own route alone. The first link or form asks for those of all pages (decision 266). */
function routesOfOtherPages(): PatchRoutesOnNavigationFunction {
  let are_known = false
  return async (navigation) => {
    if (are_known) return
    const { addOtherPages } = await import('#storefront/runtime/browser/other-pages.ts')
    addOtherPages(navigation, source)
    // What an aborted navigation adds is ignored.
    are_known = !navigation.signal.aborted
  }
}

// Not awaited at the top level: pages import files that import this one, which would be a deadlock.
void start()
