import sanitize from 'sanitize-html'

const color = [/^#[0-9a-f]{3,8}$/i, /^[a-z]{3,20}$/i, /^rgba?\([\d\s.,%/]{5,30}\)$/i]
const small_length = /^(?:\d{1,2}(?:\.\d{1,2})?(?:px|pt)|[0-2](?:\.\d{1,2})?r?em|\d{2,3}%)$/

/** Properties of text and its colours. None can load a file, or cover or move content. */
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
  // `rel` of the input is replaced below.
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
 * Cleans a rich text for a page by the allow-list of contract §5: the tags p, span and a; class and style on
 * any tag (style limited to harmless properties); href and target on a; the schemes http, https, ftp, mailto
 * and tel. Other tags and empty attributes are dropped.
 */
export function cleanRichText(html: string): string {
  const cached = cleaned.get(html)
  if (cached !== undefined) return cached
  // Removing a tag can leave a p within a p, which a browser parses as two. A second pass resolves it.
  const clean = sanitize(sanitize(html, rules), rules).trim()
  // The same texts are cleaned again and again. The oldest is evicted.
  if (cleaned.size >= max_remembered) cleaned.delete(cleaned.keys().next().value ?? '')
  if (html.length <= longest_remembered) cleaned.set(html, clean)
  return clean
}

const max_remembered = 500
const longest_remembered = 50_000
const cleaned = new Map<string, string>()

/** A page in another tab must not get access to this one. Any target name opens one, not only _blank. */
function safeLink({ rel: _rel, ...attribs }: sanitize.Attributes): sanitize.Attributes {
  const opens_tab = Boolean(attribs['target']) && attribs['target'] !== '_self'
  return opens_tab ? { ...attribs, rel: 'noopener' } : attribs
}
