import type { StaticHandlerContext } from 'react-router'
import type { Services } from '#contracts/all.ts'
import { withOneSlash } from '#pure/own-address.ts'
import { login_return_path } from '#contracts/storefront/login-gate.ts'
import { isSameOrigin } from '#pure/same-origin.ts'
import type { Address } from '#storefront/addresses/address.ts'
import { consent_path } from '#storefront/addresses/account-links.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import {
  one_tap_path,
  one_tap_start_path,
  sign_in_path,
  sign_out_path,
  silent_sign_in_path,
} from '#storefront/addresses/sign-in-paths.ts'
import { isSignInAnswer, one_tap_claim_path } from '#storefront/addresses/sign-in.ts'
import { buildOf } from '#storefront/runtime/assets.ts'
import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import { BUILD_HEADER } from '#web/runtime/build-watch.ts'
import { isFormAnswer, isFound } from '#storefront/runtime/form-answer.ts'
import { chooseConsent } from '#storefront/runtime/choices/consent-endpoint.ts'
import { busyAnswer } from '#storefront/runtime/busy-answer.ts'
import { checkAddresses } from '#storefront/runtime/guards/check-addresses.ts'
import { guards } from '#storefront/runtime/guards/guards.ts'
import { page_servers } from '#storefront/runtime/page-servers.ts'
import { drawnPages, prepareAllPages } from '#storefront/runtime/modules.ts'
import {
  answerOf,
  leafOf,
  loadPage,
  loadPageData,
  pageHtml,
  retryAfter,
  reportErrors,
} from '#storefront/runtime/page-render.tsx'
import { chooseProvince } from '#storefront/runtime/choices/province-endpoint.ts'
import { BUILD_PATH } from '#storefront/runtime/public-address.ts'
import { publicPages, type PublicPages } from '#storefront/runtime/public-pages.ts'
import type { StorefrontDeps } from '#storefront/runtime/public-render.ts'
import { EXTERNAL_HEADER, type RequestScope } from '#storefront/runtime/server-source.ts'
import {
  claimOneTap,
  startOneTap,
  takeOneTap,
} from '#storefront/runtime/sign-in/one-tap-endpoints.ts'
import {
  beginSignIn,
  finishSignIn,
  passAnswerOn,
  signOut,
} from '#storefront/runtime/sign-in/sign-in-endpoints.ts'
import { startSession } from '#storefront/runtime/sign-in/start-session.ts'
import { provinceOf, type Visitor, visitorOf } from '#storefront/runtime/sign-in/visitor.ts'

type InTurn = (render: () => Promise<string>) => Promise<string>

/** What one request brings. */
export interface FromClient {
  /** The services with the rate limits of this client. */
  services: Services
  ip: string
  /** Renders a page when it is its visitor's turn. */
  inTurn: InTurn
}
type RequestDeps = StorefrontDeps & FromClient

/** The storefront: public pages, which are rendered from their address alone, and everything personal. */
interface Storefront {
  pages: PublicPages
  /** Answers requests for personal pages, forms, sign-in, session and province. */
  handle: (request: Request, client: FromClient) => Promise<Response>
  /** Answers a page that is not rendered now. */
  busy: typeof busyAnswer
}

/** Checks the table of addresses and loads all page modules, then returns the storefront. */
export async function createStorefront(deps: StorefrontDeps): Promise<Storefront> {
  checkAddresses(Object.values(addresses), { guards, drawn: drawnPages(), servers: page_servers })
  const pages = publicPages(deps)
  await Promise.all([prepareAllPages(), pages.refresh()])
  return {
    pages,
    busy: busyAnswer,
    handle: (request, client) => handle(request, { ...deps, ...client }),
  }
}

async function handle(request: Request, deps: RequestDeps): Promise<Response> {
  const url = new URL(request.url)
  const { services, shop, now } = deps
  if (request.method === 'POST' && !isSameOrigin(sourceOf(request), shop.public_url)) {
    return new Response(`Forms are accepted from pages of ${shop.public_url} only.`, {
      status: 403,
    })
  }
  if (isFetchedElsewhere(request)) {
    return new Response('Pages of this shop are neither framed nor fetched elsewhere.', {
      status: 403,
    })
  }
  const visitor = visitorOf(request, services, deps.sign_in.cookies)
  const scope = {
    services,
    shop,
    visitor,
    now,
    province_id: provinceOf(request, url),
    is_form: request.method === 'POST',
  }
  const endpoint = await answerEndpoint(request, url, { ...deps, scope, visitor })
  if (endpoint !== null) return endpoint
  if (url.pathname === BUILD_PATH) {
    return Response.json(buildOf(deps.assets), { headers: { 'cache-control': 'no-store' } })
  }
  const answer = url.pathname.startsWith('/_data/')
    ? await dataAnswer(request, url, scope, deps)
    : await pageAnswer(request, scope, deps)
  answer.headers.delete(EXTERNAL_HEADER)
  for (const cookie of visitor.cookies) answer.headers.append('set-cookie', cookie)
  if (visitor.cookies.length > 0) answer.headers.set('cache-control', 'private, no-store')
  return answer
}

