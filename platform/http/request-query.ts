/** What an address asks beside its path; a question mark in it is a letter like any other (RFC 3986 §3.4). */
export function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
}
