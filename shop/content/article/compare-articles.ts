import type {
  ArticleComparison,
  ArticleContent,
  ComparedLine,
} from '#contracts/staff/offers/articles.ts'
import { paragraph_classes, wordsOf } from '#pure/formats/article-parts.ts'

const field_labels = {
  title: 'Tiêu đề',
  path: 'Địa chỉ',
  tags: 'Chủ đề',
  image: 'Ảnh bìa',
  excerpt: 'Mô tả',
  meta_title: 'Tiêu đề cho máy tìm kiếm',
  meta_description: 'Mô tả cho máy tìm kiếm',
  meta_keyword: 'Từ khóa',
  canonical_tag: 'Địa chỉ chính thức',
} as const satisfies Partial<Record<keyof ArticleContent, string>>

const { heading2, heading3, heading4, bullet, number, quote, question } = paragraph_classes
const marks: Readonly<Record<string, string>> = {
  [heading2]: '## ',
  [heading3]: '### ',
  [heading4]: '#### ',
  [bullet]: '• ',
  [number]: '1. ',
  [quote]: '> ',
  [question]: '? ',
  [paragraph_classes.picture]: '[Ảnh] ',
  [paragraph_classes.products]: '[Sản phẩm] ',
  [paragraph_classes.prices]: '[Bảng giá] ',
  [paragraph_classes.video]: '[Video] ',
}

/** What has changed between a version and what is being written, field by field and line by line. */
export function compareArticles(
  number_of_version: number,
  before: ArticleContent,
  after: ArticleContent,
): ArticleComparison {
  const fields = (Object.keys(field_labels) as (keyof typeof field_labels)[]).flatMap((name) =>
    before[name] === after[name]
      ? []
      : [{ label: field_labels[name], before: before[name], after: after[name] }],
  )
  const lines = comparedLines(linesOf(before.body), linesOf(after.body))
  return { number: number_of_version, fields, lines: withGaps(lines) }
}

/** A text as a reader sees it: a line for each paragraph, with a mark of what it is. */
function linesOf(body: string): string[] {
  return body.split('</p>').flatMap((paragraph) => {
    const name = /<p[^>]*class="([^"]*)"/.exec(paragraph)?.[1] ?? ''
    const text = wordsOf(paragraph.replaceAll('</span><span class="cell">', ' | '))
    return text === '' ? [] : [(marks[name] ?? '') + text]
  })
}

/** The shortest way from one list of lines to the other. */
function comparedLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const common = commonLengths(before, after)
  const lines: ComparedLine[] = []
  let [b, a] = [0, 0]
  while (b < before.length || a < after.length) {
    const [old, fresh] = [before[b], after[a]]
    const keeps_old = common[b]?.[a + 1] ?? -1
    const drops_old = common[b + 1]?.[a] ?? -1
    if (old !== undefined && old === fresh) {
      lines.push({ kind: 'same', text: old })
      b += 1
      a += 1
    } else if (old !== undefined && (fresh === undefined || drops_old >= keeps_old)) {
      lines.push({ kind: 'removed', text: old })
      b += 1
    } else {
      lines.push({ kind: 'added', text: fresh ?? '' })
      a += 1
    }
  }
  return lines
}

/** How many lines the rests from each pair of places have in common. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  )
  for (let b = before.length - 1; b >= 0; b -= 1) {
    for (let a = after.length - 1; a >= 0; a -= 1) {
      const row = lengths[b]
      if (row === undefined) continue
      row[a] =
        before[b] === after[a]
          ? 1 + (lengths[b + 1]?.[a + 1] ?? 0)
          : Math.max(lengths[b + 1]?.[a] ?? 0, row[a + 1] ?? 0)
    }
  }
  return lengths
}

/** Lines further than this from a change are left out. */
const around = 1

function withGaps(lines: readonly ComparedLine[]): ComparedLine[] {
  const isNear = (n: number) =>
    lines.slice(Math.max(0, n - around), n + around + 1).some(({ kind }) => kind !== 'same')
  return lines.flatMap((line, n): ComparedLine[] => {
    if (isNear(n)) return [line]
    return n === 0 || isNear(n - 1) ? [{ kind: 'gap', text: '' }] : []
  })
}
