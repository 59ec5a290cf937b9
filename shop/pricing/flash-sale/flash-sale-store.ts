import { sql } from 'kysely'
import type { FlashSlots } from '#contracts/storefront/promotion.ts'
import type { Database } from '#db/schema.ts'
import type { FlashOffer } from '#shop/pricing/promotion/offers.ts'
import { milliseconds } from '#shop/pricing/promotion/offer-rows.ts'

/** An item in a flash sale window, with the version whose card is shown. */
export type FlashItemRow = FlashOffer & { item_id: number; product_id: number }

/**
 * Loads the items of windows that have not ended and begin before `until`: windows by time, items as sorted
 * by staff.
 */
export async function loadFlashItems(
  db: Database,
  now: Date,
  until: Date,
): Promise<FlashItemRow[]> {
  const { rows } = await sql<FlashItemRow>`
    select item.flash_sale_item_id, sale.flash_sale_id, sale.name, item.price,
      ${milliseconds(sql.ref('sale.starts_at'))} as starts_at,
      ${milliseconds(sql.ref('sale.ends_at'))} as ends_at,
      sale.per_customer, sale.is_online_only, sale.needs_member, to_json(sale.excludes) as excludes, quota.quota_id,
      coalesce(quota.total, quota.taken + 1) as slots,
      coalesce(quota.total - quota.taken, 1) as slots_left,
      quota.taken - quota.settled as slots_reserved,
      item.product_id as item_id, color.parent_id as product_id, color.parent_id as kind_id
    from flash_sale sale
    join flash_sale_item item using (flash_sale_id)
    join quota on quota.quota_id = item.quota_id
    join product color on color.product_id = item.product_id and color.is_active
    where sale.is_active and sale.ends_at > ${now}::timestamptz
      and sale.starts_at < ${until}::timestamptz and color.parent_id is not null
    order by sale.starts_at, sale.flash_sale_id, item.position, item.flash_sale_item_id
  `.execute(db)
  return rows
}

/** Loads the slots of windows that end after `since` and begin before `until`, by flash_sale_item_id. */
export async function loadSlots(
  db: Database,
  since: Date,
  until: Date,
): Promise<Map<number, FlashSlots>> {
  const { rows } = await sql<FlashSlots>`
    select item.flash_sale_item_id, coalesce(quota.total, quota.taken + 1) as slots,
      coalesce(quota.total - quota.taken, 1) as slots_left,
      quota.taken - quota.settled as slots_reserved
    from flash_sale sale
    join flash_sale_item item using (flash_sale_id)
    join quota on quota.quota_id = item.quota_id
    where sale.is_active and sale.ends_at > ${since}::timestamptz
      and sale.starts_at < ${until}::timestamptz
  `.execute(db)
  return new Map(rows.map((row) => [row.flash_sale_item_id, row]))
}
