import { renderToString } from 'react-dom/server'
import {
  createContext,
  createStaticHandler,
  createStaticRouter,
  data,
  isRouteErrorResponse,
  redirect,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { addresses, staff_root } from '#admin/addresses/addresses.ts'
import { type StaffAssets, assetTags } from '#admin/runtime/assets.ts'
import type { DataAnswer } from '#admin/runtime/browser/browser-source.ts'
import { preparePage } from '#admin/runtime/modules.ts'
import type { StaffContext } from '#admin/runtime/page.ts'
import { loadPage, pageServer } from '#admin/runtime/page-servers.ts'
import { createRoutes, type RouteSource } from '#admin/runtime/routes.tsx'
import { Refusal } from '#pure/contract.ts'
import { htmlDocument } from '#web/runtime/document.ts'

/** From a request of a member of staff to its answer. What breaks is thrown: the server logs it. */
export type StaffPages = (request: Request, who: Omit<StaffContext, 'url'>) => Promise<Response>

/** Loads every page once, then answers. */
export async function createStaffPages(assets: StaffAssets): Promise<StaffPages> {
  await Promise.all(Object.values(addresses).map(({ page }) => preparePage(page)))
  return async (request, who) => {
    const url = new URL(request.url)
    const is_data = url.pathname.startsWith(`${data_root}/`)
    if (is_data) url.pathname = staff_root + url.pathname.slice(data_root.length)
    const scope: StaffContext = { ...who, url }
    const found = await query(is_data ? new Request(url, request) : request, {
      requestContext: new RouterContextProvider(new Map([[scopeContext, scope]])),
    })
    if (is_data) return Response.json(dataAnswer(found), { headers: private_headers })
    if (found instanceof Response) return found
    return new Response(documentOf(found, assets), {
      status: found.statusCode,
      headers: { ...private_headers, 'content-type': 'text/html; charset=utf-8' },
    })
  }
}

const data_root = `${staff_root}/_data`
const private_headers = { 'cache-control': 'no-store' }
const scopeContext = createContext<StaffContext>()

const serverSource: RouteSource = {
  load: (address, { context }) => allowed(() => loadPage(address, context.get(scopeContext))),
  act: async (address, { context, request }) => {
    const fields = Object.fromEntries(new URLSearchParams(await request.text()))
    const { action } = pageServer(address)
    if (!action) throw data({ message: 'No form' }, { status: 405 })
    const refused = await allowed(() => action(context.get(scopeContext), fields))
    if (refused === null) return redirect(address.path, 303)
    return data({ problem: refused.problem }, { status: refused.status })
  },
}

const { query, dataRoutes } = createStaticHandler(createRoutes(serverSource))

/** A page that this member of staff may not see says so, with the status of the refusal. */
async function allowed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 403) throw error
    throw data({ message: error.message }, { status: 403 })
  }
}

function dataAnswer(found: StaticHandlerContext | Response): DataAnswer {
  if (found instanceof Response) {
    return { kind: 'redirect', location: found.headers.get('location') ?? staff_root }
  }
  const status = found.statusCode
  if (shownError(found) !== null) return { kind: 'error', status }
  const [outcome] = Object.values(found.actionData ?? {})
  if (outcome !== undefined) return { kind: 'problem', status, problem: String(outcome.problem) }
  return { kind: 'page', data: found.loaderData[pageOf(found)] }
}

function documentOf(context: StaticHandlerContext, assets: StaffAssets): string {
  const error = shownError(context)
  const page = pageOf(context)
  const { loaderData, actionData } = context
  const errors = error === null ? null : context.errors
  const router = createStaticRouter(dataRoutes, context)
  const markup = renderToString(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  )
  const carried = { page, hydration: { loaderData, actionData, errors } }
  const tags = assetTags(assets, page)
  return htmlDocument({ markup, tags, told: null, manifest: null, carried })
}

/** The error that a page tells of; anything else that was thrown is a bug, or a database away. */
function shownError({ errors }: StaticHandlerContext): object | null {
  const [error] = Object.values(errors ?? {})
  if (error === undefined) return null
  if (!isRouteErrorResponse(error)) throw error
  return error
}

function pageOf({ matches }: StaticHandlerContext): string {
  return matches.at(-1)?.route.id ?? ''
}
