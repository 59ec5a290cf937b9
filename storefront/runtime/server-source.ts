import { default_province_id } from '#pure/default-province.ts'
import { createContext, data, redirect, type LoaderFunctionArgs } from 'react-router'
import type { Services } from '#contracts/all.ts'
import { InvalidInput, Refusal } from '#pure/contract.ts'
import { storableText } from '#pure/storable-text.ts'
import type { Address } from '#storefront/addresses/address.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { loginUrl } from '#storefront/addresses/cart-links.ts'
import { signInUrl } from '#storefront/addresses/sign-in.ts'
import { guards } from '#storefront/runtime/guards/guards.ts'
import type {
  Detour,
  FormAnswer,
  PersonalContext,
  PublicContext,
  ShopIdentity,
} from '#storefront/runtime/page.ts'
import { pageServer } from '#storefront/runtime/page-servers.ts'
import type { PageAnswer } from '#storefront/runtime/open-page.ts'
import type { RouteSource } from '#storefront/runtime/routes.tsx'
import { ownValue, textFields } from '#web/runtime/read-form.ts'
import { allowedTarget, NavigationRefused } from '#web/runtime/safe-navigation.ts'
import type { ShopData } from '#storefront/runtime/shop-data.ts'
import type { Visitor } from '#storefront/runtime/sign-in/visitor.ts'

/** The services and the visitor of one request. Every loader gets it through React Router's context. */
export interface RequestScope {
  services: Services
  shop: ShopIdentity
  province_id: number
  /** Null while a public page is rendered: it must not depend on the visitor. */
  visitor: Visitor | null
  /** The request is a form, whose action decides by itself what happens to a member whose session has ended. */
  is_form?: boolean
  now: () => Date
}

export const scopeContext = createContext<RequestScope>()

/** Data source of the routes on the server: every loader and action runs the page's server module. */
export const serverSource: RouteSource = {
  shell: ({ context }) => shopData(context.get(scopeContext)),
  load: (address, args) => load(address, args, args.context.get(scopeContext)),
  act: (address, args) => act(address, args, args.context.get(scopeContext)),
}

async function load(
  address: Address,
  args: LoaderFunctionArgs,
  scope: RequestScope,
): Promise<PageAnswer> {
  const server = pageServer(address.page)
  const context = contextOf(args, scope)
  // No address contains a zero byte, and PostgreSQL does not accept one.
  if (Object.values(args.params).some((text) => text?.includes('\0'))) {
    throw pageNotFound(context.url)
  }
  const result = await withinLimits(async () => {
    const reader = address.cache === 'public' ? context : await personal(context, scope)
    const is_checkout = address.guard !== undefined || address.page === cart_addresses.cart.page
    if (is_checkout && scope.is_form !== true) askToSignInAgain(reader, scope)
    if (address.guard !== undefined) await guards[address.guard](reader as PersonalContext)
    return server.loader(reader as PersonalContext)
  })
  if (!isDetour(result)) return { page: address.page, data: result }
  const { detour } = result
  if (detour === 'not_found') throw pageNotFound(context.url)
  if ('redirect' in detour) throw guardedRedirect(scope, detour.redirect, detour.status)
  return detour
}

async function act(
  address: Address,
  args: LoaderFunctionArgs,
  scope: RequestScope,
): Promise<unknown> {
  const form = await formOf(args.request)
  const intent = form.get('intent')
  const { actions } = pageServer(address.page)
  const action = typeof intent === 'string' ? ownValue(actions, intent) : undefined
  if (!action) throw data({ message: 'Unknown form' }, { status: 405 })
  try {
    const context = await personal(contextOf(args, scope), scope)
    if (address.guard !== undefined) askToSignInAgain(context, scope)
    const answer = await action(context, form)
    if ('redirect' in answer) {
      return guardedRedirect(scope, answer.redirect, 303, answer.is_external)
    }
    return answer.data
  } catch (error) {
    if (asksForLogin(error)) return guardedRedirect(scope, loginPlace(args), 303)
    const answer = formAnswer(error, form)
    if (answer) return answer
    throw error
  }
}

/**
 * contract §2, §8: what only a known customer may do leads to the login modal of the cart, or from elsewhere to sign
 * in.
 */
function loginPlace({ request }: LoaderFunctionArgs): string {
  const { pathname } = new URL(request.url)
  const is_checkout = pathname.startsWith(cart_addresses.cart.path)
  return is_checkout ? loginUrl : signInUrl(pathname)
}

