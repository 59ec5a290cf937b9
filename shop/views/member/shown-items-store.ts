import type { Database } from '#db/schema.ts'

/** The colours on sale of versions. */
export async function findShownColors(
  db: Database,
  version_ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('product')
    .where('parent_id', 'in', [...version_ids])
    .where('is_active', '=', true)
    .select('product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}
