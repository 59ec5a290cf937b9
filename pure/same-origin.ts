/**
 * True when a write comes from a page of ours: multipart and form posts have no preflight, and the
 * cookie would come along from anywhere. A request with neither header is no browser's form.
 */
export function isSameOrigin(
  headers: { site: string | null | undefined; origin: string | null | undefined },
  public_url: string,
): boolean {
  if (headers.site != null) return headers.site === 'same-origin' || headers.site === 'none'
  return headers.origin == null || headers.origin === new URL(public_url).origin
}
