import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DemoData } from '#db/seed/demo-data.ts'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import type { SeededCategories } from '#db/seed/categories.ts'
import type { Tx } from '#db/schema.ts'

type QuestionText = [question: string, answer: string]

interface CategoryText {
  /** Paragraphs; one that begins with # is a heading. */
  description: string[]
  faq: QuestionText[]
}

interface CategoryTexts {
  /** Questions about all products: VAT, delivery. */
  service: QuestionText[]
  categories: Record<string, CategoryText>
  tags: Record<string, CategoryText>
  brands: Record<string, CategoryText>
}

type Kind = 'category' | 'tag' | 'brand'

/** Service questions follow a top category's own questions, up to this many in all. */
const max_questions = 6

/** Inserts the articles and questions that pages of categories, tags and brands show below their lists. */
export async function seedCategoryTexts(
  trx: Tx,
  { categories, oddities }: Pick<DemoData, 'categories' | 'oddities'>,
  seeded: SeededCategories,
): Promise<void> {
  const texts = await readTexts()
  const tags = new Map(oddities.tags.map(({ tag_key }, index) => [tag_key, index + 1]))
  const tops = new Set(categories.filter(({ parent }) => !parent).map(({ code }) => code))
  const withService = Object.entries(texts.categories).map(([code, { description, faq }]) => {
    const service = tops.has(code) ? texts.service : []
    return [code, { description, faq: [...faq, ...service].slice(0, max_questions) }] as const
  })
  const faq = [
    ...(await writeTexts(trx, 'category', withService, seeded.categories)),
    ...(await writeTexts(trx, 'tag', Object.entries(texts.tags), tags)),
    ...(await writeTexts(trx, 'brand', Object.entries(texts.brands), seeded.brands)),
  ]
  await insertRows(
    trx,
    'faq',
    faq.map((row, index) => ({ faq_id: index + 1, ...row })),
  )
  await advanceSequence(trx, 'faq', 'faq_id')
}

const tables = {
  category: { table: 'category', key: 'category_id' },
  tag: { table: 'product_tag', key: 'product_tag_id' },
  brand: { table: 'brand', key: 'brand_id' },
} as const

/** Writes the articles of one kind and returns its questions as rows. Skips entities that the shop does not have. */
async function writeTexts(
  trx: Tx,
  kind: Kind,
  texts: readonly (readonly [string, CategoryText])[],
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
    update ${sql.table(table)} target set description = text.article
    from jsonb_to_recordset(${JSON.stringify(articles)}::jsonb) text(entity_id bigint, article text)
    where target.${sql.ref(key)} = text.entity_id
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

async function readTexts(): Promise<CategoryTexts> {
  const file = join(import.meta.dirname, 'demo', 'category-texts.json')
  return JSON.parse(await readFile(file, 'utf8')) as CategoryTexts
}
