import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { target_path, target_tables } from '#shop/content/link-rows.ts'

/** The current target of a path of this shop; `path` is null if the product or post is inactive. */
export interface Target {
  path: string | null
  product_id: number | null
}

/**
 * Finds the targets of paths of this shop ("/iphone-18-pro-max"), old addresses included. A path that is no
 * slug, such as /he-thong-cua-hang, is not in the result: it is a page of its own.
 */
export async function findTargets(
  db: Database,
  paths: readonly string[],
): Promise<Map<string, Target>> {
  if (paths.length === 0) return new Map()
  const { rows } = await sql<Target & { requested: string }>`
    select '/' || requested.path as requested, ${target_path} as path, product.product_id
    from ${target_tables}
    where requested.path = any(${paths.map((path) => path.slice(1))}::text[])
  `.execute(db)
  return new Map(rows.map(({ requested, path, product_id }) => [requested, { path, product_id }]))
}
