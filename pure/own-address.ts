/** Longer addresses do not fit into the header of a redirect everywhere. */
const longest = 2_000

/**
 * Returns path, query and fragment of `wanted` if it is an address of the site of `base`, else null. It is parsed as
 * a browser does, and returned in a form that cannot be read as another host, whatever slashes, dots or tabs it had.
 */
export function ownAddress(wanted: string, base: string): string | null {
  if (!URL.canParse(wanted, base)) return null
  const { origin, protocol, pathname, search, hash } = new URL(wanted, base)
  const own = new URL(base)
  // The origin of blob:https://shop.example/x is the shop's.
  if (origin !== own.origin || protocol !== own.protocol) return null
  return withOneSlash(pathname) + search + hash
}

/**
 * Returns path and query of an address that a request asks to be sent back to; `/` if it is not a path of this shop.
 * Every handler that reads such an address uses this function.
 */
export function returnAddress(wanted: string, public_url: string): string {
  if (!wanted.startsWith('/') || wanted.length > longest) return '/'
  const [address = '/'] = ownAddress(wanted, public_url)?.split('#') ?? []
  return address.length > longest ? '/' : address
}

/** "/.//evil.example" has the path "//evil.example", which alone is another host. */
export function withOneSlash(pathname: string): string {
  return pathname.replace(/^\/+/, '/')
}
