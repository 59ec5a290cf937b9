import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { ComparedProduct } from '#shop/catalog/comparison.ts'
import { jsonRows } from '#platform/database/json-rows.ts'
import { attributeRows } from '#shop/catalog/attribute-rows.ts'
import type { AttributeRow } from '#shop/catalog/specification.ts'

/** Returns the attributes of active products, in the order of `product_ids`. */
export async function findFacts(
  db: Database,
  product_ids: readonly number[],
): Promise<ComparedProduct[]> {
  const { rows } = await sql<ComparedProduct>`
    select product.product_id, product.category_id, ${jsonRows<AttributeRow>(attributeRows)} as attributes
    from unnest(${product_ids}::bigint[]) with ordinality as requested (product_id, position)
    join product using (product_id)
    where product.type = 'configurable' and product.is_active and product.used_of is null
    order by requested.position
  `.execute(db)
  return rows
}
