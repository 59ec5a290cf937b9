import { renderToString } from 'react-dom/server'
import {
  createContext,
  createStaticHandler,
  data,
  isRouteErrorResponse,
  redirect,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { addresses, staff_root } from '#admin/addresses/addresses.ts'
import type { Theme } from '#admin/auth/theme.ts'
import { type StaffAssets, assetTags, pageUrl } from '#admin/runtime/assets.ts'
import type { DataAnswer } from '#admin/runtime/data-answer.ts'
import { frameOf } from '#admin/runtime/menu.ts'
import { preparePage } from '#admin/runtime/modules.ts'
import type { StaffContext } from '#admin/runtime/page.ts'
import { checkAddresses, loadPage, pageServer } from '#admin/runtime/page-servers.ts'
import { createRoutes, type RouteSource } from '#admin/runtime/routes.tsx'
import { staffServices } from '#contracts/staff/all.ts'
import { Refusal } from '#pure/contract.ts'
import { htmlDocument } from '#web/runtime/document.ts'
import { staticRouter } from '#web/runtime/static-router.ts'

/** Answers a request of a member of staff. Errors are thrown, and the HTTP server logs them. */
export type StaffPages = (
  request: Request,
  context: Omit<StaffContext, 'url' | 'params'>,
) => Promise<Response>

/** Checks the addresses and loads all pages, then returns the function that answers requests. */
export async function createStaffPages(assets: StaffAssets): Promise<StaffPages> {
  checkAddresses(Object.values(addresses), staffServices)
  await Promise.all(Object.values(addresses).map(({ page }) => preparePage(page)))
  return async (request, context) => {
    const url = new URL(request.url)
    const is_data = `${url.pathname}/`.startsWith(`${data_root}/`)
    if (is_data) url.pathname = staff_root + url.pathname.slice(data_root.length)
    const scope = { ...context, url, is_data }
    const result = await query(is_data ? new Request(url, request) : request, {
      requestContext: new RouterContextProvider(new Map([[scopeContext, scope]])),
    })
    if (is_data) return Response.json(dataAnswer(result), { headers: private_headers })
    if (result instanceof Response) return result
    return new Response(documentOf(result, assets, context.theme), {
      status: result.statusCode,
      headers: { ...private_headers, 'content-type': 'text/html; charset=utf-8' },
    })
  }
}

const data_root = `${staff_root}/_data`
const private_headers = { 'cache-control': 'no-store' }
const scopeContext = createContext<Omit<StaffContext, 'params'> & { is_data: boolean }>()

const serverSource: RouteSource = {
  frame: async ({ context }) => {
    const { actor, services, seal_key, is_data } = context.get(scopeContext)
    return is_data ? null : frameOf(actor, services, seal_key)
  },
  load: (address, { context, params }) =>
    allowed(() => loadPage(address, { ...context.get(scopeContext), params })),
  act: async (address, { context, params, request }) => {
    const fields = Object.fromEntries(new URLSearchParams(await request.text()))
    const { action } = pageServer(address)
    if (!action) throw data({ message: 'No form' }, { status: 405 })
    const scope = { ...context.get(scopeContext), params }
    const { form_problem } = scope
    const outcome = form_problem ?? (await allowed(() => action(scope, fields)))
    if (outcome === null) return redirect(scope.url.pathname + scope.url.search, 303)
    if ('location' in outcome) return redirect(outcome.location, 303)
    if ('answer' in outcome) return data({ answer: outcome.answer })
    const { status, ...shown } = outcome
    return data(shown, { status })
  },
}

const { query, dataRoutes } = createStaticHandler(createRoutes(serverSource))
const routerOf = staticRouter(dataRoutes)

/** Turns a refusal with status 403 or 404 into a route error, which the page explains. */
async function allowed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || ![403, 404].includes(error.status)) throw error
    throw data({ message: error.message }, { status: error.status })
  }
}

function dataAnswer(result: StaticHandlerContext | Response): DataAnswer {
  if (result instanceof Response) {
    return { kind: 'redirect', location: result.headers.get('location') ?? staff_root }
  }
  const status = result.statusCode
  if (shownError(result) !== null) return { kind: 'error', status }
  const [outcome] = Object.values(result.actionData ?? {})
  if (outcome?.answer !== undefined) return { kind: 'answer', answer: outcome.answer }
  if (outcome !== undefined) {
    const { problem, refused, typed } = outcome
    return { kind: 'problem', status, problem, refused, ...(status === 409 && { typed }) }
  }
  return { kind: 'page', data: result.loaderData[pageOf(result)] }
}

function documentOf(
  context: StaticHandlerContext,
  assets: StaffAssets,
  html_class: Theme = 'system',
): string {
  const error = shownError(context)
  const page = pageOf(context)
  const { loaderData, actionData } = context
  const errors = error === null ? null : context.errors
  const markup = renderToString(
    <StaticRouterProvider router={routerOf(context)} context={context} hydrate={false} />,
  )
  const page_data = {
    page,
    module: pageUrl(assets, page),
    hydration: { loaderData, actionData, errors },
  }
  const tags = assetTags(assets, page)
  return htmlDocument({
    markup,
    tags,
    structured_data: null,
    manifest: null,
    page_data,
    html_class,
  })
}

/** The error that the page shows. Any other error is thrown again: it is a bug, or the database is not available. */
function shownError({ errors }: StaticHandlerContext): object | null {
  const [error] = Object.values(errors ?? {})
  if (error === undefined) return null
  if (!isRouteErrorResponse(error)) throw error
  return error
}

function pageOf({ matches }: StaticHandlerContext): string {
  return matches.at(-1)?.route.id ?? ''
}
