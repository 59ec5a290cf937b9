/** A part of a rich text; with `href` it is a link. */
interface RichSpan {
  text: string
  href?: string
}
type RichParagraph = RichSpan[]

/** Elements whose content is not text for readers. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'xmp', 'title'])
const TOKEN = /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>|<!--|[^<]+|</gi
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

/**
 * Parses a text of unknown origin into paragraphs, spans and links, so that an import can build its own text without
 * the original markup. Other elements are ignored. Links lead to this shop or to https addresses.
 */
export function parseRichText(html: string): RichParagraph[] {
  const paragraphs: RichParagraph[] = [[]]
  let silent: string | null = null
  let href: string | null = null
  for (const [token, closing, tag, attributes] of html.matchAll(TOKEN)) {
    const name = tag?.toLowerCase()
    if (silent !== null) {
      if (closing === '/' && name === silent) silent = null
    } else if (name === undefined) {
      if (token !== '<!--') addSpan(paragraphs, decode(token), href)
    } else if (name === 'a') {
      href = closing === '/' ? null : safeHref(attributes ?? '')
    } else if (name === 'p' || name === 'br') {
      paragraphs.push([])
    } else if (SILENT.has(name) && closing === '') {
      silent = name
    }
  }
  return paragraphs.filter((paragraph) => paragraph.some((span) => span.text.trim() !== ''))
}

function addSpan(paragraphs: RichParagraph[], text: string, href: string | null): void {
  paragraphs.at(-1)?.push(href === null ? { text } : { text, href })
}

function safeHref(attributes: string): string | null {
  const [, double, single] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? []
  const href = decode(double ?? single ?? '').trim()
  return /^(?:\/(?![/\\])|https:\/\/)[^\s\\]*$/.test(href) ? href : null
}

function decode(text: string): string {
  return text
    .replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/gi, (whole, code?: string, name?: string) => {
      if (code !== undefined) return codePoint(Number(code)) ?? whole
      return ENTITIES[(name ?? '').toLowerCase()] ?? whole
    })
    .replace(/\s+/g, ' ')
}

function codePoint(code: number): string | null {
  return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}