function asksForLogin(error: unknown): boolean {
  return error instanceof Refusal && ['invalid_customer', 'members_only'].includes(error.code)
}

/** Turns a refusal to answer now (429, 503) into a route error, so that the error screen explains it. */
async function withinLimits<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || ![429, 503].includes(error.status)) throw error
    throw data({ message: error.message }, { status: error.status })
  }
}

/** Reads the fields of a POST. Throws status 400 if the body is not a form. */
async function formOf(request: Request): Promise<FormData> {
  const fields = new FormData()
  try {
    for (const [name, value] of await request.formData()) {
      fields.append(name, typeof value === 'string' ? storableText(value) : value)
    }
  } catch {
    throw data({ message: 'Not a form' }, { status: 400 })
  }
  return fields
}

/** Marks a redirect to another site as allowed, for data answers (storefront/runtime/server.tsx). */
export const EXTERNAL_HEADER = 'x-external'

/** Redirects to an address of this shop; to another site only with `is_external`. */
function guardedRedirect(
  { shop }: RequestScope,
  wanted: string,
  status: number,
  is_external = false,
): Response {
  const to = allowedTarget(wanted, shop.public_url, { is_external })
  if (to === null) throw new NavigationRefused(wanted)
  return redirect(to, { status, headers: is_external ? { [EXTERNAL_HEADER]: '1' } : {} })
}

/** Returns a refusal or invalid fields as the answer to a form; null for any other error. */
function formAnswer(error: unknown, form: FormData) {
  const values = Object.fromEntries(textFields(form))
  if (error instanceof InvalidInput) {
    return data({ refusal: null, problems: { ...error.problems }, values } satisfies FormAnswer, {
      status: 422,
    })
  }
  if (error instanceof Refusal) {
    const { code, message, data: refusal_data } = error
    // The contracts declare every code with its data; tests compare (pure/guarded-service.ts).
    const refusal = { code, message, data: refusal_data } as FormAnswer['refusal']
    return data({ refusal, problems: {}, values } satisfies FormAnswer, { status: error.status })
  }
  return null
}

/** Loads the data of the layout of every page. */
export async function shopData(scope: RequestScope): Promise<ShopData> {
  const [provinces, menu, policies, news, accepted] = await Promise.all([
    scope.services.locations.provinces(null, {}),
    scope.services.catalog.menu(null, { province_id: default_province_id }),
    scope.services.staticPages.links(null, {}),
    scope.services.content.postCategories(null, {}),
    scope.services.payment.accepted(null, {}),
  ])
  const province = provinces.find(({ province_id }) => province_id === scope.province_id)
  return {
    shop: scope.shop,
    province: { province_id: scope.province_id, name: province?.name ?? '' },
    top_categories: menu.map(({ name, path, thumbnail }) => ({ name, path, thumbnail })),
    policies,
    news: news[0] ?? null,
    accepted,
  }
}

function contextOf({ request, params }: LoaderFunctionArgs, scope: RequestScope) {
  const url = new URL(request.url)
  if (url.search.includes('_province')) url.searchParams.delete('_province')
  const { services, shop, province_id } = scope
  return { url, params, services, shop, province_id, now: scope.now() }
}

async function personal(
  context: ReturnType<typeof contextOf>,
  scope: RequestScope,
): Promise<PersonalContext> {
  if (scope.visitor === null) throw new TypeError('a public page must not depend on the visitor')
  return { ...context, caller: await scope.visitor.caller() }
}

/**
 * Sends a member whose session has ended to sign in, before a guest's empty cart hides what they were doing. Their
 * checkout is still there afterwards.
 */
function askToSignInAgain({ url }: PublicContext, scope: RequestScope): void {
  if (scope.visitor?.hasLostMember() !== true) return
  throw guardedRedirect(scope, signInUrl(url.pathname + url.search, 'het-phien'), 303)
}

function isDetour(result: unknown): result is Detour {
  return typeof result === 'object' && result !== null && 'detour' in result
}

/** Status 404 with the message of contract §2. */
function pageNotFound(url: URL) {
  return data({ message: `Page not found: ${readablePath(url.pathname)}` }, { status: 404 })
}

/** The path with its letters decoded. If it has invisible characters or is malformed, it stays encoded. */
function readablePath(path: string): string {
  try {
    const decoded = decodeURI(path)
    return /[\p{C}\p{Zl}\p{Zp}]/u.test(decoded) ? path : decoded
  } catch {
    return path
  }
}
