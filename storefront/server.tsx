import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { Services } from '#contracts/all.ts'
import { isSameOrigin } from '#pure/same-origin.ts'
import { addresses, type Address } from '#storefront/addresses.ts'
import { type Assets, assetTags, buildOf } from '#storefront/assets.ts'
import type { DataAnswer } from '#storefront/browser-source.ts'
import { BUILD_HEADER } from '#storefront/build-watch.ts'
import { htmlDocument } from '#storefront/document.ts'
import { isFormAnswer } from '#storefront/form-answer.ts'
import { prepareAllPages } from '#storefront/modules.ts'
import type { ShopIdentity } from '#storefront/page.ts'
import { chooseProvince } from '#storefront/province-endpoint.ts'
import { createRoutes, type PageAnswer } from '#storefront/routes.tsx'
import {
  EXTERNAL_HEADER,
  type RequestScope,
  scopeContext,
  serverSource,
  shopData,
} from '#storefront/server-source.ts'
import { provinceOf, type Visitor, visitorOf } from '#storefront/visitor.ts'

export interface StorefrontOptions {
  services: Services
  shop: ShopIdentity
  assets: Assets
  now: () => Date
  /** Logs what broke; tells the status to answer with and a line for the hidden technical detail. */
  report: (error: unknown, request: Request) => { status: 500 | 503; detail: string }
}

/** The storefront as one function from request to response: pages, page data, session, province. */
export interface Storefront {
  handle: (request: Request) => Promise<Response>
}

const { query, dataRoutes } = createStaticHandler(createRoutes(serverSource))
const addressByPage = new Map<string, Address>(
  Object.values(addresses).map((address) => [address.page, address]),
)

/** Loads every page once, then answers. */
export async function createStorefront(options: StorefrontOptions): Promise<Storefront> {
  await prepareAllPages()
  return { handle: (request) => handle(request, options) }
}

async function handle(request: Request, options: StorefrontOptions): Promise<Response> {
  const url = new URL(request.url)
  const { services, shop } = options
  if (request.method === 'POST' && !isSameOrigin(sourceOf(request), shop.public_url)) {
    return new Response(`Forms are accepted from pages of ${shop.public_url} only.`, {
      status: 403,
    })
  }
  const secure = shop.public_url.startsWith('https:')
  const visitor = visitorOf(request, services, secure)
  if (request.method === 'POST' && url.pathname === '/session') return startSession(visitor)
  if (request.method === 'POST' && url.pathname === '/province') {
    return chooseProvince(request, { services, public_url: shop.public_url, secure, visitor })
  }
  if (url.pathname === '/build.json') {
    return Response.json(buildOf(options.assets), { headers: { 'cache-control': 'no-store' } })
  }
  const scope = { services, shop, visitor, now: options.now, province_id: provinceOf(request, url) }
  const answer = url.pathname.startsWith('/_data/')
    ? await dataAnswer(request, url, scope, options)
    : await pageAnswer(request, scope, options)
  answer.headers.delete(EXTERNAL_HEADER)
  for (const cookie of visitor.cookies) answer.headers.append('set-cookie', cookie)
  if (visitor.cookies.length > 0) answer.headers.set('cache-control', 'private, no-store')
  return answer
}

async function startSession(visitor: Visitor): Promise<Response> {
  await visitor.caller()
  const headers = new Headers({ 'cache-control': 'no-store' })
  for (const cookie of visitor.cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 204, headers })
}

