import type { Target } from '#shop/content/link-store.ts'

const anchor = /<a\b([^>]*)>([\s\S]*?)<\/a>/gi
const own_link = /\bhref="(\/[^"]*)"/i

/** A link without its query and its place in the page: what addresses are kept under. */
export function pathOf(link: string): string {
  return link.split(/[?#]/)[0] ?? link
}

/** The addresses of this shop that a rich text links to, in its order, each once. */
export function pathsIn(rich_text: string): string[] {
  const links = [...rich_text.matchAll(anchor)].map(([, attributes = '']) =>
    own_link.exec(attributes),
  )
  return [...new Set(links.flatMap((found) => (found?.[1] ? [pathOf(found[1])] : [])))]
}

/** The link at the address that is in force, with its query; null when it would lead nowhere. */
export function settleLink(link: string, targets: ReadonlyMap<string, Target>): string | null {
  const path = pathOf(link)
  const target = targets.get(path)
  if (!target) return link
  return target.path === null ? null : target.path + link.slice(path.length)
}

/** A rich text whose links lead to addresses in force; of a link to nowhere only the words stay. */
export function settleLinks(rich_text: string, targets: ReadonlyMap<string, Target>): string {
  return rich_text.replace(anchor, (whole, attributes: string, words: string) => {
    const link = own_link.exec(attributes)?.[1]
    if (link === undefined) return whole
    const settled = settleLink(link, targets)
    if (settled === null) return words
    // A function, because "$'" in a replacing text would copy what follows into the attribute.
    return whole.replace(`href="${link}"`, () => `href="${settled}"`)
  })
}
