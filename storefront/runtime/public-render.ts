import type { StaticHandlerContext } from 'react-router'
import type { Services } from '#contracts/all.ts'
import type { Redirect } from '#contracts/storefront/redirects.ts'
import type { RenderedPage } from '#pure/rendered-page.ts'
import { reservedPaths } from '#storefront/addresses/reserved-paths.ts'
import { type Assets, buildOf } from '#storefront/runtime/assets.ts'
import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import { allowedTarget, NavigationRefused } from '#web/runtime/safe-navigation.ts'
import { BUILD_HEADER } from '#web/runtime/build-watch.ts'
import type { SignInSettings } from '#storefront/runtime/sign-in/sign-in-settings.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import {
  answerOf,
  leafOf,
  loadPage,
  loadPageData,
  matchedAddress,
  pageHtml,
  type Report,
  retryAfter,
  reportErrors,
} from '#storefront/runtime/page-render.tsx'
import { isOwnDocument, ownHeaders } from '#storefront/runtime/own-documents.ts'
import { pageServer } from '#storefront/runtime/page-servers.ts'
import { type PublicAddress, SHELL_PATH } from '#storefront/runtime/public-address.ts'
import { type RequestScope, shopData } from '#storefront/runtime/server-source.ts'

/** Dependencies of the storefront. They are the same for all visitors. */
export interface StorefrontDeps {
  services: Services
  shop: ShopIdentity
  assets: Assets
  now: () => Date
  report: Report
  sign_in: SignInSettings
}

const own_segments = new Set(reservedPaths())

/** No redirect rule leads away from the shop's own pages (decision 255), which show themselves without a database. */
const isOwn = (path: string): boolean =>
  path === '/' || own_segments.has(path.split('/', 2)[1] ?? '')

/** Tags of all pages: the layout shows the menu, the province's name and how the shop can be paid. */
const frame_tags = ['catalog', 'locations', 'gateways']

/** Previews of landing pages and articles. */
const preview_path = '/xem-truoc/'

const page_fresh_ms = 60_000
/** A stale page may be shown for this long while it is rendered again. */
const page_stale_ms = 120_000

const html_headers = {
  'content-type': 'text/html; charset=utf-8',
  // The province is in a cookie, so a shared cache cannot tell shoppers apart. Revalidation is cheap (304).
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding, cookie',
}
/** Decision 055: how long a CDN may cache data. */
const data_cache = 'public, max-age=0, s-maxage=10'

/**
 * Renders a public page from its address alone. No cookie, header or unknown query key of a request is available here,
 * so none can get into the cache. The result cannot set cookies.
 */
export async function renderPublic(
  address: PublicAddress,
  deps: StorefrontDeps,
): Promise<RenderedPage> {
  const { services, shop, now } = deps
  const scope = { services, shop, now, province_id: address.province_id, visitor: null }
  if (address.path === SHELL_PATH && address.kind === 'data') return shell(scope, deps)
  const rule = isOwn(address.path)
    ? null
    : await services.redirects.find(null, { path: address.path })
  if (rule !== null) return ledElsewhere(rule, address, deps)
  if (address.kind === 'data' && isOwnDocument(matchedAddress(address.path).page)) {
    return fullLoad(address, deps)
  }
  const request = new Request(shop.public_url + address.path + address.search)
  const load = address.kind === 'html' ? loadPage : loadPageData
  const context = await load(request, scope)
  if (context instanceof Response) {
    const location = context.headers.get('location') ?? '/'
    return redirection({ location, status: context.status, is_external: false }, address, deps)
  }
  reportErrors(context, deps.report)
  const answer = address.kind === 'html' ? htmlPage(context, scope, deps) : dataPage(context, deps)
  return address.path.startsWith(preview_path) ? unkept(answer) : answer
}

/** What is shown by a secret link: nothing keeps it, so that it ends with its link. */
function unkept(page: RenderedPage): RenderedPage {
  const headers = {
    ...page.headers,
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  }
  return { ...page, headers, fresh_ms: 0, stale_ms: 0 }
}

