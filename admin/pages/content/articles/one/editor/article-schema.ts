import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { cell_class, paragraph_classes as classes } from '#pure/formats/article-parts.ts'

/**
 * What an article can consist of: exactly what its rich text can say (decision 260). `toDOM` is how the editor shows
 * it; article-html.ts writes what is stored. Anything else that is pasted becomes text, or is left out.
 */
const heading_tags = { 2: ['h1', 'h2'], 3: ['h3'], 4: ['h4', 'h5', 'h6'] } as const
const heading_classes = { 2: classes.heading2, 3: classes.heading3, 4: classes.heading4 } as const
const levels = [2, 3, 4] as const

/** Paragraphs of a class come before plain ones. */
const priority = 60

const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    group: 'block',
    content: 'text*',
    parseDOM: [{ tag: 'p' }],
    toDOM: (): DOMOutputSpec => ['p', 0],
  },
  heading: {
    group: 'block',
    content: 'text*',
    marks: '',
    defining: true,
    attrs: { level: { default: 2, validate: 'number' } },
    parseDOM: levels.flatMap((level) => [
      { tag: `p.${heading_classes[level]}`, attrs: { level }, priority },
      ...heading_tags[level].map((tag) => ({ tag, attrs: { level } })),
    ]),
    toDOM: ({ attrs }): DOMOutputSpec => [`h${String(attrs['level'])}`, 0],
  },
  item: {
    group: 'block',
    content: 'text*',
    attrs: { is_numbered: { default: false, validate: 'boolean' } },
    parseDOM: [
      { tag: `p.${classes.bullet}`, priority },
      { tag: `p.${classes.number}`, attrs: { is_numbered: true }, priority },
      { tag: 'ol > li', attrs: { is_numbered: true } },
      { tag: 'li' },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'p',
      { class: attrs['is_numbered'] === true ? classes.number : classes.bullet },
      0,
    ],
  },
  quotation: {
    group: 'block',
    content: 'text*',
    parseDOM: [{ tag: `p.${classes.quote}`, priority }, { tag: 'blockquote' }],
    toDOM: (): DOMOutputSpec => ['p', { class: classes.quote }, 0],
  },
  row: {
    group: 'block',
    content: 'cell+',
    isolating: true,
    attrs: { is_head: { default: false, validate: 'boolean' } },
    parseDOM: [
      { tag: `.${classes.head_row}`, attrs: { is_head: true }, priority },
      { tag: `.${classes.row}`, priority },
      { tag: 'tr', getAttrs: (tr: HTMLElement) => ({ is_head: tr.querySelector('th') !== null }) },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'div',
      { class: attrs['is_head'] === true ? classes.head_row : classes.row },
      0,
    ],
  },
  cell: {
    content: 'text*',
    isolating: true,
    parseDOM: [{ tag: `.${cell_class}`, priority }, { tag: 'td' }, { tag: 'th' }],
    toDOM: (): DOMOutputSpec => ['div', { class: cell_class }, 0],
  },
  picture: {
    group: 'block',
    content: 'text*',
    marks: '',
    isolating: true,
    attrs: { src: { validate: 'string' } },
    parseDOM: [
      {
        tag: `p.${classes.picture}`,
        priority,
        contentElement: 'a',
        getAttrs: (p: HTMLElement) => {
          const src = p.querySelector('a')?.getAttribute('href') ?? ''
          return src === '' ? false : { src }
        },
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'p',
      { class: classes.picture },
      ['a', { href: String(attrs['src']) }, 0],
    ],
  },
  products: {
    group: 'block',
    content: 'text*',
    marks: 'link',
    isolating: true,
    attrs: { is_table: { default: false, validate: 'boolean' } },
    parseDOM: [
      { tag: `p.${classes.products}`, priority },
      { tag: `p.${classes.prices}`, attrs: { is_table: true }, priority },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'p',
      { class: attrs['is_table'] === true ? classes.prices : classes.products },
      0,
    ],
  },
  question: {
    group: 'block',
    content: 'text*',
    marks: '',
    parseDOM: [{ tag: `p.${classes.question}`, priority }],
    toDOM: (): DOMOutputSpec => ['p', { class: classes.question }, 0],
  },
  answer: {
    group: 'block',
    content: 'text*',
    parseDOM: [{ tag: `p.${classes.answer}`, priority }],
    toDOM: (): DOMOutputSpec => ['p', { class: classes.answer }, 0],
  },
  video: {
    group: 'block',
    content: 'text*',
    marks: 'link',
    isolating: true,
    parseDOM: [{ tag: `p.${classes.video}`, priority }],
    toDOM: (): DOMOutputSpec => ['p', { class: classes.video }, 0],
  },
  text: {},
} satisfies Record<string, NodeSpec>

const allowed_link = /^(?:https?:|ftp:|mailto:|tel:|\/(?!\/)|#)/i

const marks = {
  link: {
    attrs: { href: { validate: 'string' } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (a: HTMLElement) => {
          const href = a.getAttribute('href') ?? ''
          return isAllowedLink(href) ? { href } : false
        },
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => ['a', { href: String(attrs['href']) }, 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps what it copies in <b> that is not bold.
      { tag: 'b', getAttrs: (b: HTMLElement) => b.style.fontWeight !== 'normal' && null },
      {
        style: 'font-weight',
        getAttrs: (weight: string) => /^(?:bold|[7-9]00)$/.test(weight) && null,
      },
    ],
    toDOM: (): DOMOutputSpec => ['strong', 0],
  },
  em: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
    toDOM: (): DOMOutputSpec => ['em', 0],
  },
} satisfies Record<string, MarkSpec>

/** Whether a link leads where the allow-list lets it: to a page of the shop, or by a scheme that it knows. */
export function isAllowedLink(href: string): boolean {
  return allowed_link.test(href)
}

export const article_schema = new Schema({ nodes, marks })
