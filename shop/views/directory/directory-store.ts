import { sql, type RawBuilder } from 'kysely'
import type { DirectoryEntry, DirectoryKind, Offer } from '#contracts/storefront/directory.ts'
import type { Database } from '#db/schema.ts'
import { priceRowsOf } from '#shop/pricing/price/price-rows.ts'
import { makerCode } from '#shop/catalog/maker-code-rows.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import { no_offers, offersOf } from '#shop/pricing/promotion/offer-rows.ts'
import type { Offers } from '#shop/pricing/promotion/offers.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** A page that names another one as canonical is not listed. It may name itself, also with the address of the shop. */
const isOwnCanonical = sql`regexp_replace(canonical_tag, '^https?://[^/]+', '') in ('', '/' || slug.path)`

/** Selects the indexable pages of each kind: `number`, `path`, `changed_at` and `image`. */
const pages: Record<DirectoryKind, RawBuilder<unknown>> = {
  product: sql`
    select product_id as number, '/' || slug.path as path, changed_at,
      (select media.src from product color join product_media media on media.product_id = color.product_id
       where color.parent_id = product.product_id and color.is_active
       order by color.product_id, media.position limit 1) as image
    from product
    join slug on slug.kind = 'product' and slug.entity_id = product_id and slug.is_current
    where type = 'configurable' and is_active and used_of is null and meta_index and ${isOwnCanonical}`,
  category: sql`
    select category_id as number, '/' || slug.path as path,
      greatest(changed_at, (select max(changed_at) from product
        where product.category_id = category.category_id)) as changed_at, thumbnail as image
    from category
    join slug on slug.kind = 'category' and slug.entity_id = category_id and slug.is_current
    where meta_index and ${isOwnCanonical}`,
  tag: sql`
    select product_tag_id as number, '/the-san-pham/' || tag_key as path,
      greatest(product_tag.changed_at, max(product.changed_at)) as changed_at, null as image
    from product_tag
    join product_tag_member using (product_tag_id)
    join product on product.product_id = product_tag_member.product_id and product.is_active
    where product_tag.meta_index
    group by product_tag_id`,
  brand: sql`
    select brand_id as number, '/thuong-hieu/' || brand.slug as path,
      max(product.changed_at) as changed_at, logo as image
    from brand join product using (brand_id)
    where product.is_active and product.type = 'configurable' and product.used_of is null
    group by brand_id`,
  post: sql`
    select post_id as number, '/' || slug.path as path, updated_at as changed_at, image
    from post join slug on slug.kind = 'post' and slug.entity_id = post_id and slug.is_current
    where is_active and meta_index and ${isOwnCanonical} and published_at <= now()`,
  post_category: sql`
    select post_category_id as number, '/' || slug.path as path, max(updated_at) as changed_at,
      post_category.image
    from post_category
    join slug on slug.kind = 'post_category' and slug.entity_id = post_category_id and slug.is_current
    join post using (post_category_id)
    where post.is_active and post.published_at <= now() and post_category.meta_index
      and regexp_replace(post_category.canonical_tag, '^https?://[^/]+', '') in ('', '/' || slug.path)
    group by post_category_id, slug.path`,
  repair: sql`
    select service_id as number, '/' || slug.path as path, changed_at, thumbnail as image
    from repair_service
    join repair_part using (part_code)
    join slug on slug.kind = 'repair_service' and slug.entity_id = service_id and slug.is_current
    where is_active and meta_index and ${isOwnCanonical}
      and exists (select from repair_option
        where repair_option.service_id = repair_service.service_id and repair_option.is_active)`,
  used: sql`
    select product.product_id as number, '/' || slug.path as path, max(used.changed_at) as changed_at,
      (array_agg(media.src order by used.imei_id))[1] as image
    from used_unit used
    join product on product.product_id = used.version_id and product.is_active and product.meta_index
    join slug on slug.kind = 'product' and slug.entity_id = product.product_id and slug.is_current
    left join product_media media on media.product_id = used.product_id and media.position = 0
    where used.state in ('listed', 'held') and ${isOwnCanonical}
    group by product.product_id, slug.path`,
  landing: sql`
    select landing_page_id * 3 + array_position(array['landing_page', 'landing_teasing', 'landing_dday'], kind) as number,
      '/' || slug.path as path, changed_at, meta_thumbnail as image
    from landing_page
    join slug on slug.kind like 'landing%' and slug.entity_id = landing_page_id and slug.is_current
    where is_active and meta_index and (kind <> 'landing_page' or ${isOwnCanonical})`,
  page: sql`
    select static_page_id as number, '/' || slug.path as path, changed_at, meta_thumbnail as image
    from static_page
    join slug on slug.kind = 'static_page' and slug.entity_id = static_page_id and slug.is_current
    where is_active and meta_index and ${isOwnCanonical}`,
}

