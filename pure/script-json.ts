/** JSON for a data block of HTML: nothing but "<" can end or open anything there, and it may be spelt \u003c. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
