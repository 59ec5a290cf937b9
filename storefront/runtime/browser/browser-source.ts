import { obtainSession } from '#storefront/runtime/browser/browser-session.ts'
import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import { data, redirect, redirectDocument, replace } from 'react-router'
import type { Layout } from '#storefront/addresses/address.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { content_addresses } from '#storefront/addresses/content.ts'
import { BUILD_HEADER, noteBuild, wantsFullLoad } from '#web/runtime/build-watch.ts'
import { setCartCount } from '#storefront/runtime/cart-count.ts'
import { mayReload } from '#web/runtime/guarded-reload.ts'
import { preparePage } from '#storefront/runtime/modules.ts'
import { currentProvince } from '#storefront/runtime/province-state.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { forgetPrefetched, takePrefetched } from '#storefront/runtime/browser/prefetched.ts'
import { keepTypedForm } from '#storefront/runtime/browser/typed-form.ts'
import type { RouteSource } from '#storefront/runtime/routes.tsx'
import { form_limit_ms, withLimit } from '#web/runtime/time-limit.ts'
import { allowedTarget, NavigationRefused } from '#web/runtime/safe-navigation.ts'

/** Data source of the routes in the browser: every loader and action sends a request to `/_data` + path. */
export const browserSource: RouteSource = {
  shell: async ({ request }) => {
    const answer = await ask('/_shell', request)
    return answer.kind === 'outcome' ? answer.outcome : routeResult(answer)
  },
  load: async (address, { request }) => {
    const path = pathOf(request)
    if (wantsFullLoad()) return redirectDocument(path)
    const answer = (await takePrefetched(path)) ?? (await askAgain(path, request))
    // The answer is from a newer build than this tab. Its page may need files that this build does not have.
    if (wantsFullLoad()) return redirectDocument(path)
    if (answer.kind !== 'page') return routeResult(answer, path)
    const { page, layout = address.layout } = answer.answer
    const detour = await prepare(page, layout, path)
    return detour ?? answer.answer
  },
  act: async (_address, { request }) => {
    const path = pathOf(request)
    const fields = await formText(request)
    const result = await send(path, request, fields)
    // Told here, because the form may show another item by now, or be gone.
    if (path === frame_paths.cart && /^add(-combo)?$/.test(String(new Map(fields).get('intent')))) {
      void tellAdded(result)
    }
    return result
  },
}

async function send(path: string, request: Request, fields: Fields): Promise<unknown> {
  try {
    await obtainSession()
    const answer = await ask(path, request, fields)
    if (answer.kind === 'redirect' && answer.location.startsWith('/dang-nhap?'))
      keepTypedForm(path, fields)
    return answer.kind === 'error' && answer.status >= 500
      ? offlineAnswer(fields)
      : routeResult(answer)
  } catch (error) {
    if (isConnectionLost(error)) return offlineAnswer(fields)
    throw error
  } finally {
    forgetPrefetched()
  }
}

/** Says in a toast what a form that adds to the cart came to. Its words are loaded with the first one. */
async function tellAdded(result: unknown): Promise<void> {
  if (result instanceof Response) return
  const { showAdded } = await import('#storefront/commerce/cart/show-result.ts')
  showAdded((result as { data: unknown }).data)
}

/** Fetches the answer of a page before its link is clicked (storefront/runtime/browser/prefetch.ts). */
export const askPage = (path: string) => ask(path, new Request(path))

/**
 * Asks for a page. Without a network the page that is shown stays, a toast says why nothing comes, and the request is
 * repeated once there is a network again. Another link ends the wait.
 */
async function askAgain(path: string, request: Request): Promise<DataAnswer> {
  try {
    return await ask(path, request)
  } catch (error) {
    if (!(error instanceof TypeError) || navigator.onLine) throw error
    const { waitForNetwork } = await import('#storefront/runtime/browser/wait-for-network.ts')
    await waitForNetwork(request.signal)
    return askAgain(path, request)
  }
}

