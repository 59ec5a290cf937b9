import sanitize from 'sanitize-html'

const color = [/^#[0-9a-f]{3,8}$/i, /^[a-z]{3,20}$/i, /^rgba?\([\d\s.,%/]{5,30}\)$/i]
const small_length = /^(?:\d{1,2}(?:\.\d{1,2})?(?:px|pt)|[0-2](?:\.\d{1,2})?r?em|\d{2,3}%)$/

/** Properties that colour and set letters; none that could fetch, cover or move anything. */
const allowedStyles = {
  '*': {
    color,
    'background-color': color,
    'text-align': [/^(?:left|right|center|justify)$/],
    'font-weight': [/^(?:normal|bold|[1-9]00)$/],
    'font-style': [/^(?:normal|italic)$/],
    'text-decoration': [/^(?:none|underline|line-through)$/],
    'font-size': [small_length],
    'line-height': [/^[1-2](?:\.\d{1,2})?$/],
  },
}

const rules: sanitize.IOptions = {
  allowedTags: ['p', 'span', 'a'],
  // `rel` is ours: whatever a text brings is replaced below.
  allowedAttributes: { '*': ['class', 'style'], a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'ftp', 'mailto', 'tel'],
  allowProtocolRelative: false,
  allowedStyles,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'template'],
    ...['iframe', 'object', 'svg', 'math', 'xmp', 'title'],
  ],
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: safeLink(attribs) }) },
}

/**
 * A rich text as a page may show it, by the allow-list of contract §5: p, span and a; class and style on
 * any tag (style by our own list of harmless properties), href and target on a; schemes http, https,
 * ftp, mailto, tel; empty attributes and other tags are dropped.
 */
export function cleanRichText(html: string): string {
  const known = cleaned.get(html)
  if (known !== undefined) return known
  // Taking a tag away can leave a p within a p, which a browser reads as two: once more settles it.
  const clean = sanitize(sanitize(html, rules), rules).trim()
  // The same texts are asked for again and again; the oldest makes room.
  if (cleaned.size >= most_remembered) cleaned.delete(cleaned.keys().next().value ?? '')
  if (html.length <= longest_remembered) cleaned.set(html, clean)
  return clean
}

const most_remembered = 500
const longest_remembered = 50_000
const cleaned = new Map<string, string>()

/** A page that opens in another tab must not get a hand on this one; any name opens one, not _blank alone. */
function safeLink({ rel: _rel, ...attribs }: sanitize.Attributes): sanitize.Attributes {
  const is_elsewhere = Boolean(attribs['target']) && attribs['target'] !== '_self'
  return is_elsewhere ? { ...attribs, rel: 'noopener' } : attribs
}
