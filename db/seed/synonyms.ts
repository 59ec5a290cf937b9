import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertRows } from '#db/seed/insert-rows.ts'
import type { Tx } from '#db/schema.ts'

interface DemoSearchTexts {
  synonyms: { words: string; means: string }[]
  trending: string[]
}

/** Inserts synonyms of words in product texts, and the terms that the empty search box shows. */
export async function seedSynonyms(trx: Tx): Promise<void> {
  const { synonyms, trending } = await readSearchTexts()
  await insertRows(trx, 'synonym', synonyms)
  await insertRows(
    trx,
    'trending_term',
    trending.map((term, position) => ({ term, position })),
  )
}

async function readSearchTexts(): Promise<DemoSearchTexts> {
  const text = await readFile(join(import.meta.dirname, 'demo/synonyms.json'), 'utf8')
  return JSON.parse(text) as DemoSearchTexts
}
