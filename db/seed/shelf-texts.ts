import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DemoData } from '#db/seed/demo-data.ts'
import { continueNumbering, insertRows } from '#db/seed/insert-rows.ts'
import type { Shelves } from '#db/seed/shelves.ts'
import type { Tx } from '#db/schema.ts'

type QuestionText = [question: string, answer: string]

interface ShelfText {
  /** Paragraphs; one that begins with # is a heading. */
  description: string[]
  faq: QuestionText[]
}

interface ShelfTexts {
  /** What is asked of every kind of goods: VAT, delivery. */
  service: QuestionText[]
  categories: Record<string, ShelfText>
  tags: Record<string, ShelfText>
  brands: Record<string, ShelfText>
}

type Kind = 'category' | 'tag' | 'brand'

/** Questions of the service stand below a top category's own, up to so many in all. */
const most_questions = 6

/** Writes what pages of categories, tags and brands say below their lists: articles, questions. */
export async function seedShelfTexts(
  trx: Tx,
  { categories, oddities }: Pick<DemoData, 'categories' | 'oddities'>,
  shelves: Shelves,
): Promise<void> {
  const texts = await readTexts()
  const tags = new Map(oddities.tags.map(({ tag_key }, index) => [tag_key, index + 1]))
  const tops = new Set(categories.filter(({ parent }) => !parent).map(({ code }) => code))
  const withService = Object.entries(texts.categories).map(([code, { description, faq }]) => {
    const service = tops.has(code) ? texts.service : []
    return [code, { description, faq: [...faq, ...service].slice(0, most_questions) }] as const
  })
  const faq = [
    ...(await writeTexts(trx, 'category', withService, shelves.categories)),
    ...(await writeTexts(trx, 'tag', Object.entries(texts.tags), tags)),
    ...(await writeTexts(trx, 'brand', Object.entries(texts.brands), shelves.brands)),
  ]
  await insertRows(
    trx,
    'faq',
    faq.map((row, index) => ({ faq_id: index + 1, ...row })),
  )
  await continueNumbering(trx, 'faq', 'faq_id')
}

const tables = {
  category: { table: 'category', key: 'category_id' },
  tag: { table: 'product_tag', key: 'product_tag_id' },
  brand: { table: 'brand', key: 'brand_id' },
} as const

/** Writes the articles of one kind; gives its questions as rows. What the shop does not have is left out. */
async function writeTexts(
  trx: Tx,
  kind: Kind,
  texts: readonly (readonly [string, ShelfText])[],
  ids: ReadonlyMap<string, number>,
) {
  const known = texts.flatMap(([code, text]) => {
    const entity_id = ids.get(code)
    return entity_id === undefined ? [] : [{ entity_id, ...text }]
  })
  const { table, key } = tables[kind]
  const articles = known.map(({ entity_id, description }) => ({
    entity_id,
    article: description.map(paragraph).join(''),
  }))
  await sql`
    update ${sql.table(table)} shelf set description = text.article
    from jsonb_to_recordset(${JSON.stringify(articles)}::jsonb) text(entity_id bigint, article text)
    where shelf.${sql.ref(key)} = text.entity_id
  `.execute(trx)
  return known.flatMap(({ entity_id, faq }) =>
    faq.map(([question, answer], position) => ({
      kind,
      entity_id,
      position,
      question,
      answer: `<p>${answer}</p>`,
    })),
  )
}

function paragraph(text: string): string {
  return text.startsWith('# ')
    ? `<p style="font-size:18px;font-weight:700">${text.slice(2)}</p>`
    : `<p>${text}</p>`
}

async function readTexts(): Promise<ShelfTexts> {
  const file = join(import.meta.dirname, 'demo', 'shelf-texts.json')
  return JSON.parse(await readFile(file, 'utf8')) as ShelfTexts
}
