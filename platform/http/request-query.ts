/** The query of a URL. A question mark within it is an ordinary character (RFC 3986 §3.4). */
export function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
}
