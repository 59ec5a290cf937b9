import type { Database } from '#db/schema.ts'

/** "Pin trâu", "chơi game" and so on, as the menu shows them. */
export interface NeedRow {
  category_id: number
  code: string
  name: string
}

/** All needs, in their order. */
export async function listNeeds(db: Database): Promise<NeedRow[]> {
  return db
    .selectFrom('need')
    .select(['category_id', 'code', 'name'])
    .orderBy('position')
    .orderBy('need_id')
    .execute()
}