async function ask(path: string, request: Request, fields?: Fields): Promise<DataAnswer> {
  const url = new URL(`/_data${path}`, location.origin)
  url.searchParams.set('_province', String(currentProvince()))
  const text = fields && String(new URLSearchParams(fields))
  const body = text === undefined ? null : withKey(text)
  const signal = withLimit(request.signal, body === null ? undefined : form_limit_ms)
  const response = await fetch(url, { method: request.method, body, signal })
  noteBuild(response.headers.get(BUILD_HEADER))
  if (!response.headers.get('content-type')?.includes('json')) {
    throw data({ message: `HTTP ${response.status}` }, { status: response.status })
  }
  const answer = (await response.json()) as DataAnswer
  unanswered.delete(text)
  return answer
}

/** The keys of forms that were sent, until their answers come. */
const unanswered = new Map<string | undefined, string>()

/**
 * A form that adds to the cart has a key. Pressed again after its answer was lost, it adds nothing more (decision 325).
 */
function withKey(text: string): URLSearchParams {
  const body = new URLSearchParams(text)
  const key = unanswered.get(text) ?? `${Date.now()}${Math.random()}`
  unanswered.set(text, key)
  if (body.get('intent')?.startsWith('add')) body.set('idempotency_key', key)
  return body
}

/** The answer to a form that could not be sent. The page stays as it is, with the entered values. */
function offlineAnswer(fields: Fields) {
  const values = Object.fromEntries(fields)
  const message = 'The shop could not be reached.'
  const refusal = { code: 'offline', message, data: null } as const
  return data({ refusal, problems: {}, values } satisfies FormAnswer, { status: 503 })
}

/** fetch throws TypeError without a response. A response of 5xx that is not JSON comes from a proxy. */
function isConnectionLost(error: unknown): boolean {
  const { name, init } = (error ?? {}) as { name?: string; init?: { status?: number } }
  return error instanceof TypeError || name === 'TimeoutError' || (init?.status ?? 0) >= 500
}

type Fields = [string, string][]

async function formText(request: Request): Promise<Fields> {
  const fields = [...(await request.formData())]
  return fields.filter((field): field is [string, string] => typeof field[1] === 'string')
}

function routeResult(answer: DataAnswer, loaded?: string): unknown {
  if (answer.kind === 'redirect') return follow(answer, loaded)
  if (answer.kind === 'outcome') {
    noteCart(answer.outcome)
    return data(answer.outcome, { status: answer.status })
  }
  if (answer.kind === 'error') throw data(answer.detail, { status: answer.status })
  return answer.answer
}

/**
 * Follows a redirect of the server: to pages of this shop, or to another site if the server marked it as external.
 * After the back button the browser is already at `loaded`. Then the new address replaces that history entry, so that
 * the forward button still works.
 */
function follow(
  { location: wanted, is_external }: DataAnswer & { kind: 'redirect' },
  loaded?: string,
) {
  const to = allowedTarget(wanted, location.href, { is_external })
  if (to === null) throw new NavigationRefused(wanted)
  // External targets need a full load. The demo's sandbox providers have our origin but are not pages of the shop.
  if (!to.startsWith('/') || is_external) return redirectDocument(to)
  return loaded === location.pathname + location.search ? replace(to) : redirect(to)
}

/** Updates the number on the cart icon after a form whose outcome contains a cart. */
function noteCart(outcome: unknown): void {
  const cart_outcome = outcome as { cart?: { item_quantity?: unknown } } | null
  const quantity = cart_outcome?.cart?.item_quantity
  if (typeof quantity === 'number') setCartCount(quantity)
}

/** Loads the files of a page. If those of an older build are deleted, a full load gets the new build (contract §8). */
async function prepare(page: string, layout: Layout, path: string): Promise<Response | null> {
  try {
    await preparePage(page, layout)
    return null
  } catch (error) {
    if (!mayReload(new URL(path, location.origin).pathname)) throw error
    return redirectDocument(path)
  }
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  const path = pathname === content_addresses.home.path ? '/' : pathname
  return path + search
}
