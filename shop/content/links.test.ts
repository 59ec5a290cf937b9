import { expect, test } from 'vitest'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { resolveLinks } from '#shop/content/links.ts'

const targets = new Map([['/iphone-17', { path: '/iphone-18', product_id: 1 }]])

test('a link keeps its query, whatever characters it has, and no text gets into the link', () => {
  for (const signs of ["$'", '$`', '$&', '$$']) {
    const text = cleanRichText(
      `<p>Xem <a href="/iphone-17?x=${signs}" class="onmouseover=alert(1) ">máy này</a> nhé</p>`,
    )
    expect(resolveLinks(text, targets)).toBe(text.replace('/iphone-17', () => '/iphone-18'))
  }
})
