import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertRows } from '#db/seed/insert-rows.ts'
import type { Shelves } from '#db/seed/shelves.ts'
import type { Tx } from '#db/schema.ts'

interface DemoNeed {
  code: string
  category: string
  name: string
  icon: string
  conditions: object[]
  words: string[]
}

/** Writes what people want of goods ("pin trâu", "chơi game"), as filters that are data. */
export async function seedNeeds(trx: Tx, shelves: Shelves): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'demo/needs.json'), 'utf8')
  const { needs } = JSON.parse(text) as { needs: DemoNeed[] }
  await insertRows(
    trx,
    'need',
    needs.map(({ category, conditions, ...need }, position) => ({
      ...need,
      category_id: shelves.categories.get(category),
      conditions,
      position,
    })),
  )
}
