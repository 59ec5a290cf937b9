import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  matchRoutes,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { Address, Layout } from '#storefront/addresses/address.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import { catalog_addresses } from '#storefront/addresses/catalog.ts'
import { consent_banner } from '#storefront/layouts/frame/consent-banner.ts'
import { type Assets, assetTags, buildOf, pageUrls } from '#storefront/runtime/assets.ts'
import { htmlDocument } from '#web/runtime/document.ts'
import { staticRouter } from '#web/runtime/static-router.ts'
import { pageServer } from '#storefront/runtime/page-servers.ts'
import type { PageAnswer } from '#storefront/runtime/open-page.ts'
import { createRoutes } from '#storefront/runtime/routes.tsx'
import { type RequestScope, scopeContext, serverSource } from '#storefront/runtime/server-source.ts'
import type { ShopData } from '#storefront/runtime/shop-data.ts'

/** Logs an error. Returns the status of the response and a line for the hidden technical detail. */
export type Report = (error: unknown, path: string) => { status: 500 | 503; detail: string }

const all: readonly Address[] = Object.values(addresses)
const routes = createRoutes(all, serverSource)
const addressByPage = new Map(all.map((address) => [address.page, address]))
/** A handler of one route each: a request is matched once, by `matchedAddress`. */
const handlerByPage = new Map(
  all.map((address) => {
    const handler = createStaticHandler(createRoutes([address], serverSource))
    return [address.page, { ...handler, routerOf: staticRouter(handler.dataRoutes) }]
  }),
)

const matchedBefore = new Map<string, Address>()
/** How many matched paths are remembered, and how long they may be. A match costs more than a cached answer. */
const matches_remembered = 5_000
const longest_remembered = 200

/** Returns the address whose route `loadPage` runs for a path. */
export function matchedAddress(pathname: string): Address {
  const before = matchedBefore.get(pathname)
  if (before !== undefined) return before
  const address = addressOf(matchRoutes(routes, { pathname }))
  if (matchedBefore.size >= matches_remembered) matchedBefore.clear()
  if (pathname.length <= longest_remembered) matchedBefore.set(pathname, address)
  return address
}

function handlerOf({ page }: Address) {
  const handler = handlerByPage.get(page)
  if (handler === undefined) throw new TypeError(`no route for ${page}`)
  return handler
}

function handlerFor({ url }: Request) {
  return handlerOf(matchedAddress(new URL(url).pathname))
}

/** Runs the loaders of an address, or its action. Returns their data, or a redirect. */
export async function loadPage(
  request: Request,
  scope: RequestScope,
): Promise<StaticHandlerContext | Response> {
  return handlerFor(request).query(request, { requestContext: contextOf(scope) })
}

/** The same without the data of the layout, which a tab already has. */
export async function loadPageData(
  request: Request,
  scope: RequestScope,
): Promise<StaticHandlerContext | Response> {
  return handlerFor(request).query(request, {
    requestContext: contextOf(scope),
    skipRevalidation: true,
    filterMatchesToLoad: (match) => addressByPage.has(match.route.id),
  })
}

interface HtmlOptions {
  assets: Assets
  province_id: number
  report: Report
}

/** Renders the HTML document. If rendering the page throws, it renders the error screen instead. */
export function pageHtml(context: StaticHandlerContext, options: HtmlOptions): string {
  try {
    return documentOf(context, options)
  } catch (error) {
    if (context.errors !== null) throw error
    context.errors = { [leafOf(context).page]: error }
    reportErrors(context, options.report)
    return documentOf(context, options)
  }
}

/** A checkout is not interrupted: nothing tracks there in any case. */
const asks_consent = new Set<Layout>(['default', 'landing-page', 'hide-footer'])

function documentOf(context: StaticHandlerContext, { assets, province_id }: HtmlOptions): string {
  const leaf = leafOf(context)
  const { page = null, layout = leaf.layout } = answerOf(context) ?? {}
  const { pathname, search } = context.location
  const page_data = {
    address: leaf,
    page,
    layout,
    modules: pageUrls(assets, page, layout),
    build_id: buildOf(assets).id,
    province_id,
    at: pathname + search,
    hydration: {
      loaderData: context.loaderData,
      actionData: context.actionData,
      errors: context.errors,
    },
  }
  const router = handlerOf(leaf).routerOf(context)
  const markup = renderToString(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  )
  const structured_data = page === null ? null : structuredData(context)
  const tags = assetTags(assets, page, layout)
  return htmlDocument({
    markup,
    tags,
    structured_data,
    manifest: '/manifest.webmanifest',
    page_data,
    ...(asks_consent.has(layout) ? { after_root: consent_banner } : {}),
  })
}

/** Returns the schema.org data of the page; null if a loader failed. */
function structuredData(context: StaticHandlerContext): object | null {
  const answer = answerOf(context)
  const frame = context.loaderData['root'] as ShopData | undefined
  if (answer === undefined || frame === undefined || context.errors) return null
  return pageServer(answer.page).structured(answer.data, frame.shop)
}

/** Returns the page that the loader returned, with its data. */
export function answerOf(context: StaticHandlerContext): PageAnswer | undefined {
  return context.loaderData[leafOf(context).page] as PageAnswer | undefined
}

export function leafOf(context: StaticHandlerContext): Address {
  return addressOf(context.matches)
}

function addressOf(matches: readonly { route: { id?: string } }[] | null): Address {
  return addressByPage.get(matches?.at(-1)?.route.id ?? '') ?? catalog_addresses.slug
}

/** Reports unexpected errors and replaces them by errors without internal details, which a browser may see. */
export function reportErrors(context: StaticHandlerContext, report: Report): void {
  for (const [route, error] of Object.entries(context.errors ?? {})) {
    if (isAnswer(error)) {
      const { status, statusText, data } = error
      context.errors = { ...context.errors, [route]: { status, statusText, internal: false, data } }
      continue
    }
    const { status, detail } = report(error, context.location.pathname)
    context.statusCode = status
    const seen = { status, statusText: '', internal: false, data: { message: detail } }
    context.errors = { ...context.errors, [route]: seen }
  }
}

/** The retry-after header for 503: an unavailable database is mostly back soon. */
export function retryAfter(status: number): Record<string, string> {
  return status === 503 ? { 'retry-after': '2' } : {}
}

function isAnswer(error: unknown): error is { status: number; statusText: string; data: unknown } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    'data' in error &&
    'internal' in error
  )
}

function contextOf(scope: RequestScope): RouterContextProvider {
  return new RouterContextProvider(new Map([[scopeContext, scope]]))
}
