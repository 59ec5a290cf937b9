import { obtainSession } from '#storefront/runtime/browser/browser-session.ts'
import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import { data, redirect, redirectDocument, replace } from 'react-router'
import { addresses, type Layout } from '#storefront/addresses/addresses.ts'
import { BUILD_HEADER, noteBuild, wantsFullLoad } from '#web/runtime/build-watch.ts'
import { setCartCount } from '#storefront/runtime/cart-count.ts'
import { mayReload } from '#web/runtime/guarded-reload.ts'
import { preparePage } from '#storefront/runtime/modules.ts'
import { currentProvince } from '#storefront/runtime/province-state.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { forgetPrefetched, takePrefetched } from '#storefront/runtime/browser/prefetched.ts'
import type { RouteSource } from '#storefront/runtime/routes.tsx'
import { allowedTarget, NavigationRefused } from '#web/runtime/safe-navigation.ts'

/** Routes of the browser: every loader and action asks the page's server half at one address. */
export const browserSource: RouteSource = {
  shell: async ({ request }) => {
    const answer = await ask('/_shell', request)
    return answer.kind === 'outcome' ? answer.outcome : settle(answer)
  },
  load: async (address, { request }) => {
    const path = pathOf(request)
    if (wantsFullLoad()) return redirectDocument(path)
    const answer = (await takePrefetched(path)) ?? (await ask(path, request))
    // The answer came from a newer build than this tab: its page may need what this one does not have.
    if (wantsFullLoad()) return redirectDocument(path)
    if (answer.kind !== 'page') return settle(answer, path)
    const detour = await prepare(answer.answer.page, address.layout, path)
    return detour ?? answer.answer
  },
  act: async (_address, { request }) => {
    const form = request.clone()
    try {
      await obtainSession()
      const answer = await ask(pathOf(request), request)
      return answer.kind === 'error' && answer.status >= 500 ? notSent(form) : settle(answer)
    } catch (error) {
      if (isConnectionLost(error)) return notSent(form)
      throw error
    } finally {
      forgetPrefetched()
    }
  },
}

/** A page's answer for whoever may go there (storefront/runtime/browser/prefetch.ts). */
export const askPage = (path: string) => ask(path, new Request(path))

async function ask(path: string, request: Request): Promise<DataAnswer> {
  const url = new URL(`/_data${path}`, location.origin)
  url.searchParams.set('_province', String(currentProvince()))
  const body = request.method === 'GET' ? null : new URLSearchParams(await formText(request))
  const response = await fetch(url, { method: request.method, body, signal: request.signal })
  noteBuild(response.headers.get(BUILD_HEADER))
  if (!response.headers.get('content-type')?.includes('json')) {
    throw data({ message: `HTTP ${response.status}` }, { status: response.status })
  }
  return (await response.json()) as DataAnswer
}

/** The form's own "no" when nobody took it: the page stays as it is, with all that was typed. */
async function notSent(request: Request) {
  const values = Object.fromEntries(await formText(request))
  const message = 'The shop could not be reached.'
  const refusal = { code: 'offline', message, data: null } as const
  return data({ refusal, problems: {}, values } satisfies FormAnswer, { status: 503 })
}

/** fetch says TypeError when there is no answer; what is no JSON comes from something before us. */
function isConnectionLost(error: unknown): boolean {
  const status = (error as { init?: { status?: number } } | null)?.init?.status ?? 0
  return error instanceof TypeError || status >= 500
}

async function formText(request: Request): Promise<[string, string][]> {
  const fields = [...(await request.formData())]
  return fields.filter((field): field is [string, string] => typeof field[1] === 'string')
}

function settle(answer: DataAnswer, loaded?: string): unknown {
  if (answer.kind === 'redirect') return follow(answer, loaded)
  if (answer.kind === 'outcome') {
    noteCart(answer.outcome)
    return data(answer.outcome, { status: answer.status })
  }
  if (answer.kind === 'error') throw data(answer.detail, { status: answer.status })
  return answer.answer
}

/**
 * Goes where the server said, but only to our own pages unless it said that elsewhere is meant. Who came to
 * `loaded` by the back button stands there already: the new address takes its place, and forward still works.
 */
function follow(
  { location: wanted, is_external }: DataAnswer & { kind: 'redirect' },
  loaded?: string,
) {
  const to = allowedTarget(wanted, location.href, { is_external })
  if (to === null) throw new NavigationRefused(wanted)
  // Led out by name, it is loaded whole: of our origin but no page of the shop are a demo's test providers.
  if (!to.startsWith('/') || is_external) return redirectDocument(to)
  return loaded === location.pathname + location.search ? replace(to) : redirect(to)
}

/** Every outcome that carries a cart keeps the number on the cart icon in step. */
function noteCart(outcome: unknown): void {
  const holder = outcome as { cart?: { item_quantity?: unknown } } | null
  const pieces = holder?.cart?.item_quantity
  if (typeof pieces === 'number') setCartCount(pieces)
}

/** A file of an older build may be gone: loading the address whole fetches the new build (contract §8). */
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
  const path = pathname === addresses.home.path ? '/' : pathname
  return path + search
}