function htmlPage(
  context: StaticHandlerContext,
  scope: RequestScope,
  deps: StorefrontDeps,
): RenderedPage {
  const body = pageHtml(context, { ...deps, province_id: scope.province_id })
  const own_headers = ownHeaders(leafOf(context).page)
  return rendered({
    status: context.statusCode,
    headers: { ...html_headers, ...own_headers },
    body,
    tags: tagsOf(context),
  })
}

/** Sends a tab to a page that must be a document of its own. */
function fullLoad({ path, search }: PublicAddress, deps: StorefrontDeps): RenderedPage {
  const answer: DataAnswer = { kind: 'redirect', location: path + search, is_external: true }
  return data(answer, { status: 200, tags: [] }, deps)
}

function dataPage(context: StaticHandlerContext, deps: StorefrontDeps): RenderedPage {
  const error = Object.values(context.errors ?? {})[0] as { data?: unknown } | undefined
  const status = error ? context.statusCode : 200
  const answer: DataAnswer = error
    ? { kind: 'error', status, detail: error.data }
    : { kind: 'page', answer: answerOf(context) ?? { page: leafOf(context).page, data: null } }
  return data(answer, { status, tags: tagsOf(context) }, deps)
}

async function shell(scope: RequestScope, deps: StorefrontDeps): Promise<RenderedPage> {
  const answer: DataAnswer = { kind: 'outcome', outcome: await shopData(scope), status: 200 }
  return data(answer, { status: 200, tags: frame_tags }, deps)
}

/** Follows a redirect rule of staff (contract §2). Only a rule that permits it leads to another site. */
function ledElsewhere(
  { target, status, is_external }: Redirect,
  address: PublicAddress,
  deps: StorefrontDeps,
): RenderedPage {
  const location = allowedTarget(target, deps.shop.public_url, { is_external })
  if (location === null) throw new NavigationRefused(target)
  const keeps_query = !is_external && !/[?#]/.test(location)
  const wanted = keeps_query ? location + address.search : location
  return redirection({ location: wanted, status, is_external }, address, deps)
}

interface Redirection {
  location: string
  status: number
  is_external: boolean
}

/** Returns a redirect. Only permanent ones (301) are cached, for a short time. */
function redirection(
  { location, status, is_external }: Redirection,
  address: PublicAddress,
  deps: StorefrontDeps,
): RenderedPage {
  const is_permanent = status === 301
  const fresh = is_permanent
    ? { fresh_ms: page_fresh_ms, stale_ms: 0 }
    : { fresh_ms: 0, stale_ms: 0 }
  if (address.kind === 'data') {
    const answer: DataAnswer = { kind: 'redirect', location, is_external }
    return { ...data(answer, { status: 200, tags: [] }, deps), ...fresh }
  }
  const { vary, 'cache-control': cache_control } = html_headers
  const headers = { location, vary, 'cache-control': cache_control }
  return { status, headers, body: '', tags: [], ...fresh }
}

function data(
  answer: DataAnswer,
  { status, tags }: { status: number; tags: readonly string[] },
  { assets }: StorefrontDeps,
): RenderedPage {
  const headers = {
    'content-type': 'application/json',
    'cache-control': status === 200 ? data_cache : 'private, no-cache',
    vary: 'accept-encoding',
    // A tab that was opened before an update notices the new build with its next request.
    [BUILD_HEADER]: buildOf(assets).id,
  }
  return rendered({ status, headers, body: JSON.stringify(answer), tags })
}

/** Makes pages with status 200 cacheable. Errors and missing pages are not cached. */
function rendered(page: Omit<RenderedPage, 'fresh_ms' | 'stale_ms'>): RenderedPage {
  const is_found = page.status === 200
  const headers = { ...page.headers, ...retryAfter(page.status) }
  return {
    ...page,
    headers,
    fresh_ms: is_found ? page_fresh_ms : 0,
    stale_ms: is_found ? page_stale_ms : 0,
  }
}

function tagsOf(context: StaticHandlerContext): readonly string[] {
  const answer = answerOf(context)
  if (answer === undefined) return []
  const tags = pageServer(answer.page).tags(answer.data)
  return tags === null ? [] : [...frame_tags, ...tags]
}
