import type { Target } from '#shop/content/link-store.ts'

const anchor = /<a\b([^>]*)>([\s\S]*?)<\/a>/gi
const own_link = /\bhref="(\/[^"]*)"/i

/** Returns a link without its query and fragment: the form in which addresses are stored. */
export function pathOf(link: string): string {
  return link.split(/[?#]/)[0] ?? link
}

/** Returns the paths of this shop that a rich text links to, in its order, each once. */
export function pathsIn(rich_text: string): string[] {
  const links = [...rich_text.matchAll(anchor)].map(([, attributes = '']) =>
    own_link.exec(attributes),
  )
  return [...new Set(links.flatMap((match) => (match?.[1] ? [pathOf(match[1])] : [])))]
}

/** Returns the link with its current address and its query; null if its target is no longer in the shop. */
export function resolveLink(link: string, target: Pick<Target, 'path'> | undefined): string | null {
  if (!target) return link
  return target.path === null ? null : target.path + link.slice(pathOf(link).length)
}

/** Returns a rich text with current addresses in its links. A link without a target becomes plain text. */
export function resolveLinks(rich_text: string, targets: ReadonlyMap<string, Target>): string {
  return rich_text.replace(anchor, (whole, attributes: string, words: string) => {
    const link = own_link.exec(attributes)?.[1]
    if (link === undefined) return whole
    const resolved = resolveLink(link, targets.get(pathOf(link)))
    if (resolved === null) return words
    // A function, because "$'" in a replacement text would copy the following text into the attribute.
    return whole.replace(`href="${link}"`, () => `href="${resolved}"`)
  })
}
