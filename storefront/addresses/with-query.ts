/** Values of a query by key. */
export type Query = Record<string, string | number | null | undefined>

/** What a query holds as it is. */
const plain = /^[\w.-]*$/

/** A link with its query; empty values are left out. */
export function withQuery(path: string, query: Query): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '') continue
    const text = `${value}`
    const is_plain = plain.test(key) && plain.test(text)
    parts.push(is_plain ? `${key}=${text}` : String(new URLSearchParams([[key, text]])))
  }
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}
