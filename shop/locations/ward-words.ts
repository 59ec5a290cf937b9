import { fold } from '#pure/vietnamese-text.ts'

const kinds: Readonly<Record<string, string>> = { p: 'phuong', x: 'xa', dk: 'dac khu' }

/**
 * The words of a search for a ward, folded: "P. Tân Định" → phuong, tan, dinh. Marks of LIKE are no
 * words. At most eight: no ward has more.
 */
export function wardWords(typed: string): string[] {
  const words = fold(typed)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const [first = '', ...rest] = words
  const kind = rest.length > 0 ? kinds[first] : undefined
  return (kind === undefined ? words : [...kind.split(' '), ...rest]).slice(0, 8)
}
