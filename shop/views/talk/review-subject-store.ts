import { sql } from 'kysely'
import type { ReviewQuestion } from '#contracts/storefront/talk/reviews.ts'
import type { Database } from '#db/schema.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import { reviewCount, reviewRows, type StoredReview } from '#shop/talk/review/review-rows.ts'
import type { StoredRating } from '#shop/talk/review/review.ts'

/** A version that is reviewed, with the codes of its categories from the top down. */
interface ReviewedProduct {
  product_id: number
  name: string
  path: string
  category_codes: string[]
}

/** Finds a version that has a page. */
export async function findReviewedProduct(
  db: Database,
  product_id: number,
): Promise<ReviewedProduct | undefined> {
  const { rows } = await sql<ReviewedProduct>`
    select product.product_id, product.name, '/' || slug.path as path,
      array(select above.code from unnest(category.path) with ordinality as step (category_id, place)
        join category above using (category_id) order by place) as category_codes
    from product
    join category on category.category_id = product.category_id
    join slug on slug.kind = 'product' and slug.entity_id = product.product_id and slug.is_current
    where product.product_id = ${product_id} and product.type = 'configurable' and product.is_active
      and product.used_of is null
  `.execute(db)
  return rows[0]
}

/** The sums of a version's reviews, the codes of its categories from the top down, and a page of the reviews. */
interface ReviewPage extends StoredRating, Pick<ReviewedProduct, 'category_codes'> {
  /** How many reviews the filters leave. */
  total: number
  reviews: StoredReview[]
}

export async function findReviewPage(
  db: Database,
  question: ReviewQuestion,
  page: { limit: number; offset: number },
): Promise<ReviewPage> {
  const { rows } = await sql<ReviewPage>`
    select coalesce(sums.by_stars, '[]') as by_stars, coalesce(sums.with_pictures, 0) as with_pictures,
      coalesce(sums.bought, 0) as bought,
      coalesce((select json_agg(json_build_object('aspect', aspect, 'quantity', quantity, 'total', total))
        from product_aspect_rating aspect where aspect.product_id = asked.product_id), '[]') as aspects,
      array(select above.code from product
        join category using (category_id)
        cross join unnest(category.path) with ordinality as step (category_id, place)
        join category above on above.category_id = step.category_id
        where product.product_id = asked.product_id and product.type = 'configurable'
          and product.is_active and product.used_of is null order by place) as category_codes,
      ${reviewCount(question)} as total,
      coalesce((select json_agg(each) from (${reviewRows(question, page)}) each), '[]') as reviews
    from (values (${question.product_id}::bigint)) asked (product_id)
    left join lateral (
      select json_build_array(stars_1, stars_2, stars_3, stars_4, stars_5) as by_stars, with_pictures, bought
      from product_rating rating where rating.product_id = asked.product_id) sums on true`.execute(
    db,
  )
  const none = { by_stars: [], with_pictures: 0, bought: 0, aspects: [], category_codes: [] }
  return rows[0] ?? { ...none, total: 0, reviews: [] }
}

/** An order that proves a purchase. */
export interface Purchase {
  order_id: OrderId
  /** YYYY-MM-DD */
  bought_on: string
  /** Where it was collected; null: it was delivered. */
  bought_shop_id: number | null
}

/** The newest delivered order with a colour of the version, of this customer or of a phone that is proven. */
export async function findPurchase(
  db: Database,
  product_id: number,
  { customer_id, proven_phone }: { customer_id: CustomerId | null; proven_phone: string | null },
): Promise<Purchase | null> {
  const { rows } = await sql<Purchase>`
    select sales_order.order_id, (sales_order.created_at at time zone 'Asia/Ho_Chi_Minh')::date::text as bought_on,
      case when sales_order.recipient->>'shipping_method' = 'store_pickup' then sales_order.shop_id end
        as bought_shop_id
    from sales_order
    where sales_order.state = 'delivered'
      and (sales_order.customer_id = ${customer_id} or reverse(sales_order.phone) = reverse(${proven_phone}))
      and exists (select from sales_order_line line join product item on item.product_id = line.item_id
        where line.order_id = sales_order.order_id and item.parent_id = ${product_id})
    order by sales_order.order_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}
