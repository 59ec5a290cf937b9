import { expect, test } from 'vitest'
import { articleHtml } from '#admin/pages/content/articles/one/editor/article-html.ts'
import {
  article_schema,
  isAllowedLink,
} from '#admin/pages/content/articles/one/editor/article-schema.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { articleParts } from '#pure/formats/article-parts.ts'

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks })
const block = (type: string, attrs: object, ...content: object[]) => ({ type, attrs, content })
const cell = (words: string) => block('cell', {}, text(words))
const link = (href: string) => ({ type: 'link', attrs: { href } })
const strong = { type: 'strong' }
const em = { type: 'em' }

/** One of every node and mark of the schema, with every value of its attributes. */
const everything = article_schema.nodeFromJSON(
  block(
    'doc',
    {},
    block(
      'paragraph',
      {},
      text('a & b < c > d "e" '),
      text('đậm', strong),
      text('cả hai', strong, em),
    ),
    block(
      'paragraph',
      {},
      text('xem ', link('/a?b=1&c=2')),
      text('máy', link('/a?b=1&c=2'), strong),
    ),
    ...[2, 3, 4].map((level) => block('heading', { level }, text(`Mục ${level}`))),
    block('item', { is_numbered: false }, text('một'), text('nghiêng', em)),
    block('item', { is_numbered: true }, text('hai', link('mailto:a@b.vn'))),
    block('quotation', {}, text('lời')),
    block('row', { is_head: true }, cell('Máy'), cell('Giá')),
    block('row', { is_head: false }, cell('A'), block('cell', {})),
    block('picture', { src: '/bai-viet/anh/x.webp' }, text('Máy trên tay')),
    block('products', { is_table: false }, text('A', link('/a')), text(', SKU-2')),
    block('products', { is_table: true }, text('A', link('/a'))),
    block('question', {}, text('Bao lâu?')),
    block('answer', {}, text('Một giờ.')),
    block('video', {}, text('Trên tay', link('https://youtu.be/abcdefghijk'))),
  ),
)

test('the cleaner keeps every node and mark that the editor can make', () => {
  everything.check()
  const used = new Set<string>()
  everything.descendants((node) => {
    used.add(node.type.name)
    for (const mark of node.marks) used.add(mark.type.name)
  })
  const known = [...Object.keys(article_schema.nodes), ...Object.keys(article_schema.marks)]
  expect([...used, 'doc'].toSorted()).toEqual(known.toSorted())
  const html = articleHtml(everything)
  expect(cleanRichText(html)).toBe(html)
  expect(articleParts(html).map(({ kind }) => kind)).toEqual([
    ...['text', 'heading', 'heading', 'heading', 'list', 'list', 'quote', 'table', 'picture'],
    ...['products', 'prices', 'faq', 'video'],
  ])
})

test('empty blocks are not stored; a picture without words is, so that they are demanded', () => {
  const doc = article_schema.nodeFromJSON(
    block(
      'doc',
      {},
      block('paragraph', {}),
      block('question', {}, text(' ')),
      block('picture', { src: '/bai-viet/anh/x.webp' }),
    ),
  )
  const html = '<p class="picture"><a href="/bai-viet/anh/x.webp"></a></p>'
  expect(articleHtml(doc)).toBe(html)
  expect(cleanRichText(html)).toBe(html)
})

test.each([
  ['/a', true],
  ['https://a.vn', true],
  ['tel:19001009', true],
  ['//a.vn', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['a', false],
])('a link to %s: %s', (href, is_allowed) => {
  expect(isAllowedLink(href)).toBe(is_allowed)
})
