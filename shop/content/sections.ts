import type { Section } from '#contracts/storefront/content.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import { plainText } from '#shop/catalog/meta.ts'

/**
 * A heading in a rich text, which knows no tag for it (contract §5): a paragraph of the class `heading`, or one that is
 * bold as a whole, as imported articles have it.
 */
const heading =
  /<p class="heading">((?:(?!<\/?p\b)[\s\S])*)<\/p>|<p><span style="font-weight:(?:700|bold)">((?:(?!<\/?(?:p|span)\b)[\s\S])*)<\/span><\/p>/g

/** Splits a cleaned rich text at its headings. The first section has none if the text begins without. */
export function sectionsOf(clean: string): Section[] {
  const sections: Section[] = []
  const known = new Set<string>()
  let [title, from] = ['', 0]
  const close = (to: number) => {
    const html = clean.slice(from, to).trim()
    if (title !== '' || html !== '') sections.push({ id: idOf(title, known), title, html })
  }
  for (const found of clean.matchAll(heading)) {
    close(found.index)
    title = plainText(found[1] ?? found[2] ?? '')
    from = found.index + found[0].length
  }
  close(clean.length)
  return sections
}

/** Makes the anchor of a heading; two with the same words are told apart by a number. */
function idOf(title: string, known: Set<string>): string {
  if (title === '') return ''
  const base = `muc-${slugify(title).slice(0, 60)}`
  let id = base
  for (let turn = 2; known.has(id); turn++) id = `${base}-${turn}`
  known.add(id)
  return id
}
