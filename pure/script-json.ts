/** JSON for a data block in HTML. Every "<" is written as \u003c, because only "<" could end the block. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
