import { createContext, data, redirect, type LoaderFunctionArgs } from 'react-router'
import type { Services } from '#contracts/all.ts'
import { InvalidInput, Refusal } from '#pure/contract.ts'
import { storableText } from '#pure/storable-text.ts'
import { type Address, addresses, loginUrl } from '#storefront/addresses/addresses.ts'
import type { Detour, FormAnswer, PersonalContext, ShopIdentity } from '#storefront/runtime/page.ts'
import { pageServer } from '#storefront/runtime/page-servers.ts'
import type { PageAnswer, RouteSource } from '#storefront/runtime/routes.tsx'
import { textFields } from '#web/runtime/read-form.ts'
import { allowedTarget, NavigationRefused } from '#web/runtime/safe-navigation.ts'
import type { ShopData } from '#storefront/runtime/shop-data.ts'
import type { Visitor } from '#storefront/runtime/visitor.ts'

/** One request's way to the services: handed to every loader through React Router's context. */
export interface RequestScope {
  services: Services
  shop: ShopIdentity
  province_id: number
  /** Null while a public page is made: then nobody is asking. */
  visitor: Visitor | null
  now: () => Date
}

export const scopeContext = createContext<RequestScope>()

/** Routes of the server: every loader and action runs the page's server half. */
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
  // A zero byte is in no name, and PostgreSQL takes none.
  if (Object.values(args.params).some((text) => text?.includes('\0'))) {
    throw pageNotFound(context.url)
  }
  const found = await withinLimits(async () => {
    const reader = address.cache === 'public' ? context : await personal(context, scope)
    if (address.guard === 'check-exist-quote') await checkExistQuote(reader as PersonalContext)
    return server.loader(reader as PersonalContext)
  })
  if (!isDetour(found)) return { page: address.page, data: found }
  const { detour } = found
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
  const action = typeof intent === 'string' ? pageServer(address.page).actions[intent] : undefined
  if (!action) throw data({ message: 'Unknown form' }, { status: 405 })
  try {
    const answer = await action(await personal(contextOf(args, scope), scope), form)
    if ('redirect' in answer) {
      return guardedRedirect(scope, answer.redirect, 303, answer.is_external)
    }
    return answer.data
  } catch (error) {
    if (asksForLogin(error)) return guardedRedirect(scope, loginUrl, 303)
    const answer = formAnswer(error, form)
    if (answer) return answer
    throw error
  }
}

/** contract §2, §8: wherever in the checkout a customer is not known, the cart opens its login modal. */
function asksForLogin(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'invalid_customer'
}

/** Too often is no mistake of ours: the error screen says so, with its status. */
async function withinLimits<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429) throw error
    throw data({ message: error.message }, { status: 429 })
  }
}

/** The fields of a post; what is no form is the sender's mistake. */
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

/** Tells a data answer that this way out of the shop was meant (storefront/runtime/server.tsx). */
export const EXTERNAL_HEADER = 'x-external'

/** Where a page sends the browser: an address of ours, or one elsewhere that was allowed by name. */
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

/** A refusal or wrong fields, as the form hears it; null for anything unexpected. */
function formAnswer(error: unknown, form: FormData) {
  const values = Object.fromEntries(textFields(form))
  if (error instanceof InvalidInput) {
    return data({ refusal: null, problems: { ...error.problems }, values } satisfies FormAnswer, {
      status: 422,
    })
  }
  if (error instanceof Refusal) {
    const { code, message, data: told } = error
    // The contracts declare every code with its data; tests compare (pure/guarded-service.ts).
    const refusal = { code, message, data: told } as FormAnswer['refusal']
    return data({ refusal, problems: {}, values } satisfies FormAnswer, { status: error.status })
  }
  return null
}

/** Guard of contract §2: without an open checkout the shopper starts at the cart. */
async function checkExistQuote(context: PersonalContext): Promise<void> {
  try {
    await context.services.quote.getQuote(context.caller, {})
  } catch (error) {
    // None is open, or what it holds is no longer sold: the cart shows which line.
    if (error instanceof Refusal && error.status !== 429) throw redirect(addresses.cart.path, 302)
    throw error
  }
}

/** What every page's frame shows. */
export async function shopData(scope: RequestScope): Promise<ShopData> {
  const [provinces, menu] = await Promise.all([
    scope.services.locations.provinces(null, {}),
    scope.services.catalog.menu(null, {}),
  ])
  const province = provinces.find((one) => one.province_id === scope.province_id)
  return {
    shop: scope.shop,
    province: { province_id: scope.province_id, name: province?.name ?? '' },
    top_categories: menu.map(({ name, path, thumbnail }) => ({ name, path, thumbnail })),
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
  if (scope.visitor === null) throw new TypeError('a public page asked who is reading it')
  return { ...context, caller: await scope.visitor.caller() }
}

function isDetour(found: unknown): found is Detour {
  return typeof found === 'object' && found !== null && 'detour' in found
}

/** Status 404 with the message of contract §2. */
export function pageNotFound(url: URL) {
  return data({ message: `Page not found: ${url.pathname}` }, { status: 404 })
}
