import { type Address, addresses } from '#storefront/addresses/addresses.ts'
import { canonicalQuery } from '#storefront/runtime/public-query.ts'
import { default_province_id } from '#pure/default-province.ts'

/** All that a public page is made of: no request, no cookie, no header. */
export interface PublicAddress {
  kind: 'html' | 'data'
  path: string
  /** Canonical, with `?`, or empty. */
  search: string
  province_id: number
  /** Under which the page is kept; null: rendered, but not kept. */
  key: string | null
}

/** What is known of the shop while addresses are read. */
export interface Grammar {
  isProvince: (province_id: number) => boolean
  /** Codes that a list may be narrowed by. */
  filters: ReadonlySet<string>
}

/** The frame's data, for a tab whose province changed. */
export const SHELL_PATH = '/_shell'

/** Which build is served, for tabs that stay open. */
export const BUILD_PATH = '/build.json'

const data_prefix = '/_data'
const longest_kept = 1_000
/** Segments of letters, digits and -._~ with one way to write them. */
const plain_path = /^(?:\/[a-z0-9_~-][a-z0-9._~-]*)+$/i

type Pattern = { address: Address; expression: RegExp; weight: number }

const exact = new Map<string, Address>()
const patterns: Pattern[] = []
for (const address of Object.values(addresses) as Address[]) {
  if (!/[:*]/.test(address.path)) exact.set(address.path, address)
  else patterns.push(patternOf(address))
}
patterns.sort((a, b) => b.weight - a.weight)

/** Which address a path belongs to; as in the router, letters are the same in both sizes. */
export function addressAt(path: string): Address {
  const known = exact.get(path)
  if (known) return known
  const lower = path.toLowerCase()
  const found =
    exact.get(lower) ?? patterns.find(({ expression }) => expression.test(lower))?.address
  return found ?? addresses.slug
}

/** Reads a public page out of what was asked; null: a page about somebody's own things, or no page. */
export function publicAddress(
  url: string,
  cookies: string | undefined,
  grammar: Grammar,
): PublicAddress | null {
  const at = url.indexOf('?')
  const full = at < 0 ? url : url.slice(0, at)
  const raw = at < 0 ? '' : url.slice(at)
  const kind = full.startsWith(`${data_prefix}/`) ? 'data' : 'html'
  const path = cleanPath(kind === 'data' ? full.slice(data_prefix.length) : full)
  if (path === null || path === BUILD_PATH) return null
  const is_shell = kind === 'data' && path === SHELL_PATH
  const address = addressAt(decodedPath(path))
  if (!is_shell && address.cache !== 'public') return null
  const asked = kind === 'data' ? new URLSearchParams(raw).get('_province') : cookieOf(cookies)
  const province_id = provinceIn(asked, grammar)
  const search = is_shell ? '' : canonicalQuery(raw, address.query, grammar.filters)
  const may_keep =
    (path === '/' || plain_path.test(path)) && path.length + search.length <= longest_kept
  const key = may_keep ? keyOf(kind, province_id, path + search) : null
  return { kind, path, search, province_id, key }
}

/** The key of an address without a query, which most are, without reading it further; null: read it. */
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

/** Without closing slashes and doubled ones at the front; null for what cannot be an address of ours. */
function cleanPath(path: string): string | null {
  if (!path.startsWith('/') || path.length > 2_000) return null
  if (path.endsWith('/') || path.startsWith('//'))
    return `/${path.split('/').filter(Boolean).join('/')}`
  return path
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function cookieOf(cookies: string | undefined): string | null {
  if (cookies === undefined || !cookies.includes('province_id')) return null
  return /(?:^|;)\s*province_id=([1-9]\d{0,3})\s*(?:;|$)/.exec(cookies)?.[1] ?? null
}

/** A province that there is, or the one that everybody starts with. */
function provinceIn(asked: string | null, { isProvince }: Grammar): number {
  if (asked === null || !/^[1-9]\d{0,3}$/.test(asked)) return default_province_id
  return isProvince(Number(asked)) ? Number(asked) : default_province_id
}

/** Literal segments weigh more than named ones, and those more than the rest of a path. */
function patternOf(address: Address): Pattern {
  const segments = address.path.split('/').filter((segment) => segment !== '')
  const parts = segments.map((segment) =>
    segment === '*' ? '.*' : segment.startsWith(':') ? '[^/]+' : segment.replaceAll('.', '\\.'),
  )
  const weights = segments.map((segment) =>
    segment === '*' ? -2 : segment.startsWith(':') ? 3 : 10,
  )
  return {
    address,
    expression: new RegExp(`^/${parts.join('/')}$`),
    weight: weights.reduce((sum, weight) => sum + weight, 0),
  }
}
