import { expect, test } from 'vitest'
import { articleParts, wordsOf } from '#pure/formats/article-parts.ts'

test('paragraphs become what their classes say; those of one kind that follow each other belong together', () => {
  const html = [
    '<p>Mở <span style="font-weight:700">đầu</span></p><p>hai</p>',
    '<p class="heading">Pin</p><p class="item">một</p><p class="item">hai</p><p class="item-numbered">1</p>',
    '<p class="quotation">a</p><p class="quotation">b</p>',
    '<p class="cells-head"><span class="cell">Máy</span><span class="cell">Giá</span></p>',
    '<p class="cells"><span class="cell"><span style="font-weight:700">A</span> x</span><span class="cell"></span></p>',
    '<p class="picture"><a href="/media/a.webp">Máy trên tay</a></p>',
    '<p class="products"><a href="/a">A</a>, <a href="/b?x=1&amp;y=2">B</a></p>',
    '<p class="question">Bao lâu?</p><p class="answer">Một giờ.</p><p class="question">Ở đâu?</p>',
    '<p class="video"><a href="https://youtu.be/abcdefghijk">Trên tay</a></p>',
  ].join('\n')
  expect(articleParts(html)).toEqual([
    {
      kind: 'text',
      html: '<p>Mở <span style="font-weight:700">đầu</span></p><p>hai</p>\n',
    },
    { kind: 'heading', level: 2, html: 'Pin' },
    { kind: 'list', is_numbered: false, items: ['một', 'hai'] },
    { kind: 'list', is_numbered: true, items: ['1'] },
    { kind: 'quote', paragraphs: ['a', 'b'] },
    {
      kind: 'table',
      head: ['Máy', 'Giá'],
      rows: [['<span style="font-weight:700">A</span> x', '']],
    },
    { kind: 'picture', link: { href: '/media/a.webp', words: 'Máy trên tay' } },
    {
      kind: 'products',
      links: [
        { href: '/a', words: 'A' },
        { href: '/b?x=1&y=2', words: 'B' },
      ],
    },
    {
      kind: 'faq',
      items: [
        { question: 'Bao lâu?', answers: ['Một giờ.'] },
        { question: 'Ở đâu?', answers: [] },
      ],
    },
    {
      kind: 'video',
      link: { href: 'https://youtu.be/abcdefghijk', words: 'Trên tay' },
      youtube_id: 'abcdefghijk',
    },
  ])
})

test('what lacks its part is text: nothing of an article is lost', () => {
  for (const html of [
    '<p class="answer">Một giờ.</p>',
    '<p class="picture">không có ảnh</p>',
    '<p class="video"><a href="https://khac.example/watch?v=abcdefghijk">x</a></p>',
    '<span><p>trong span</p></span>',
    'chữ trần',
  ]) {
    expect(articleParts(html)).toEqual([{ kind: 'text', html }])
  }
  expect(wordsOf('<p>a &amp;lt; <span>b</span></p><p>c</p>')).toBe('a &lt; b c')
})
