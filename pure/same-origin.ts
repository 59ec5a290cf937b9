/**
 * True if a write request comes from a page of this shop. Form posts have no CORS preflight, and browsers
 * send cookies with them from any site. A request with neither header does not come from a browser form.
 */
export function isSameOrigin(
  headers: { site: string | null | undefined; origin: string | null | undefined },
  public_url: string,
): boolean {
  if (headers.site != null) return headers.site === 'same-origin' || headers.site === 'none'
  return headers.origin == null || headers.origin === new URL(public_url).origin
}
/**
 * Whether browsers treat two addresses as one site, so that a frame of one gets its cookies within the other: the same
 * host, or a subdomain of the other host. `localhost` is a public suffix: its subdomains are sites of their own.
 */
export function isOneSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  if (a.protocol !== b.protocol) return false
  if (a.hostname === b.hostname) return true
  const [short, long] = [a.hostname, b.hostname].toSorted((x, y) => x.length - y.length)
  return short !== undefined && short.includes('.') && long?.endsWith(`.${short}`) === true
}
