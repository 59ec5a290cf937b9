/** Values of a query by key. */
export type Query = Record<string, string | number | null | undefined>

/** A link with its query; empty values are left out. */
export function withQuery(path: string, query: Query): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '') continue
    parts.push(`${encoded(key)}=${encoded(`${value}`)}`)
  }
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

/** As a form sends it: "+" for a blank. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}
