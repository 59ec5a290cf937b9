import type { Address } from '#storefront/addresses/address.ts'
import { query_keys } from '#storefront/addresses/query-keys.ts'
import { canonicalQuery } from '#storefront/runtime/public-query.ts'
import { default_province_id } from '#pure/default-province.ts'
import { isSignInAnswer, one_tap_claim_path } from '#storefront/addresses/sign-in.ts'
import { withOneSlash } from '#pure/own-address.ts'

/** Everything that a public page depends on: no request, cookie or header. */
export interface PublicAddress {
  kind: 'html' | 'data'
  path: string
  /** Canonical, with `?`, or empty. */
  search: string
  province_id: number
  /** The cache key. Null: the page is rendered but not cached. */
  key: string | null
}

/** What addresses are parsed with: the routes, provinces and filters of the shop. */
export interface Grammar {
  isProvince: (province_id: number) => boolean
  /** The address whose route the router matches. It alone says whether a page is public or personal. */
  addressOf: (pathname: string) => Address
  /** Codes of the filters of product lists. */
  filters: ReadonlySet<string>
}

/** The data of the layout, for a tab whose province changed. */
export const SHELL_PATH = '/_shell'

/** The id of the served build, for tabs that stay open. */
export const BUILD_PATH = '/build.json'

const data_prefix = '/_data'
const max_cached_length = 1_000
/** Segments of letters, digits and -._~, which need no encoding. */
const plain_path = /^(?:\/[a-z0-9_~-][a-z0-9._~-]*)+$/i

/** Parses a URL and the Cookie header into the address of a public page. Null: a personal page, or no page. */
export function publicAddress(
  url: string,
  cookies: string | undefined,
  grammar: Grammar,
): PublicAddress | null {
  if (isSignInAnswer(url) || url.startsWith(one_tap_claim_path)) return null
  const at = url.indexOf('?')
  const full = at < 0 ? url : url.slice(0, at)
  const raw = at < 0 ? '' : url.slice(at)
  const kind = full.startsWith(`${data_prefix}/`) ? 'data' : 'html'
  const requested_path = cleanPath(kind === 'data' ? full.slice(data_prefix.length) : full)
  const path = requested_path && routedPath(requested_path)
  if (path === null || path === BUILD_PATH) return null
  const is_shell = kind === 'data' && path === SHELL_PATH
  const address = grammar.addressOf(path)
  if (!is_shell && address.cache !== 'public') return null
  const requested = kind === 'data' ? new URLSearchParams(raw).get('_province') : cookieOf(cookies)
  const province_id = provinceIn(requested, grammar)
  const search = is_shell ? '' : canonicalQuery(raw, query_keys[address.page], grammar.filters)
  const is_cacheable =
    (path === '/' || plain_path.test(path)) && path.length + search.length <= max_cached_length
  const key = is_cacheable ? keyOf(kind, province_id, path + search) : null
  return { kind, path, search, province_id, key }
}

/** Returns the cache key of a page URL without a query, which most are, without parsing it. Null: it must be parsed. */
export function plainKey(
  url: string,
  cookies: string | undefined,
  grammar: Grammar,
): string | null {
  if (url.includes('?') || url.startsWith(data_prefix)) return null
  return keyOf('html', provinceIn(cookieOf(cookies), grammar), url)
}

function keyOf(kind: PublicAddress['kind'], province_id: number, rest: string): string {
  return `${kind} ${province_id} ${rest}`
}

/** Removes trailing slashes and duplicate leading ones. Null: it cannot be an address of this shop. */
function cleanPath(path: string): string | null {
  if (!path.startsWith('/') || path.length > 2_000) return null
  if (path.endsWith('/') || path.startsWith('//'))
    return `/${path.split('/').filter(Boolean).join('/')}`
  return path
}

/** The path as the router gets it: without dots as segments, backslashes or blanks. Null: its encoding is broken. */
function routedPath(path: string): string | null {
  if (plain_path.test(path)) return path
  const { pathname } = new URL(`http://shop${path}`)
  return isDecodable(pathname) ? withOneSlash(pathname) : null
}

function isDecodable(pathname: string): boolean {
  try {
    // The result is used, because the build removes calls without an effect.
    return decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}

function cookieOf(cookies: string | undefined): string | null {
  if (cookies === undefined || !cookies.includes('province_id')) return null
  return /(?:^|;)\s*province_id=([1-9]\d{0,3})\s*(?:;|$)/.exec(cookies)?.[1] ?? null
}

/** Returns the requested province if it exists, else the default province. */
function provinceIn(requested: string | null, { isProvince }: Grammar): number {
  if (requested === null || !/^[1-9]\d{0,3}$/.test(requested)) return default_province_id
  return isProvince(Number(requested)) ? Number(requested) : default_province_id
}
