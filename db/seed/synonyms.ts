import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertRows } from '#db/seed/insert-rows.ts'
import type { Tx } from '#db/schema.ts'

interface DemoWords {
  synonyms: { words: string; means: string }[]
  trending: string[]
}

/** Writes the words that people use for words of goods, and what the search box shows at first. */
export async function seedSynonyms(trx: Tx): Promise<void> {
  const { synonyms, trending } = await readWords()
  await insertRows(trx, 'synonym', synonyms)
  await insertRows(
    trx,
    'trending_term',
    trending.map((term, position) => ({ term, position })),
  )
}

async function readWords(): Promise<DemoWords> {
  const text = await readFile(join(import.meta.dirname, 'demo/synonyms.json'), 'utf8')
  return JSON.parse(text) as DemoWords
}
