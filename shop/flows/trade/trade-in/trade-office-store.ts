import { sql } from 'kysely'
import type { TradeDay, TradePrice, UsedSale } from '#contracts/staff/trade/trade-office.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

interface PriceFilter {
  brand: string | null
  /** Words without accents. */
  words: readonly string[]
}

/** The table of prices, as the shop shows it to owners. */
export async function listTradePrices(
  db: Database,
  { brand, words }: PriceFilter,
  { limit, offset, now }: { limit: number; offset: number; now: Date },
): Promise<TradePrice[]> {
  const { rows } = await sql<TradePrice>`
    select code, name, brand_name, device_kind, base_price, upgrade_bonus, is_active,
      (select count(*)::integer from trade_quote q where q.device_id = device.device_id
        and (q.state in ('arrived', 'checked', 'offered', 'accepted')
          or (q.state = 'quoted' and q.expires_at > ${now}))) as open_quotes
    from trade_device device
    where (${brand}::text is null or brand_name = ${brand}::text)
      and not exists (select from unnest(${words}::text[]) word
        where strpos(without_marks(code || ' ' || name), word) = 0)
    order by position, device_id limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

export async function listTradeBrands(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('trade_device')
    .select('brand_name')
    .distinct()
    .orderBy('brand_name')
    .execute()
  return rows.map(({ brand_name }) => brand_name)
}

/** Locks a device of the table; null: there is none. */
export async function lockTradePrice(
  tx: Tx,
  code: string,
): Promise<Pick<TradePrice, 'base_price' | 'upgrade_bonus' | 'is_active'> | null> {
  const row = await tx
    .selectFrom('trade_device')
    .select(['base_price', 'upgrade_bonus', 'is_active'])
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateTradePrice(
  tx: Tx,
  code: string,
  price: Pick<TradePrice, 'base_price' | 'upgrade_bonus' | 'is_active'>,
): Promise<void> {
  await tx.updateTable('trade_device').set(price).where('code', '=', code).execute()
}

interface ReportPart {
  /** YYYY-MM-DD, the first day and the day after the last one. */
  from: string
  until: string
  /** Null: all within reach. */
  shop_id: number | null
}

/** What was bought, by day and shop. */
export async function listTradeDays(
  db: Database,
  reach: Reach,
  { from, until, shop_id }: ReportPart,
): Promise<TradeDay[]> {
  const { rows } = await sql<TradeDay>`
    select payout.day, shop.name as shop, count(*)::integer as quantity, sum(amount)::bigint as total,
      coalesce(sum(amount) filter (where method = 'cash'), 0)::bigint as cash,
      coalesce(sum(amount) filter (where method = 'transfer'), 0)::bigint as transfer,
      coalesce(sum(amount) filter (where method = 'order'), 0)::bigint as on_order
    from trade_payout payout join trade_quote q using (trade_quote_id) join shop on shop.shop_id = q.shop_id
    where payout.day >= ${from} and payout.day < ${until} and ${ofShopInReach('q.shop_id', reach)}
      and (${shop_id}::bigint is null or q.shop_id = ${shop_id}::bigint)
    group by payout.day, shop.shop_id, shop.name order by payout.day, shop.shop_id
  `.execute(db)
  return rows
}

/** The used devices that orders took away, in the sequence of their days. Their cost is what was paid the last time. */
export async function listUsedSales(
  db: Database,
  reach: Reach,
  { from, until, shop_id }: ReportPart,
): Promise<UsedSale[]> {
  const { rows } = await sql<UsedSale>`
    select to_char(sold.created_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') as day, shop.name as shop, item.sku,
      concat_ws(' · ', item.name, item.color_name) as name, o.code as order_code,
      floor(extract(epoch from sold.created_at - used.listed_at) / 86400)::integer as days_listed,
      line.final_price as price, unit.cost, line.final_price - unit.cost as margin
    from used_unit used
    join stock_movement sold on sold.product_id = used.product_id and sold.kind = 'sale' and sold.unit_id = used.unit_id
    join sales_order o on o.code = sold.document
    join sales_order_line line on line.order_id = o.order_id and line.item_id = used.product_id
    join product item on item.product_id = used.product_id
    join shop on shop.shop_id = sold.shop_id
    left join unit on unit.unit_id = used.unit_id and unit.product_id = used.product_id
    where used.state = 'sold' and ${ofShopInReach('sold.shop_id', reach)}
      and (${shop_id}::bigint is null or sold.shop_id = ${shop_id}::bigint)
      and sold.created_at >= ${from}::timestamp at time zone 'Asia/Ho_Chi_Minh'
      and sold.created_at < ${until}::timestamp at time zone 'Asia/Ho_Chi_Minh'
    order by sold.created_at, item.sku
  `.execute(db)
  return rows
}
