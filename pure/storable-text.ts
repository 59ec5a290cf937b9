/** U+FFFD, the replacement character. */
const replacement = '\ufffd'
/** No input schema nests deeper, so deeper values are never read. */
const max_depth = 10

/** A text that PostgreSQL can store: null characters and unpaired surrogates become U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', replacement)
}

/** Makes every text in a nested value storable. */
export function storable(input: unknown, depth = 0): unknown {
  if (typeof input === 'string') return storableText(input)
  if (typeof input !== 'object' || input === null || depth === max_depth) return input
  if (Array.isArray(input)) return input.map((value) => storable(value, depth + 1))
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, storable(value, depth + 1)]),
  )
}
