import { type RawBuilder, sql } from 'kysely'
import { TradeState } from '#contracts/storefront/trade/trade-in.ts'
import type { StaffTradeIn } from '#contracts/staff/trade/trade-ins.ts'
import type { Database } from '#db/schema.ts'
import { cappedCount, type StateCount } from '#platform/database/state-counts.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

interface TradeFilter {
  reach: Reach
  /** A code, an IMEI or serial number, or a phone in E.164; null: all. */
  wanted: { code: string; phone: string | null } | null
  now: Date
}

/** A device in a list, as stored. */
export interface ListedTrade {
  code: string
  state: TradeState
  device_name: string
  device_tail: string | null
  name: string
  phone: string
  shop: string
  value: number
  offer: number | null
  visit_on: string
  order_code: string | null
  created_at: Date
}

function isListed({ reach, wanted }: TradeFilter): RawBuilder<unknown> {
  return sql`${ofShopInReach('q.shop_id', reach)} and ${
    wanted === null
      ? sql`true`
      : sql`(q.code = ${wanted.code} or q.device_code = ${wanted.code} or q.typed_code = ${wanted.code}
          or q.phone = ${wanted.phone}::text)`
  }`
}

/** Condition on `q` for a state as it is shown, in the terms of the index by shop, state and time. */
function isIn(state: TradeState, now: Date): RawBuilder<unknown> {
  if (state === 'expired') return sql`q.state = 'quoted' and q.expires_at <= ${now}`
  const is_open = state === 'quoted' ? sql`q.expires_at > ${now}` : sql`true`
  return sql`q.state = ${state} and ${is_open}`
}

function shownState(now: Date): RawBuilder<TradeState> {
  return sql`case when q.state = 'quoted' and q.expires_at <= ${now} then 'expired' else q.state end`
}

/** The quotes in a state, or all with null; the newest first. */
export async function listTrades(
  db: Database,
  state: TradeState | null,
  filter: TradeFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedTrade[]> {
  const { rows } = await sql<ListedTrade>`
    select q.code, ${shownState(filter.now)} as state,
      q.device_name, right(coalesce(q.device_code, q.typed_code), 4) as device_tail, q.name, q.phone, shop.name as shop,
      q.value, q.offer, q.visit_on, o.code as order_code, q.created_at
    from trade_quote q join shop on shop.shop_id = q.shop_id left join sales_order o on o.order_id = q.order_id
    where ${isListed(filter)} and ${state === null ? sql`true` : isIn(state, filter.now)}
    order by q.trade_quote_id desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** Counts the quotes of every state in one pass. */
export async function countTrades(
  db: Database,
  filter: TradeFilter,
): Promise<StateCount<TradeState>[]> {
  const { rows } = await sql<{ state: TradeState; count: number }>`
    select ${shownState(filter.now)} as state, count(*)::integer as count
    from trade_quote q where ${isListed(filter)} group by 1
  `.execute(db)
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  return TradeState.options.map((state) => cappedCount(state, counts.get(state) ?? 0))
}

type MoreOfTrade = Pick<StaffTradeIn, 'seller' | 'colors' | 'parts' | 'events'> & {
  trade_quote_id: number
  device_id: number
  shop_id: number
  order_id: number | null
  offered_by: string | null
  offered_by_id: number | null
  approved_by: string | null
  accepted_by: 'link' | 'code' | null
  payout: (Omit<NonNullable<StaffTradeIn['payout']>, 'paid_at'> & { paid_at: string }) | null
}

/** What the page of staff says besides the quote; null: it is not within reach. */
export async function findMoreOfTrade(
  db: Database,
  code: string,
  reach: Reach,
): Promise<MoreOfTrade | null> {
  const { rows } = await sql<Omit<MoreOfTrade, 'colors'>>`
    select q.trade_quote_id, q.device_id, q.shop_id, q.order_id,
      offerer.name as offered_by, q.offered_by as offered_by_id, approver.name as approved_by, q.accepted_by,
      (select jsonb_build_object('name', seller.name, 'address', seller.address, 'phone', seller.phone,
          'document_tail', document_tail)
        from trade_seller seller where seller.trade_quote_id = q.trade_quote_id) as seller,
      (select jsonb_build_object('amount', payout.amount, 'bonus', payout.bonus, 'method', method, 'reference', reference,
          'outcome', outcome, 'paid_by', payer.name, 'paid_at', paid_at)
        from trade_payout payout join staff payer on payer.staff_id = payout.paid_by
        where payout.trade_quote_id = q.trade_quote_id) as payout,
      (select coalesce(jsonb_agg(jsonb_build_object('move', move, 'happened_at', happened_at, 'amount', amount,
          'reason', reason, 'note', note, 'staff_name', staff.name) order by trade_event_id), '[]')
        from trade_event event left join staff on staff.staff_id = event.staff_id
        where event.trade_quote_id = q.trade_quote_id) as events,
      (select coalesce(jsonb_agg(jsonb_build_object('option_id', option_id,
          'name', part.name || ' - ' || label) order by part.position, repair_option.position), '[]')
        from repair_option join repair_service service using (service_id) join repair_part part using (part_code)
        where service.model_name = device.model_name and part.needs_part and repair_option.is_active
          and service.is_active) as parts
    from trade_quote q join trade_device device using (device_id) left join staff offerer on offerer.staff_id = q.offered_by
      left join staff approver on approver.staff_id = q.approved_by
    where q.code = ${code} and ${ofShopInReach('q.shop_id', reach)}
  `.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, colors: await listColors(db, row.device_id) }
}

/** The colours in which this shop knows a device as new goods. */
export async function listColors(
  db: Database,
  device_id: number,
): Promise<{ item_id: number; name: string }[]> {
  const { rows } = await sql<{ item_id: number; name: string }>`
    select item.product_id as item_id, coalesce(item.color_name, item.name) as name
    from trade_device device join product item on item.parent_id = device.product_id
    where device.device_id = ${device_id} and item.type = 'simple' and item.used_of is null
    order by item.product_id
  `.execute(db)
  return rows
}

/** Which of these parts are of the model of a device. */
export async function listPartsOfDevice(
  db: Database,
  { device_id, option_ids }: { device_id: number; option_ids: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ option_id: number }>`
    select option_id from repair_option join repair_service service using (service_id) join trade_device device
      on device.model_name = service.model_name
    where device.device_id = ${device_id} and option_id = any(${option_ids}::bigint[])
    order by option_id
  `.execute(db)
  return rows.map(({ option_id }) => option_id)
}

/** Shops within reach that have bought a device or can. */
export async function listBuyingShops(
  db: Database,
  reach: Reach,
): Promise<{ shop_id: number; name: string }[]> {
  const { rows } = await sql<{ shop_id: number; name: string }>`
    select shop_id, name from shop
    where ${ofShopInReach('shop.shop_id', reach)} and 'ban-hang' = any(kinds) order by shop_id
  `.execute(db)
  return rows
}
