import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import type { Tables, Tx } from '#db/schema.ts'

interface DemoPage extends Pick<Tables['static_page'], 'code' | 'title'> {
  path: string
  summary: string
  body: string[]
}

async function readDemoPages(): Promise<DemoPage[]> {
  const file = join(import.meta.dirname, '../demo/static-pages.json')
  return (JSON.parse(await readFile(file, 'utf8')) as { pages: DemoPage[] }).pages
}

/** Inserts the policies and other static pages with their addresses. */
export async function seedStaticPages(trx: Tx, opened_at: Date): Promise<void> {
  const pages = await readDemoPages()
  const rows = pages.map(({ code, title, summary, body }, position) => ({
    ...{ static_page_id: position + 1, code, title, summary, position },
    body: body.map(paragraphOf).join(''),
    ...{ is_in_footer: true, is_active: true, changed_at: opened_at },
    ...{ meta_title: '', meta_description: '', meta_keyword: '', canonical_tag: '' },
    ...{ meta_index: true, meta_follow: true },
  }))
  await insertRows(trx, 'static_page', rows)
  await insertRows(
    trx,
    'slug',
    pages.map(({ path }, index) => ({
      ...{ path, kind: 'static_page', entity_id: index + 1, is_current: true },
    })),
  )
  await advanceSequence(trx, 'static_page', 'static_page_id')
}

/** A line of the file as a paragraph of rich text: "## " begins a heading, "- " an item of a list. */
function paragraphOf(line: string): string {
  if (line.startsWith('## ')) return `<p class="heading">${line.slice(3)}</p>`
  if (line.startsWith('- ')) return `<p class="item">${boldLabel(line.slice(2))}</p>`
  return `<p>${line}</p>`
}

/** "Thẻ quốc tế: 7 đến 15 ngày": what an item is about stands out. */
function boldLabel(item: string): string {
  return item.replace(/^[^:<]{1,60}:(?= )/, '<span style="font-weight:700">$&</span>')
}
