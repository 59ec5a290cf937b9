import type { Services } from '#contracts/all.ts'
import { cookieLine } from '#pure/cookies.ts'
import { allowedTarget } from '#storefront/safe-navigation.ts'
import { PROVINCE_MAX_AGE_S } from '#storefront/visitor.ts'

interface ProvinceOptions {
  services: Services
  public_url: string
  secure: boolean
}

/** POST /province: keeps the chosen province in a cookie, then back to where the shopper was. */
export async function chooseProvince(
  request: Request,
  options: ProvinceOptions,
): Promise<Response> {
  const form = await request.formData()
  const chosen = String(form.get('province_id') ?? '')
  const provinces = await options.services.locations.provinces(null, {})
  if (!provinces.some((province) => String(province.province_id) === chosen)) {
    return new Response('Không có tỉnh thành này.', { status: 422 })
  }
  const cookie = cookieLine('province_id', chosen, {
    max_age: PROVINCE_MAX_AGE_S,
    http_only: false,
    secure: options.secure,
  })
  const headers = new Headers({ 'set-cookie': cookie, 'cache-control': 'no-store' })
  if (request.headers.get('accept')?.includes('application/json')) {
    return new Response(null, { status: 204, headers })
  }
  headers.set('location', ownPath(String(form.get('return_to') ?? '/'), options.public_url))
  return new Response(null, { status: 303, headers })
}

/** A path of this shop, or home: an address elsewhere is never followed. */
export function ownPath(wanted: string, public_url: string): string {
  if (!wanted.startsWith('/')) return '/'
  return allowedTarget(wanted, public_url, { is_external: false }) ?? '/'
}
