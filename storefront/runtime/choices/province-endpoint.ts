import type { Services } from '#contracts/all.ts'
import { Refusal } from '#pure/contract.ts'
import { cookieLine } from '#pure/cookies.ts'
import { returnAddress } from '#pure/own-address.ts'
import type { TooManyRequests } from '#pure/too-many-requests.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { busyPage } from '#storefront/runtime/busy-answer.ts'
import { asksBeforeChange, changesAt, moveCheckout } from '#storefront/runtime/province-change.ts'
import {
  PROVINCE_MAX_AGE_S,
  provinceOf,
  type Visitor,
} from '#storefront/runtime/sign-in/visitor.ts'
import { wantsData } from '#web/runtime/wants-data.ts'

interface ProvinceOptions {
  services: Services
  public_url: string
  secure: boolean
  visitor: Visitor
}

/**
 * POST /province: stores the chosen province in a cookie, then redirects to `return_to`. On cart and checkout pages
 * it first shows what changes, until `is_confirmed` is sent (contract §7).
 */
export async function chooseProvince(
  request: Request,
  options: ProvinceOptions,
): Promise<Response> {
  const form = await request.formData().catch(() => null)
  if (form === null) return new Response('Đây không phải là biểu mẫu.', { status: 400 })
  const back = returnAddress(String(form.get('return_to') ?? '/'), options.public_url)
  const wants_data = wantsData(request.headers.get('accept'))
  try {
    return await changeProvince({ request, form, back, wants_data }, options)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429) throw error
    return tooFast(error, back, wants_data)
  }
}

interface ProvinceForm {
  request: Request
  form: FormData
  /** The address of this shop to go back to. */
  back: string
  /** The form was sent by a script. */
  wants_data: boolean
}

async function changeProvince(
  { request, form, back, wants_data }: ProvinceForm,
  options: ProvinceOptions,
): Promise<Response> {
  const { services, visitor } = options
  const chosen = String(form.get('province_id') ?? '')
  const provinces = await services.locations.provinces(null, {})
  if (!provinces.some((province) => String(province.province_id) === chosen)) {
    return new Response('Không có tỉnh thành này.', { status: 422 })
  }
  const path = back.split('?')[0] ?? '/'
  if (asksBeforeChange(path)) {
    const choice = { path, from: provinceOf(request, new URL(request.url)), to: Number(chosen) }
    const caller = await visitor.caller()
    if (form.has('is_confirmed')) await moveCheckout(services, caller, choice)
    else {
      const changes = await changesAt(services, caller, choice)
      if (changes)
        return wants_data
          ? Response.json({ changes }, { status: 409 })
          : redirectToConfirm(chosen, back)
    }
  }
  const headers = new Headers({ 'cache-control': 'no-store' })
  headers.append('set-cookie', provinceCookie(chosen, options.secure))
  for (const cookie of visitor.cookies) headers.append('set-cookie', cookie)
  if (wants_data) return new Response(null, { status: 204, headers })
  headers.set('location', back)
  return new Response(null, { status: 303, headers })
}

/** Too many requests (contract §5): a page with the way back, or the code for a script. */
function tooFast({ code, message, data }: Refusal, back: string, wants_data: boolean): Response {
  const retry_after_s = (data as TooManyRequests | null)?.retry_after ?? 60
  if (!wants_data) return busyPage({ status: 429, retry_after_s, back })
  const headers = { 'cache-control': 'no-store', 'retry-after': String(retry_after_s) }
  return Response.json({ error: { code, message, data } }, { status: 429, headers })
}

/** Redirects to the page that lists the changes and asks for confirmation. */
function redirectToConfirm(province_id: string, return_to: string): Response {
  const location = withQuery(cart_addresses.provinceChange.path, { province_id, return_to })
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

function provinceCookie(province_id: string, secure: boolean): string {
  const attributes = { max_age: PROVINCE_MAX_AGE_S, http_only: false, secure }
  return cookieLine('province_id', province_id, attributes)
}
