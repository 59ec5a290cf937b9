import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRichText } from '#shop/flows/import/foreign-text.ts'

test('reads paragraphs, spans and links', () => {
  const html =
    '<p><span>iPhone</span> là mẫu <a href="/dien-thoai">điện thoại</a> mới.</p><p>Hai</p>'
  expect(parseRichText(html)).toEqual([
    [
      { text: 'iPhone' },
      { text: ' là mẫu ' },
      { text: 'điện thoại', href: '/dien-thoai' },
      { text: ' mới.' },
    ],
    [{ text: 'Hai' }],
  ])
})

test('plain text is one paragraph and entities are letters', () => {
  expect(parseRichText('6.9&quot; &amp; 5 &lt; 6&#33;')).toEqual([[{ text: '6.9" & 5 < 6!' }]])
})

test('the content of a script or style is ignored', () => {
  expect(parseRichText('a<script>alert(1)</script><style>p{}</style>b')).toEqual([
    [{ text: 'a' }, { text: 'b' }],
  ])
})

test.each([
  'javascript:alert(1)',
  ' java\nscript:x',
  '//evil.example',
  '/\\evil.example',
  'data:x',
])('the link %s leads nowhere', (href) => {
  expect(parseRichText(`<a href="${href}">x</a>`)).toEqual([[{ text: 'x' }]])
})

test('all links lead to the shop or to an https address', () => {
  const leadsAway = (noise: string) =>
    parseRichText(`<a href='${noise}'>a</a>${noise}<a href="/${noise}">b</a>`)
      .flatMap((paragraph) => paragraph.map((span) => span.href ?? '/'))
      .some((href) => !/^(\/(?![/\\])|https:\/\/)/.test(href))
  fc.assert(fc.property(fc.string(), (noise) => !leadsAway(noise)))
  expect(leadsAway('/evil.example')).toBe(false)
})
