import type { Database } from '#db/schema.ts'

/** A need such as "Pin trâu" or "chơi game", as the menu shows it. */
export interface NeedRow {
  category_id: number
  code: string
  name: string
}

/** Returns all needs in their order. */
export async function listNeeds(db: Database): Promise<NeedRow[]> {
  return db
    .selectFrom('need')
    .select(['category_id', 'code', 'name'])
    .orderBy('position')
    .orderBy('need_id')
    .execute()
}
