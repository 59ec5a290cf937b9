import { ownAddress } from '#pure/own-address.ts'
import { link_protocols } from '#web/runtime/link-protocols.ts'

/** The kind of an address: a page of this shop, another site, or an address that the shop never opens. */
export type Destination =
  | { kind: 'own'; path: string }
  | { kind: 'external'; href: string; is_web: boolean }
  | { kind: 'refused' }

/** The shop refuses to send a browser to this address (contract §5). */
export class NavigationRefused extends Error {
  override name = 'NavigationRefused'

  constructor(wanted: string) {
    super(`Navigation refused: ${wanted.slice(0, 100)}`)
  }
}

/**
 * Parses an address as a browser does, relative to the page `base` of this shop (contract §5). A path of this shop is
 * returned in a form that cannot be read as another host, whatever slashes, dots or tabs the address had.
 */
export function destinationOf(wanted: string, base: string): Destination {
  if (!URL.canParse(wanted, base)) return { kind: 'refused' }
  const { protocol, href } = new URL(wanted, base)
  if (!link_protocols.has(protocol)) return { kind: 'refused' }
  const path = ownAddress(wanted, base)
  if (path !== null) return { kind: 'own', path }
  return { kind: 'external', href, is_web: protocol === 'http:' || protocol === 'https:' }
}

/** Returns the address to send a browser to, or null if it is not allowed. Other sites need `is_external`. */
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
