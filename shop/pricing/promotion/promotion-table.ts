import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { FlashOffer, Offers, PromotionOffer } from '#shop/pricing/promotion/offers.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'

/** Offers of many goods at once, looked up in memory: what `offersOf` says of one product in SQL. */
export interface OfferTable {
  by_product: ReadonlyMap<number, readonly PromotionOffer[]>
  by_category: ReadonlyMap<number, readonly PromotionOffer[]>
  flash: ReadonlyMap<number, readonly FlashOffer[]>
}

export interface OfProduct {
  /** The colour that is sold, and the version it is a colour of. */
  product_id: number
  version_id: number
  /** Its category and those above it, nearest first. */
  shelves: readonly number[]
}

interface TargetRow {
  promotion_id: number
  product_id: number | null
  category_id: number | null
  percent: number | null
  value: number | null
  price: number | null
}

/** Reads what may lower prices now or later: of everything, or of these versions and their colours. */
export async function loadOfferTable(
  db: Database,
  version_ids: readonly number[] | null,
  now: Date,
): Promise<OfferTable> {
  const goods =
    version_ids === null
      ? sql`true`
      : sql`target.product_id in (select product_id from product
          where product_id = any(${version_ids}::bigint[]) or parent_id = any(${version_ids}::bigint[]))`
  const targets = await sql<TargetRow>`
    select target.promotion_id, target.product_id, target.category_id,
      target.percent::float8 as percent, target.value, target.price
    from promotion_target target join promotion using (promotion_id)
    where promotion.is_active and promotion.kind <> 'payment'
      and (promotion.ends_at is null or promotion.ends_at > ${now}::timestamptz)
      and (target.category_id is not null or ${goods})
  `.execute(db)
  const ids = [...new Set(targets.rows.map((row) => row.promotion_id))]
  const promotions = ids.length === 0 ? [] : await loadPromotions(db, ids)
  const of_product = new Map<number, PromotionOffer[]>()
  const of_category = new Map<number, PromotionOffer[]>()
  const by_id = new Map(promotions.map((each) => [each.promotion_id, each]))
  for (const target of targets.rows) {
    const promotion = by_id.get(target.promotion_id)
    if (promotion === undefined) continue
    const offer = asTargeted(promotion, target)
    if (target.product_id !== null) add(of_product, target.product_id, offer)
    if (target.category_id !== null) add(of_category, target.category_id, offer)
  }
  const flash = await loadFlash(db, version_ids, now)
  return {
    by_product: of_product,
    by_category: of_category,
    flash: Map.groupBy(flash, (row) => row.product_id),
  }
}

/** The offers of one product: of targets that name it more or less closely the closest speaks. */
export function offersIn(
  table: OfferTable,
  { product_id, version_id, shelves }: OfProduct,
): Offers {
  const near = [
    table.by_product.get(product_id),
    table.by_product.get(version_id),
    ...shelves.map((category_id) => table.by_category.get(category_id)),
  ].filter((offers) => offers !== undefined)
  const flash = table.flash.get(product_id) ?? []
  if (near.length === 0) return { promotions: [], flash: [...flash] }
  const promotions = new Map<number, PromotionOffer>()
  for (const offer of near.flat()) {
    if (!promotions.has(offer.promotion_id)) promotions.set(offer.promotion_id, offer)
  }
  return { promotions: [...promotions.values()], flash: [...flash] }
}

async function loadPromotions(db: Database, ids: readonly number[]): Promise<PromotionOffer[]> {
  const { rows } = await sql<PromotionOffer>`
    select p.promotion_id, p.uuid, p.kind, p.name,
      (extract(epoch from p.starts_at) * 1000)::float8 as starts_at,
      (extract(epoch from p.ends_at) * 1000)::float8 as ends_at,
      p.percent::float8 as percent, p.value, p.price, p.most, p.min_total, p.customer_group_id,
      to_json(p.province_ids) as province_ids, to_json(p.excludes) as excludes, p.choice_group,
      p.gift_product_id, p.gift_quantity, p.quota_id, q.total - q.taken as quota_left,
      p.per_customer, p.position
    from promotion p left join quota q using (quota_id)
    where p.promotion_id = any(${ids}::bigint[])
  `.execute(db)
  return rows
}

async function loadFlash(
  db: Database,
  version_ids: readonly number[] | null,
  now: Date,
): Promise<(FlashOffer & { product_id: number })[]> {
  const { rows } = await sql<FlashOffer & { product_id: number }>`
    select item.product_id, item.flash_sale_item_id, sale.flash_sale_id, sale.name, item.price,
      (extract(epoch from sale.starts_at) * 1000)::float8 as starts_at,
      (extract(epoch from sale.ends_at) * 1000)::float8 as ends_at,
      sale.per_customer, coalesce(product.parent_id, item.product_id) as kind_id,
      sale.is_online_only, to_json(sale.excludes) as excludes, quota.quota_id,
      coalesce(quota.total, quota.taken + 1) as slots,
      coalesce(quota.total - quota.taken, 1) as slots_left,
      quota.taken - quota.settled as slots_held
    from flash_sale sale
    join flash_sale_item item using (flash_sale_id)
    join quota on quota.quota_id = item.quota_id
    join product on product.product_id = item.product_id
    where sale.is_active and sale.ends_at > ${now}::timestamptz
      and ${version_ids === null ? sql`true` : sql`product.parent_id = any(${version_ids}::bigint[])`}
  `.execute(db)
  return rows
}

/** The next moment at which the clock alone changes what any of these offers do; Infinity: never. */
export function nextEdge({ by_product, by_category, flash }: OfferTable, now: Date): number {
  const at = now.getTime()
  // Cards tell of windows of their day.
  let next = flash.size === 0 ? Infinity : startOfDay(vietnamDay(now, 1)).getTime()
  for (const offers of [by_product.values(), by_category.values(), flash.values()]) {
    for (const { starts_at, ends_at } of [...offers].flat()) {
      if (starts_at !== null && starts_at > at && starts_at < next) next = starts_at
      if (ends_at !== null && ends_at > at && ends_at < next) next = ends_at
    }
  }
  return next
}

/** What a promotion gives where its target says it otherwise. */
function asTargeted(
  promotion: PromotionOffer,
  { percent, value, price }: TargetRow,
): PromotionOffer {
  const is_own = percent !== null || value !== null || price !== null
  return is_own ? { ...promotion, percent, value, price } : promotion
}

function add<Key>(map: Map<Key, PromotionOffer[]>, key: Key, offer: PromotionOffer): void {
  const known = map.get(key)
  if (known) known.push(offer)
  else map.set(key, [offer])
}
