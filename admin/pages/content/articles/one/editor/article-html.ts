import type { Mark, Node } from 'prosemirror-model'
import { cell_class, paragraph_classes as classes } from '#pure/formats/article-parts.ts'

/** Writes a document of the editor as the rich text that is stored (decision 260). */
export function articleHtml(doc: Node): string {
  const lines: string[] = []
  doc.forEach((block) => {
    if (!isEmpty(block)) lines.push(blockHtml(block))
  })
  return lines.join('\n')
}

/** A picture without words is kept, so that they can be demanded. */
function isEmpty({ type, textContent }: Node): boolean {
  return textContent.trim() === '' && type.name !== 'picture' && type.name !== 'row'
}

function blockHtml(block: Node): string {
  const name = classOf(block)
  const open = name === null ? '<p>' : `<p class="${name}">`
  return `${open}${contentHtml(block)}</p>`
}

function contentHtml(block: Node): string {
  switch (block.type.name) {
    case 'row':
      return childrenOf(block)
        .map((cell) => `<span class="${cell_class}">${inlineHtml(cell)}</span>`)
        .join('')
    case 'picture':
      return `<a href="${quoted(String(block.attrs['src']))}">${inlineHtml(block)}</a>`
    default:
      return inlineHtml(block)
  }
}

function classOf({ type, attrs }: Node): string | null {
  switch (type.name) {
    case 'heading': {
      const level = attrs['level'] as unknown
      return level === 2 ? classes.heading2 : level === 3 ? classes.heading3 : classes.heading4
    }
    case 'item':
      return attrs['is_numbered'] === true ? classes.number : classes.bullet
    case 'quotation':
      return classes.quote
    case 'row':
      return attrs['is_head'] === true ? classes.head_row : classes.row
    case 'products':
      return attrs['is_table'] === true ? classes.prices : classes.products
    case 'picture':
      return classes.picture
    case 'question':
      return classes.question
    case 'answer':
      return classes.answer
    case 'video':
      return classes.video
    default:
      return null
  }
}

function childrenOf(node: Node): Node[] {
  return Array.from({ length: node.childCount }, (_, n) => node.child(n))
}

/** Runs of the same link are one link, whatever else is within. */
function inlineHtml(block: Node): string {
  let html = ''
  let open: Mark | undefined
  for (const text of childrenOf(block)) {
    const link = text.marks.find(({ type }) => type.name === 'link')
    if (open !== undefined && !(link !== undefined && open.eq(link))) {
      html += '</a>'
      open = undefined
    }
    if (link !== undefined && open === undefined) {
      html += `<a href="${quoted(String(link.attrs['href']))}">`
      open = link
    }
    html += styled(text)
  }
  return open === undefined ? html : `${html}</a>`
}

const styles: Readonly<Record<string, string>> = {
  strong: 'font-weight:700',
  em: 'font-style:italic',
}

function styled({ text = '', marks }: Node): string {
  const style = marks.flatMap(({ type }) => styles[type.name] ?? []).join(';')
  return style === '' ? escaped(text) : `<span style="${style}">${escaped(text)}</span>`
}

/** As the cleaner of rich texts escapes. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function quoted(text: string): string {
  return escaped(text).replaceAll('"', '&quot;')
}
