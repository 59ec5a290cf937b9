import { sql } from 'kysely'

/**
 * What a requested address leads to: its current path, null if the product or page is inactive or not yet published.
 */
export const target_path = sql<string | null>`
  case when product.is_active is not false and post.is_active is not false and page.is_active is not false
    and (post.published_at is null or post.published_at <= now()) then '/' || current.path end`

/** The tables of `target_path`: the address `requested` and what it names. */
export const target_tables = sql`
  slug requested
  join slug current on current.kind = requested.kind and current.entity_id = requested.entity_id
    and current.is_current
  left join product on requested.kind = 'product' and product.product_id = requested.entity_id
  left join post on requested.kind = 'post' and post.post_id = requested.entity_id
  left join static_page page on requested.kind = 'static_page' and page.static_page_id = requested.entity_id`
