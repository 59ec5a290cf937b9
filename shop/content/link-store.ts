import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Where a path of this shop leads now; `path` is null when what it named has left the shop. */
export interface Target {
  path: string | null
  product_id: number | null
}

/**
 * Looks paths of this shop up ("/iphone-18-pro-max"), old addresses too. A path that is in no table
 * of addresses, such as /he-thong-cua-hang, is not in the answer: it is a page of its own.
 */
export async function findTargets(
  db: Database,
  paths: readonly string[],
): Promise<Map<string, Target>> {
  if (paths.length === 0) return new Map()
  const { rows } = await sql<Target & { asked: string }>`
    select '/' || asked.path as asked,
      case when product.is_active is not false and post.is_active is not false
        then '/' || current.path end as path,
      product.product_id
    from slug asked
    join slug current on current.kind = asked.kind and current.entity_id = asked.entity_id
      and current.is_current
    left join product on asked.kind = 'product' and product.product_id = asked.entity_id
    left join post on asked.kind = 'post' and post.post_id = asked.entity_id
    where asked.path = any(${paths.map((path) => path.slice(1))}::text[])
  `.execute(db)
  return new Map(rows.map(({ asked, path, product_id }) => [asked, { path, product_id }]))
}