/** Answers the addresses that are no pages, and every address with an answer of the member site; null: a page. */
async function answerEndpoint(
  request: Request,
  url: URL,
  deps: RequestDeps & { scope: RequestScope; visitor: Visitor },
): Promise<Response | null> {
  const { services, sign_in, visitor, scope, ip, shop } = deps
  const { public_url } = shop
  const { province_id } = scope
  const { secure } = sign_in.cookies
  const options = { services, sign_in, visitor, public_url, province_id, ip, now: deps.now() }
  if (request.method === 'GET') {
    if (url.pathname === one_tap_claim_path) return claimOneTap(request, url, options)
    if (!isSignInAnswer(request.url) || url.pathname.startsWith('/_data/')) return null
    return url.pathname === login_return_path
      ? passAnswerOn(request, url, options)
      : finishSignIn(request, url, options)
  }
  switch (url.pathname) {
    case '/session':
      return startSession(request, options)
    case sign_in_path:
      return beginSignIn(request, options)
    case silent_sign_in_path:
      return beginSignIn(request, options, { is_silent: true })
    case one_tap_start_path:
      return startOneTap(request, options)
    case one_tap_path:
      return takeOneTap(request, options)
    case sign_out_path:
      return signOut(request, options)
    case consent_path:
      return chooseConsent(request, { services, public_url, secure, visitor })
    case '/province':
      return chooseProvince(request, { services, public_url, secure, visitor })
    default:
      return null
  }
}

async function pageAnswer(
  request: Request,
  scope: RequestScope,
  deps: RequestDeps,
): Promise<Response> {
  const context = await loadPage(request, scope)
  if (context instanceof Response) return new Response(null, context)
  const outcome = Object.values(context.actionData ?? {})[0]
  if (context.actionData && !isFormAnswer(outcome) && !isFound(outcome) && !context.errors) {
    // A plain form was accepted. It redirects to the page, so that a reload does not send the form again.
    return new Response(null, { status: 303, headers: { location: new URL(request.url).pathname } })
  }
  reportErrors(context, deps.report)
  const options = { ...deps, province_id: scope.province_id }
  const html = await deps.inTurn(async () => pageHtml(context, options))
  return new Response(html, {
    status: context.statusCode,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...personal,
      ...retryAfter(context.statusCode),
    },
  })
}

async function dataAnswer(
  request: Request,
  url: URL,
  scope: RequestScope,
  deps: StorefrontDeps,
): Promise<Response> {
  const answer = await dataOf(request, url, scope, deps)
  // A tab that was opened before an update notices the new build with its next request.
  answer.headers.set(BUILD_HEADER, buildOf(deps.assets).id)
  return answer
}

async function dataOf(
  request: Request,
  url: URL,
  scope: RequestScope,
  deps: StorefrontDeps,
): Promise<Response> {
  const page = new URL(url)
  page.pathname = withOneSlash(url.pathname.slice('/_data'.length))
  const context = await loadPageData(new Request(page, request), scope)
  if (context instanceof Response) {
    const location = context.headers.get('location') ?? '/'
    const is_external = context.headers.has(EXTERNAL_HEADER)
    return json({ kind: 'redirect', location, is_external })
  }
  reportErrors(context, deps.report)
  return json(contextAnswer(context, leafOf(context)))
}

function contextAnswer(context: StaticHandlerContext, leaf: Address): DataAnswer {
  const error = Object.values(context.errors ?? {})[0] as { data?: unknown } | undefined
  if (error) return { kind: 'error', status: context.statusCode, detail: error.data }
  const outcome = context.actionData?.[leaf.page]
  if (outcome !== undefined) return { kind: 'outcome', outcome, status: context.statusCode }
  return { kind: 'page', answer: answerOf(context) ?? { page: leaf.page, data: null } }
}

/**
 * Whether a page of another site frames or fetches this address. Links are allowed; frames and fetches would start
 * unused sessions (fetch metadata, w3.org/TR/fetch-metadata). Public pages are answered before this check.
 */
function isFetchedElsewhere({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== 'cross-site' && site !== 'same-site') return false
  const destination = headers.get('sec-fetch-dest') ?? 'document'
  return headers.get('sec-fetch-mode') !== 'navigate' || destination !== 'document'
}

function sourceOf({ headers }: Request) {
  return { site: headers.get('sec-fetch-site'), origin: headers.get('origin') }
}

const personal = { 'cache-control': 'private, no-store' }

function json(answer: DataAnswer): Response {
  const status = answer.kind === 'error' ? answer.status : 200
  return Response.json(answer, { status, headers: { ...personal, ...retryAfter(status) } })
}
