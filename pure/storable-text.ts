/** Stands for what is no letter, as when bytes are read that are no UTF-8. */
const no_letter = '\ufffd'
/** No input of ours nests deeper; what lies below is read by no schema. */
const deepest = 10

/** A text as PostgreSQL can hold it: a zero or half a letter, which no keyboard types, becomes U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', no_letter)
}

/** The same for every text in what somebody sent. */
export function storable(given: unknown, depth = 0): unknown {
  if (typeof given === 'string') return storableText(given)
  if (typeof given !== 'object' || given === null || depth === deepest) return given
  if (Array.isArray(given)) return given.map((one) => storable(one, depth + 1))
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, storable(value, depth + 1)]),
  )
}
