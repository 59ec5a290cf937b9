import type { Services } from '#contracts/all.ts'
import { cookieLine } from '#pure/cookies.ts'
import { addresses, withQuery } from '#storefront/addresses/addresses.ts'
import { asksBeforeChange, changesAt, moveCheckout } from '#storefront/runtime/province-change.ts'
import { PROVINCE_MAX_AGE_S, provinceOf, type Visitor } from '#storefront/runtime/visitor.ts'

interface ProvinceOptions {
  services: Services
  public_url: string
  secure: boolean
  visitor: Visitor
}

/**
 * POST /province: keeps the chosen province in a cookie, then back to where the shopper was. From the
 * cart and the checkout it first shows what changes, until `is_confirmed` (contract §7).
 */
export async function chooseProvince(
  request: Request,
  options: ProvinceOptions,
): Promise<Response> {
  const { services, visitor } = options
  const form = await request.formData().catch(() => null)
  if (form === null) return new Response('Đây không phải là biểu mẫu.', { status: 400 })
  const chosen = String(form.get('province_id') ?? '')
  const provinces = await services.locations.provinces(null, {})
  if (!provinces.some((province) => String(province.province_id) === chosen)) {
    return new Response('Không có tỉnh thành này.', { status: 422 })
  }
  const wantsJson = request.headers.get('accept')?.includes('application/json') ?? false
  const back = ownPath(String(form.get('return_to') ?? '/'), options.public_url)
  const path = back.split('?')[0] ?? '/'
  if (asksBeforeChange(path)) {
    const wish = { path, from: provinceOf(request, new URL(request.url)), to: Number(chosen) }
    const caller = await visitor.caller()
    if (form.has('is_confirmed')) await moveCheckout(services, caller, wish)
    else {
      const changes = await changesAt(services, caller, wish)
      if (changes)
        return wantsJson ? Response.json({ changes }, { status: 409 }) : ask(chosen, back)
    }
  }
  const headers = new Headers({ 'cache-control': 'no-store' })
  headers.append('set-cookie', provinceCookie(chosen, options.secure))
  for (const cookie of visitor.cookies) headers.append('set-cookie', cookie)
  if (wantsJson) return new Response(null, { status: 204, headers })
  headers.set('location', back)
  return new Response(null, { status: 303, headers })
}

/** On to the page that lists what changes and asks. */
function ask(province_id: string, return_to: string): Response {
  const location = withQuery(addresses.provinceChange.path, { province_id, return_to })
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

function provinceCookie(province_id: string, secure: boolean): string {
  const how = { max_age: PROVINCE_MAX_AGE_S, http_only: false, secure }
  return cookieLine('province_id', province_id, how)
}

/** A path of this shop, or home: an address elsewhere is never followed. */
export function ownPath(wanted: string, public_url: string): string {
  const own = new URL(public_url)
  if (!wanted.startsWith('/') || !URL.canParse(wanted, own)) return '/'
  const url = new URL(wanted, own)
  return url.origin === own.origin ? url.pathname + url.search : '/'
}
