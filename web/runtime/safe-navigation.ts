/** Where an address leads: to a page of ours, out of the shop, or nowhere we would lead anybody. */
export type Destination =
  | { kind: 'own'; path: string }
  | { kind: 'external'; href: string; is_web: boolean }
  | { kind: 'refused' }

/** What a link may open outside of the shop; everything else (javascript:, data:, blob: …) is refused. */
const outside = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:'])

/** An address was refused: the shop never sends a browser there (contract §5). */
export class NavigationRefused extends Error {
  override name = 'NavigationRefused'

  constructor(wanted: string) {
    super(`Navigation refused: ${wanted.slice(0, 100)}`)
  }
}

/**
 * Reads an address as a browser does, in respect of a page of ours (contract §5). A path of ours comes
 * back in one form that cannot be read as another host, whatever slashes, dots or tabs it came with.
 */
export function destinationOf(wanted: string, base: string): Destination {
  if (!URL.canParse(wanted, base)) return { kind: 'refused' }
  const { protocol, origin, pathname, search, hash, href } = new URL(wanted, base)
  if (!outside.has(protocol)) return { kind: 'refused' }
  const is_web = protocol === 'http:' || protocol === 'https:'
  if (!is_web || origin !== new URL(base).origin) return { kind: 'external', href, is_web }
  // "/.//evil.example" has the path "//evil.example", which alone would be a host.
  return { kind: 'own', path: pathname.replace(/^\/+/, '/') + search + hash }
}

/** The address to send a browser to, or null when it may not be sent there. */
export function allowedTarget(
  wanted: string,
  base: string,
  { is_external }: { is_external: boolean },
): string | null {
  const destination = destinationOf(wanted, base)
  if (destination.kind === 'own') return destination.path
  const is_allowed = destination.kind === 'external' && destination.is_web && is_external
  return is_allowed ? destination.href : null
}
