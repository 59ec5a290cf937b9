import type { StaticHandlerContext } from 'react-router'
import type { Services } from '#contracts/all.ts'
import type { RenderedPage } from '#pure/rendered-page.ts'
import { type Assets, buildOf } from '#storefront/runtime/assets.ts'
import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import { BUILD_HEADER } from '#web/runtime/build-watch.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import {
  answerOf,
  leafOf,
  loadPage,
  loadPageData,
  pageHtml,
  type Report,
  retryAfter,
  settleErrors,
} from '#storefront/runtime/page-render.tsx'
import { pageServer } from '#storefront/runtime/page-servers.ts'
import { type PublicAddress, SHELL_PATH } from '#storefront/runtime/public-address.ts'
import { type RequestScope, shopData } from '#storefront/runtime/server-source.ts'

/** What the shop is, the same for everybody. */
export interface House {
  services: Services
  shop: ShopIdentity
  assets: Assets
  now: () => Date
  report: Report
}

/** Every page shows the menu and the province's name. */
const frame_tags = ['catalog', 'locations']

const as_new_ms = 60_000
/** An aged page may be shown so long while it is made anew. */
const aged_ms = 120_000

const html_headers = {
  'content-type': 'text/html; charset=utf-8',
  // The province is a cookie, so no shared cache can tell two shoppers apart; asking again is cheap (304).
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding, cookie',
}
/** Decision 055: what a CDN may keep, and for how long. */
const data_cache = 'public, max-age=0, s-maxage=10'

/**
 * A public page out of its address alone. Nothing here has seen a request: no cookie, header or
 * foreign query key can get into what is kept, and nothing can be handed to the browser but the page.
 */
export async function renderPublic(address: PublicAddress, house: House): Promise<RenderedPage> {
  const { services, shop, now } = house
  const scope = { services, shop, now, province_id: address.province_id, visitor: null }
  if (address.path === SHELL_PATH && address.kind === 'data') return shell(scope, house)
  const request = new Request(shop.public_url + address.path + address.search)
  const load = address.kind === 'html' ? loadPage : loadPageData
  const context = await load(request, scope)
  if (context instanceof Response) return redirection(context, address, house)
  settleErrors(context, house.report)
  return address.kind === 'html' ? htmlPage(context, scope, house) : dataPage(context, house)
}

function htmlPage(context: StaticHandlerContext, scope: RequestScope, house: House): RenderedPage {
  const body = pageHtml(context, { ...house, province_id: scope.province_id })
  return rendered({
    status: context.statusCode,
    headers: html_headers,
    body,
    tags: tagsOf(context),
  })
}

function dataPage(context: StaticHandlerContext, house: House): RenderedPage {
  const error = Object.values(context.errors ?? {})[0] as { data?: unknown } | undefined
  const status = error ? context.statusCode : 200
  const answer: DataAnswer = error
    ? { kind: 'error', status, detail: error.data }
    : { kind: 'page', answer: answerOf(context) ?? { page: leafOf(context).page, data: null } }
  return data(answer, { status, tags: tagsOf(context) }, house)
}

async function shell(scope: RequestScope, house: House): Promise<RenderedPage> {
  const answer: DataAnswer = { kind: 'outcome', outcome: await shopData(scope), status: 200 }
  return data(answer, { status: 200, tags: frame_tags }, house)
}

/** An old address sends on for good (301) and may be kept for a moment; other ways are asked for anew. */
function redirection(response: Response, address: PublicAddress, house: House): RenderedPage {
  const location = response.headers.get('location') ?? '/'
  const is_lasting = response.status === 301
  const fresh = is_lasting ? { fresh_ms: as_new_ms, stale_ms: 0 } : { fresh_ms: 0, stale_ms: 0 }
  if (address.kind === 'data') {
    const answer: DataAnswer = { kind: 'redirect', location, is_external: false }
    return { ...data(answer, { status: 200, tags: [] }, house), ...fresh }
  }
  const { vary, 'cache-control': cache_control } = html_headers
  const headers = { location, vary, 'cache-control': cache_control }
  return { status: response.status, headers, body: '', tags: [], ...fresh }
}

function data(
  answer: DataAnswer,
  { status, tags }: { status: number; tags: readonly string[] },
  { assets }: House,
): RenderedPage {
  const headers = {
    'content-type': 'application/json',
    'cache-control': status === 200 ? data_cache : 'private, no-cache',
    vary: 'accept-encoding',
    // A tab that was opened before an update notices with its next question.
    [BUILD_HEADER]: buildOf(assets).id,
  }
  return rendered({ status, headers, body: JSON.stringify(answer), tags })
}

/** Only what was found is kept: neither errors nor what is not there. */
function rendered(page: Omit<RenderedPage, 'fresh_ms' | 'stale_ms'>): RenderedPage {
  const is_found = page.status === 200
  const headers = { ...page.headers, ...retryAfter(page.status) }
  return { ...page, headers, fresh_ms: is_found ? as_new_ms : 0, stale_ms: is_found ? aged_ms : 0 }
}

function tagsOf(context: StaticHandlerContext): readonly string[] {
  const answer = answerOf(context)
  if (answer === undefined) return []
  const tags = pageServer(answer.page).tags(answer.data)
  return tags === null ? [] : [...frame_tags, ...tags]
}
