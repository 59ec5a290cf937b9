import { sql } from 'kysely'
import { FlashSaleState, type FlashSaleItem } from '#contracts/staff/offers/flash-sales.ts'
import type { Database, Tx } from '#db/schema.ts'
import { countStates, type StateCount } from '#platform/database/state-counts.ts'
import type { KnownItem } from '#shop/pricing/flash-sale/flash-sale-draft.ts'

interface ListedSale {
  flash_sale_id: number
  name: string
  state: FlashSaleState
  starts_at: Date
  ends_at: Date
  needs_member: boolean
  items: number
  slots: number | null
  taken: number
}

/** The state of a row of `flash_sale`. */
function stateAt(now: Date) {
  return sql`case when sale.ends_at <= ${now}::timestamptz then 'ended' when not sale.is_active then 'draft'
    when sale.starts_at > ${now}::timestamptz then 'coming' else 'running' end`
}

/** Flash sales, the one that begins last first. */
export async function findSaleList(
  db: Database,
  {
    state,
    now,
    limit,
    offset,
  }: { state: FlashSaleState | null; now: Date; limit: number; offset: number },
): Promise<ListedSale[]> {
  const { rows } = await sql<ListedSale>`
    select sale.flash_sale_id, sale.name, ${stateAt(now)} as state, sale.starts_at, sale.ends_at, sale.needs_member,
      count(item.*)::integer as items, coalesce(sum(quota.taken), 0)::integer as taken,
      case when count(item.*) = count(quota.total) then coalesce(sum(quota.total), 0)::integer end as slots
    from flash_sale sale left join flash_sale_item item using (flash_sale_id) left join quota using (quota_id)
    where ${state}::text is null or ${stateAt(now)} = ${state}
    group by sale.flash_sale_id order by sale.starts_at desc, sale.flash_sale_id desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

export function countSales(db: Database, now: Date): Promise<StateCount<FlashSaleState>[]> {
  return countStates(
    db,
    FlashSaleState.options,
    sql`from flash_sale sale where ${stateAt(now)} = one.state`,
  )
}

/** The items of a flash sale with what they cost at other times and how many are free. */
export async function findSaleItems(db: Database, flash_sale_id: number): Promise<FlashSaleItem[]> {
  const { rows } = await sql<FlashSaleItem>`
    select product.sku, concat_ws(', ', version.name, product.color_name) as name, item.price,
      coalesce(usual.sale_price, usual.list_price) as usual_price, quota.total as slots, quota.taken,
      (select coalesce(sum(stock.quantity), 0)::integer from stock where stock.product_id = item.product_id) as free
    from flash_sale_item item join quota using (quota_id) join product using (product_id)
    join product version on version.product_id = product.parent_id
    left join price usual on usual.product_id = item.product_id and usual.province_id is null
      and usual.customer_group_id is null
    where item.flash_sale_id = ${flash_sale_id} order by item.position, item.flash_sale_item_id`.execute(
    db,
  )
  return rows
}

/** Items by sku, and the items that the flash sale has already. */
export async function findKnownItems(
  tx: Tx,
  skus: readonly string[],
  flash_sale_id: number | null,
): Promise<Map<string, KnownItem>> {
  const { rows } = await sql<KnownItem>`
    select product.sku, product.product_id, coalesce(usual.sale_price, usual.list_price) as usual_price,
      coalesce(quota.taken, 0) as taken
    from product
    left join price usual on usual.product_id = product.product_id and usual.province_id is null
      and usual.customer_group_id is null
    left join flash_sale_item item on item.product_id = product.product_id and item.flash_sale_id = ${flash_sale_id}
    left join quota using (quota_id)
    where product.parent_id is not null and (product.sku = any (${skus}::text[]) or item.flash_sale_id is not null)
  `.execute(tx)
  return new Map(rows.map((row) => [row.sku, row]))
}
