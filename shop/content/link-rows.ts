import { sql } from 'kysely'

/** What a requested address leads to: its current path, null if the product or post is inactive. */
export const target_path = sql<string | null>`
  case when product.is_active is not false and post.is_active is not false then '/' || current.path end`

/** The tables of `target_path`: the address `requested` and what it names. */
export const target_tables = sql`
  slug requested
  join slug current on current.kind = requested.kind and current.entity_id = requested.entity_id
    and current.is_current
  left join product on requested.kind = 'product' and product.product_id = requested.entity_id
  left join post on requested.kind = 'post' and post.post_id = requested.entity_id`
