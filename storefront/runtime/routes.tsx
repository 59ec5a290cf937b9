import type { ActionFunctionArgs, LoaderFunctionArgs, RouteObject } from 'react-router'
import { Outlet, ScrollRestoration, useLoaderData } from 'react-router'
import { type Address, addresses, type Layout } from '#storefront/addresses/addresses.ts'
import { readyLayout, readyPage } from '#storefront/runtime/modules.ts'
import { Head } from '#storefront/runtime/head.tsx'
import { takeFrameStale } from '#storefront/runtime/province-state.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { RouteError } from '#storefront/runtime/route-error.tsx'

/** What a page's address answers with: which page it is and its data. */
export interface PageAnswer {
  page: string
  data: unknown
}

/** How routes get their data: from the page's server half there, by fetch in the browser. */
export interface RouteSource {
  shell: (args: LoaderFunctionArgs) => Promise<unknown>
  load: (address: Address, args: LoaderFunctionArgs) => Promise<unknown>
  act: (address: Address, args: ActionFunctionArgs) => Promise<unknown>
}

/** The one route tree, made from the table of addresses, for server and browser alike. */
export function createRoutes(source: RouteSource): RouteObject[] {
  const all: Address[] = Object.values(addresses)
  const layouts = [...new Set(all.map((address) => address.layout))]
  return [
    {
      id: 'root',
      Component: Root,
      loader: (args) => source.shell(args),
      shouldRevalidate: takeFrameStale,
      ErrorBoundary: RootError,
      HydrateFallback: () => null,
      children: layouts.map((layout) => ({
        id: `layout-${layout}`,
        Component: frameOf(layout),
        children: all
          .filter((address) => address.layout === layout)
          .map((address) => pageRoute(address, source)),
      })),
    },
  ]
}

function pageRoute(address: Address, source: RouteSource): RouteObject {
  return {
    id: address.page,
    path: address.path,
    Component: PageView,
    ErrorBoundary: RouteError,
    loader: (args) => source.load(address, args),
    action: (args) => source.act(address, args),
    // A refusal (gone, sold out, another price) means that what is shown is old; wrong fields do not.
    shouldRevalidate: ({ actionStatus, defaultShouldRevalidate }) =>
      defaultShouldRevalidate || [404, 409, 410].includes(actionStatus ?? 200),
  }
}

/** `app` is where markup for the body begins (web/runtime/document.ts). */
function Root() {
  return (
    <div id="app">
      <Outlet />
      <ScrollRestoration />
    </div>
  )
}

/** Not even the frame could be made: the error screen stands alone. */
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
    const Layout = readyLayout(layout)
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
