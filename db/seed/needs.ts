import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertRows } from '#db/seed/insert-rows.ts'
import type { SeededCategories } from '#db/seed/categories.ts'
import type { Tx } from '#db/schema.ts'

interface DemoNeed {
  code: string
  category: string
  name: string
  icon: string
  conditions: object[]
  words: string[]
}

/** Inserts the needs of shoppers ("pin trâu", "chơi game") with their filter conditions. */
export async function seedNeeds(trx: Tx, seeded: SeededCategories): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'demo/needs.json'), 'utf8')
  const { needs } = JSON.parse(text) as { needs: DemoNeed[] }
  await insertRows(
    trx,
    'need',
    needs.map(({ category, conditions, ...need }, position) => ({
      ...need,
      category_id: seeded.categories.get(category),
      conditions,
      position,
    })),
  )
}
