import type { Database } from '#db/schema.ts'
import type { IdentifiedBy } from '#pure/formats/unit-codes.ts'

/** Finds the item with this SKU, in capitals or not. */
export async function findItemBySku(
  db: Database,
  sku: string,
): Promise<{ product_id: number; sku: string; identified_by: IdentifiedBy | null } | null> {
  const row = await db
    .selectFrom('product')
    .select(['product_id', 'sku', 'identified_by'])
    .where('sku', 'in', [sku, sku.toUpperCase()])
    .where('type', '=', 'simple')
    .executeTakeFirst()
  return row ?? null
}
