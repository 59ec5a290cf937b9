import { youtubeId } from '#pure/formats/youtube.ts'

/**
 * What a paragraph of an article is, by its class (decision 260). An article is rich text by the allow-list of contract
 * §5, paragraphs with links and spans; these classes say what else they are: headings, lists, tables, pictures and the
 * blocks of the shop. Everything that shows or edits an article reads them here.
 */
export const paragraph_classes = {
  heading2: 'heading',
  heading3: 'heading-3',
  heading4: 'heading-4',
  bullet: 'item',
  number: 'item-numbered',
  quote: 'quotation',
  /** A row of a table: spans with the class `cell`. */
  row: 'cells',
  head_row: 'cells-head',
  /** A link to the picture, whose words say what is to be seen. */
  picture: 'picture',
  /** Links to products, shown as cards with today's price. */
  products: 'products',
  /** Links to products, shown as a table of prices. */
  prices: 'prices',
  question: 'question',
  answer: 'answer',
  /** A link to a film at YouTube, whose words are its title. */
  video: 'video',
} as const
export const cell_class = 'cell'

type ParagraphKind = keyof typeof paragraph_classes

/** A link within a paragraph. */
export interface ArticleLink {
  href: string
  /** Its words as HTML without tags. */
  words: string
}

/** A part of an article. Every `html` is rich text by the allow-list. */
export type ArticlePart =
  /** Text that is shown as it stands, with its tags. */
  | { kind: 'text'; html: string }
  | { kind: 'heading'; level: 2 | 3 | 4; html: string }
  | { kind: 'list'; is_numbered: boolean; items: string[] }
  | { kind: 'quote'; paragraphs: string[] }
  | { kind: 'table'; head: string[] | null; rows: string[][] }
  | { kind: 'picture'; link: ArticleLink }
  | { kind: 'products' | 'prices'; links: ArticleLink[] }
  | { kind: 'faq'; items: { question: string; answers: string[] }[] }
  | { kind: 'video'; link: ArticleLink; youtube_id: string }

const paragraph = /<p(?:\s([^>]*))?>([\s\S]*?)<\/p>/g
const link_pattern = /<a\s[^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g
const cell_pattern = new RegExp(`<span[^>]*class="${cell_class}"[^>]*>`)
const kinds = Object.entries(paragraph_classes) as [ParagraphKind, string][]

/** Reads a cleaned rich text. Paragraphs of one kind that follow each other are one list, table, quote or FAQ. */
export function articleParts(html: string): ArticlePart[] {
  const parts: ArticlePart[] = []
  let end = 0
  for (const match of html.matchAll(paragraph)) {
    addText(parts, html.slice(end, match.index))
    const [whole, attributes = '', inner = ''] = match
    addParagraph(parts, kindOf(attributes), { whole, inner })
    end = match.index + whole.length
  }
  addText(parts, html.slice(end))
  return parts
}

/** What a paragraph with these attributes is; null: just text. */
function kindOf(attributes: string): ParagraphKind | null {
  const classes = /class="([^"]*)"/.exec(attributes)?.[1]?.split(/\s+/) ?? []
  return kinds.find(([, name]) => classes.includes(name))?.[0] ?? null
}

function addText(parts: ArticlePart[], html: string): void {
  const last = parts.at(-1)
  if (last?.kind === 'text') last.html += html
  else if (html.trim() !== '') parts.push({ kind: 'text', html })
}

interface Paragraph {
  whole: string
  inner: string
}

function addParagraph(
  parts: ArticlePart[],
  kind: ParagraphKind | null,
  { whole, inner }: Paragraph,
): void {
  switch (kind) {
    case null:
      return addText(parts, whole)
    case 'heading2':
    case 'heading3':
    case 'heading4': {
      const level = kind === 'heading2' ? 2 : kind === 'heading3' ? 3 : 4
      parts.push({ kind: 'heading', level, html: inner })
      return
    }
    case 'bullet':
    case 'number':
      return addItem(parts, kind === 'number', inner)
    case 'quote': {
      const last = parts.at(-1)
      if (last?.kind === 'quote') last.paragraphs.push(inner)
      else parts.push({ kind: 'quote', paragraphs: [inner] })
      return
    }
    case 'row':
    case 'head_row':
      return addRow(parts, kind === 'head_row', cellsOf(inner))
    case 'products':
    case 'prices':
      parts.push({ kind, links: articleLinks(inner) })
      return
    case 'question':
    case 'answer':
      return addToFaq(parts, kind, { whole, inner })
    case 'picture':
    case 'video':
      return addLinked(parts, kind, { whole, inner })
  }
}

function addItem(parts: ArticlePart[], is_numbered: boolean, item: string): void {
  const last = parts.at(-1)
  if (last?.kind === 'list' && last.is_numbered === is_numbered) last.items.push(item)
  else parts.push({ kind: 'list', is_numbered, items: [item] })
}

/** A row of headings begins a table. */
function addRow(parts: ArticlePart[], is_head: boolean, cells: string[]): void {
  const last = parts.at(-1)
  if (is_head) parts.push({ kind: 'table', head: cells, rows: [] })
  else if (last?.kind === 'table') last.rows.push(cells)
  else parts.push({ kind: 'table', head: null, rows: [cells] })
}

/** An answer without a question is text. */
function addToFaq(
  parts: ArticlePart[],
  kind: 'question' | 'answer',
  { whole, inner }: Paragraph,
): void {
  const last = parts.at(-1)
  if (kind === 'answer') {
    if (last?.kind === 'faq') last.items.at(-1)?.answers.push(inner)
    else addText(parts, whole)
  } else if (last?.kind === 'faq') last.items.push({ question: inner, answers: [] })
  else parts.push({ kind: 'faq', items: [{ question: inner, answers: [] }] })
}

/** A picture or film without its link is text. */
function addLinked(
  parts: ArticlePart[],
  kind: 'picture' | 'video',
  { whole, inner }: Paragraph,
): void {
  const [link] = articleLinks(inner)
  const youtube_id = link === undefined ? null : youtubeId(link.href)
  if (link !== undefined && kind === 'picture') parts.push({ kind, link })
  else if (link !== undefined && youtube_id !== null)
    parts.push({ kind: 'video', link, youtube_id })
  else addText(parts, whole)
}

/** The links of a paragraph in their sequence. */
export function articleLinks(inner: string): ArticleLink[] {
  return [...inner.matchAll(link_pattern)].map(([, href = '', words = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    words: words.replace(/<[^>]*>/g, ''),
  }))
}

/** The cells of a row. Spans within a cell stay in it. */
function cellsOf(inner: string): string[] {
  return inner
    .split(cell_pattern)
    .slice(1)
    .map((cell) => cell.trim().replace(/<\/span>$/, ''))
}

/** A part of rich text that was written by us, as text: tags are gone, entities are letters. */
export function wordsOf(html: string): string {
  return html
    .replace(/<\/p>|<\/span>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
