import { type RawBuilder, sql } from 'kysely'
import type { Review, ReviewQuestion } from '#contracts/storefront/talk/reviews.ts'

/** A published review as it is stored. Days are YYYY-MM-DD. */
export interface StoredReview extends Omit<
  Review,
  'created_at' | 'bought' | 'is_edited' | 'reply'
> {
  created_at: number
  edited_at: number | null
  bought_on: string | null
  shop_name: string | null
  reply: string | null
  replied_at: number | null
}

/** Published reviews of a version, newest first, `offset` of them skipped. */
export function reviewRows(
  question: ReviewQuestion,
  { limit, offset }: { limit: number; offset: number },
): RawBuilder<StoredReview> {
  return sql`
    with shown as materialized (${shownKeys(question, { limit, offset })})
    select review.review_id, review.name, review.stars, review.aspects, review.text, review.helpful,
      extract(epoch from review.created_at)::float8 * 1000 as created_at,
      extract(epoch from review.edited_at)::float8 * 1000 as edited_at,
      review.bought_on::text as bought_on, shop.name as shop_name, review.reply,
      extract(epoch from review.replied_at)::float8 * 1000 as replied_at,
      coalesce((select json_agg(json_build_object('src', src, 'width', width, 'height', height) order by position)
        from review_picture where review_picture.review_id = review.review_id), '[]') as pictures
    from review
    left join shop on shop.shop_id = review.bought_shop_id
    where review.review_id in (select review_id from shown)
    order by review.created_at desc, review.review_id desc`
}

/** Keys first: what is skipped is read from an index alone. */
function shownKeys(
  { product_id, stars, with_pictures, bought }: ReviewQuestion,
  { limit, offset }: { limit: number; offset: number },
): RawBuilder<unknown> {
  return sql`select review_id from review
    where product_id = ${product_id} and state = 'published'
      and ${stars === undefined ? sql`true` : sql`stars = ${stars}`}
      and ${with_pictures === true ? sql`picture_count > 0` : sql`true`}
      and ${bought === true ? sql`bought_on is not null` : sql`true`}
    order by created_at desc, review_id desc limit ${limit} offset ${offset}`
}

/** How many published reviews the filters leave, from the sums of each kind: a version has twenty at most. */
export function reviewCount({
  product_id,
  stars,
  with_pictures,
  bought,
}: ReviewQuestion): RawBuilder<number> {
  return sql`(select coalesce(sum(quantity), 0)::integer from review_count
    where product_id = ${product_id}
      and ${stars === undefined ? sql`true` : sql`stars = ${stars}`}
      and ${with_pictures === true ? sql`has_pictures` : sql`true`}
      and ${bought === true ? sql`is_bought` : sql`true`})`
}
