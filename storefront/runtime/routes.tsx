import type { ActionFunctionArgs, LoaderFunctionArgs, Location, RouteObject } from 'react-router'
import { Outlet, ScrollRestoration, useLoaderData } from 'react-router'
import { type Address, type Layout, layouts } from '#storefront/addresses/address.ts'
import { readyLayout, readyPage } from '#storefront/runtime/ready-pages.ts'
import { type PageAnswer, useOpenAnswer } from '#storefront/runtime/open-page.ts'
import { Head } from '#storefront/runtime/head.tsx'
import { takeFrameStale } from '#storefront/runtime/province-state.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { RouteError } from '#storefront/runtime/route-error.tsx'

/** Where routes get their data: from the page's server module on the server, by fetch in the browser. */
export interface RouteSource {
  shell: (args: LoaderFunctionArgs) => Promise<unknown>
  load: (address: Address, args: LoaderFunctionArgs) => Promise<unknown>
  act: (address: Address, args: ActionFunctionArgs) => Promise<unknown>
}

/**
 * Creates the route tree: a route for each layout, which contains those of its pages. Server and browser use the same
 * tree. The server knows all addresses; a browser starts with the one that it shows (decision 266).
 */
export function createRoutes(addresses: readonly Address[], source: RouteSource): RouteObject[] {
  return [
    {
      id: 'root',
      Component: Root,
      loader: (args) => source.shell(args),
      shouldRevalidate: takeFrameStale,
      ErrorBoundary: RootError,
      HydrateFallback: () => null,
      children: layouts.map((layout) => ({
        id: layoutRouteId(layout),
        Component: frameOf(layout),
        children: pageRoutes(layout, addresses, source),
      })),
    },
  ]
}

export const layoutRouteId = (layout: Layout): string => `layout-${layout}`

/** Creates the routes of the pages that have this layout. */
export function pageRoutes(
  layout: Layout,
  addresses: readonly Address[],
  source: RouteSource,
): RouteObject[] {
  return addresses
    .filter((address) => address.layout === layout)
    .map((address) => pageRoute(address, source))
}

function pageRoute(address: Address, source: RouteSource): RouteObject {
  return {
    id: address.page,
    path: address.path,
    Component: PageView,
    ErrorBoundary: RouteError,
    loader: (args) => source.load(address, args),
    action: (args) => source.act(address, args),
    // After a refusal (gone, sold out, another price) the shown data is outdated. After invalid fields it is not.
    shouldRevalidate: ({ actionStatus, defaultShouldRevalidate }) =>
      defaultShouldRevalidate || [404, 409, 410].includes(actionStatus ?? 200),
  }
}

/** The markup of the body begins with `app` (web/runtime/document.ts). */
function Root() {
  return (
    <div id="app">
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </div>
  )
}

/**
 * The key under which a scroll position is kept. What the browser itself opened has the router's key "default": each
 * such page has a key of its own. A part behind a `#` link has a new one each time, because its link says where it is.
 */
function scrollKey({ key, pathname, search, hash }: Location): string {
  if (key !== 'default') return key
  // Not crypto.randomUUID: browsers have it on HTTPS only.
  return hash === '' ? pathname + search : `part ${performance.now()}`
}

/** Shows the error screen without a layout when the layout's data could not be loaded. */
function RootError() {
  return (
    <div id="app">
      <main id="main" className="frame">
        <RouteError />
      </main>
    </div>
  )
}

function frameOf(layout: Layout) {
  return function Frame() {
    const Layout = readyLayout(useOpenAnswer()?.layout ?? layout)
    return <Layout />
  }
}

function PageView() {
  const { page, data } = useLoaderData<PageAnswer>()
  const { shop } = useShop()
  const { Page, meta } = readyPage(page)
  return (
    <>
      <Head meta={meta(data as never, shop)} shop={shop} />
      <Page key={page} data={data as never} />
    </>
  )
}