async function pageAnswer(
  request: Request,
  scope: RequestScope,
  options: StorefrontOptions,
): Promise<Response> {
  const context = await query(request, { requestContext: contextOf(scope) })
  if (context instanceof Response) return new Response(null, context)
  const outcome = Object.values(context.actionData ?? {})[0]
  if (context.actionData && !isFormAnswer(outcome) && !context.errors) {
    // A plain form that was accepted: show the page anew, so that reloading does not send it twice.
    return new Response(null, { status: 303, headers: { location: new URL(request.url).pathname } })
  }
  settleErrors(context, request, options)
  const leaf = leafOf(context)
  const answer = context.loaderData[leaf.page] as PageAnswer | undefined
  const page = answer?.page ?? null
  const carried = {
    page,
    layout: leaf.layout,
    build_id: buildOf(options.assets).id,
    province_id: scope.province_id,
    hydration: {
      loaderData: context.loaderData,
      actionData: context.actionData,
      errors: context.errors,
    },
  }
  const markup = render(context)
  const html = htmlDocument({ markup, tags: assetTags(options.assets, page, leaf.layout), carried })
  return new Response(html, {
    status: context.statusCode,
    headers: { 'content-type': 'text/html; charset=utf-8', ...cacheOf(leaf) },
  })
}

async function dataAnswer(
  request: Request,
  url: URL,
  scope: RequestScope,
  options: StorefrontOptions,
): Promise<Response> {
  const answer = await dataOf(request, url, scope, options)
  // A tab that was opened before an update notices with its next question.
  answer.headers.set(BUILD_HEADER, buildOf(options.assets).id)
  return answer
}

async function dataOf(
  request: Request,
  url: URL,
  scope: RequestScope,
  options: StorefrontOptions,
): Promise<Response> {
  const path = url.pathname.slice('/_data'.length)
  if (path === '/_shell') {
    return json(
      { kind: 'outcome', outcome: await shopData(scope), status: 200 },
      { 'cache-control': 'no-cache' },
    )
  }
  const page = new URL(url)
  page.pathname = path
  const context = await query(new Request(page, request), {
    requestContext: contextOf(scope),
    skipRevalidation: true,
    filterMatchesToLoad: (match) => addressByPage.has(match.route.id),
  })
  if (context instanceof Response) {
    const location = context.headers.get('location') ?? '/'
    const is_external = context.headers.has(EXTERNAL_HEADER)
    return json({ kind: 'redirect', location, is_external }, cacheOf(null))
  }
  settleErrors(context, request, options)
  const leaf = leafOf(context)
  return json(settled(context, leaf), cacheOf(leaf))
}

function settled(context: StaticHandlerContext, leaf: Address): DataAnswer {
  const error = Object.values(context.errors ?? {})[0] as { data?: unknown } | undefined
  if (error) return { kind: 'error', status: context.statusCode, detail: error.data }
  const outcome = context.actionData?.[leaf.page]
  if (outcome !== undefined) return { kind: 'outcome', outcome, status: context.statusCode }
  return { kind: 'page', answer: context.loaderData[leaf.page] as PageAnswer }
}

/** Errors as the browser may see them: a broken loader is reported and keeps its secrets. */
function settleErrors(
  context: StaticHandlerContext,
  request: Request,
  options: StorefrontOptions,
): void {
  for (const [route, error] of Object.entries(context.errors ?? {})) {
    if (isAnswer(error)) {
      const { status, statusText, data } = error
      context.errors = { ...context.errors, [route]: { status, statusText, internal: false, data } }
      continue
    }
    const { status, detail } = options.report(error, request)
    context.statusCode = status
    const seen = { status, statusText: '', internal: false, data: { message: detail } }
    context.errors = { ...context.errors, [route]: seen }
  }
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

function render(context: StaticHandlerContext): string {
  const router = createStaticRouter(dataRoutes, context)
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

function contextOf(scope: RequestScope): RouterContextProvider {
  return new RouterContextProvider(new Map([[scopeContext, scope]]))
}

function leafOf(context: StaticHandlerContext): Address {
  const id = context.matches.at(-1)?.route.id ?? ''
  return addressByPage.get(id) ?? addresses.slug
}

function sourceOf({ headers }: Request) {
  return { site: headers.get('sec-fetch-site'), origin: headers.get('origin') }
}

function cacheOf(address: Address | null): Record<string, string> {
  return {
    'cache-control': address?.cache === 'public' ? 'private, no-cache' : 'private, no-store',
  }
}

function json(answer: DataAnswer, headers: Record<string, string>): Response {
  const status = answer.kind === 'error' ? answer.status : 200
  return Response.json(answer, { status, headers })
}