/** Returns one batch of the pages of a kind, with their total and the newest change. */
export async function listEntries(
  db: Database,
  kind: DirectoryKind,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; changed_at: string | null; entries: DirectoryEntry[] }> {
  const { rows } = await sql<DirectoryEntryRow>`
    select path, changed_at, image, count(*) over () as total, max(changed_at) over () as newest
    from (${pages[kind]}) pages
    order by number limit ${size} offset ${(page - 1) * size}`.execute(db)
  const entries = rows.map(({ path, changed_at, image }) => ({
    path,
    changed_at: changed_at.toISOString(),
    image,
  }))
  const changed_at = rows[0]?.newest.toISOString() ?? null
  return { total: rows[0]?.total ?? 0, changed_at, entries }
}

interface DirectoryEntryRow extends Omit<DirectoryEntry, 'changed_at'> {
  changed_at: Date
  newest: Date
  total: number
}

/** An item as a feed needs it, with the rows from which its price is calculated. */
interface OfferRow extends Omit<
  Offer,
  'categories' | 'price' | 'special_price' | 'special_until' | 'shipping_fee' | 'launch_on'
> {
  category_id: number
  launched_on: string | null
  price_rows: PriceRow[]
  offers: Offers
}

/** Returns items with price rows whose id is greater than `after`, in the order of ids; `description` is rich text. */
export async function listOffers(
  db: Database,
  { after, size, province_id }: { after: number; size: number; province_id: number },
  now: Date,
): Promise<OfferRow[]> {
  const color = sql.ref('color.product_id')
  const item = {
    product_id: color,
    version_id: sql.ref('color.parent_id'),
    category_path: sql.ref('category.path'),
  }
  const codes = { item_id: color, version_id: sql.ref('color.parent_id') }
  const { rows } = await sql<OfferRow>`
    select color.product_id as item_id, color.sku, version.product_id, version.name,
      color.color_name, color.color_slug, used.imei_id, version.description,
      case when used.imei_id is null then '/' || slug.path else '/may-cu/' || used.imei_id end as path,
      brand.name as brand, version.category_id,
      array(select replace(media.src, '-nho.webp', '-lon.webp') from product_media media where media.product_id = color.product_id
        and media.kind = 'picture' order by media.position limit 10) as images,
      ${priceRowsOf(color, sql`${province_id}::integer`, [])} as price_rows,
      case when used.imei_id is null then ${offersOf(item, now)} else ${no_offers} end as offers,
      exists (select from stock join shop using (shop_id)
        where stock.product_id = color.product_id and stock.quantity > 0 and ${shopSells}) as is_in_stock,
      ${makerCode('gtin', codes)} as gtin, ${makerCode('mpn', codes)} as mpn,
      version.launched_on::text as launched_on
    from product color
    join product version on version.product_id = color.parent_id and version.is_active
    join brand on brand.brand_id = version.brand_id
    join slug on slug.kind = 'product' and slug.entity_id = version.product_id and slug.is_current
    join category on category.category_id = version.category_id
    left join used_unit used on used.product_id = color.product_id
    where color.type = 'simple' and color.is_active and color.product_id > ${after}
      and (used.imei_id is null or used.state in ('listed', 'held'))
      and exists (select from price where price.product_id = color.product_id
        and price.customer_group_id is null
        and (price.province_id is null or price.province_id = ${province_id}))
    order by color.product_id limit ${size}`.execute(db)
  return rows
}

/** Returns for each category the names from the top category down to itself. */
export async function categoryNames(db: Database): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ category_id: number; names: string[] }>`
    with recursive branch as (
      select category_id, array[name] as names from category where parent_id is null
      union all
      select category.category_id, branch.names || category.name
      from category join branch on branch.category_id = category.parent_id
    )
    select * from branch`.execute(db)
  return new Map(rows.map(({ category_id, names }) => [category_id, names]))
}
