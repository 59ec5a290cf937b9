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
