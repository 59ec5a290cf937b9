import { type RawBuilder, sql } from 'kysely'
import { OrderState } from '#contracts/storefront/order.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { ListPart } from '#platform/database/list-part.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Reach } from '#pure/access.ts'
import type { StaffId } from '#pure/ids.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { needsCall } from '#shop/order/cod-store.ts'
import { inReach } from '#shop/order/order-rows.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type { OrderFilter } from '#shop/views/order/order-filter.ts'
import { cappedCount, countStates, type StateCount } from '#platform/database/state-counts.ts'

/** An order of a list, as stored. */
export interface ListedOrder {
  order_id: number
  code: string
  version: number
  state: OrderState
  created_at: Date
  phone: string
  recipient: Recipient
  province: string
  first_item: string
  item_quantity: number
  line_count: number
  grand_total: number
  payment_method: string | null
  is_paid: boolean
  shop: string | null
  shop_id: number | null
  assigned_to: StaffId | null
  assigned_name: string | null
  is_duplicate: boolean
  is_first: boolean
  has_come_back: boolean
  needs_call: boolean
  tags: string[]
}

/** Up to this many orders of a search are read and sorted. Of more, the newest are found by their time. */
const max_sorted = 20_000

/** Finds a part of a list, and how many orders of each state match its filter. */
export async function findListedOrders(
  db: Database,
  filter: OrderFilter,
  part: ListPart,
): Promise<{ rows: ListedOrder[]; counts: StateCount<OrderState>[] }> {
  return plannedByValues(db, async (tx) => {
    if (!isNarrow(filter)) {
      return { counts: await countEach(tx, filter), rows: await findByTime(tx, filter, part) }
    }
    const { counts, is_many } = await countFound(tx, filter)
    const find = is_many ? findByTime : findBySearch
    return { counts, rows: await find(tx, filter, part) }
  })
}

/** Finds the orders of a list that follow the order `after`, without counting. */
export async function findOrdersAfter(
  db: Database,
  filter: OrderFilter,
  part: ListPart,
): Promise<ListedOrder[]> {
  const is_search = isFound(filter)
  return plannedByValues(db, async (tx) => {
    // A search that finds many orders would be read and sorted again for each part.
    const is_few = is_search && !(await countFound(tx, filter)).is_many
    return is_few ? findBySearch(tx, filter, part) : findByTime(tx, filter, part)
  })
}

/** Whether few orders may match: then those of several indexes are combined, as no single index finds them. */
function isNarrow(filter: OrderFilter): boolean {
  const { method, is_paid, delivery, shop_id, province_id, assigned_to } = filter
  const chosen = [method, is_paid, delivery, shop_id, province_id, assigned_to].filter(
    (one) => one !== null,
  )
  return isFound(filter) || chosen.length > 2
}

/** Whether an index finds the orders by something that few of them have. */
function isFound({ code, phone_end, names, tag_key, ...filter }: OrderFilter): boolean {
  const { made_by, is_made_by_staff } = filter
  return (
    is_made_by_staff === true ||
    [code, phone_end, names, tag_key, made_by].some((one) => one !== null)
  )
}

async function findByTime(tx: Tx, filter: OrderFilter, part: ListPart): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    with page as materialized (
      select ${page_columns} from sales_order o
      where (${filter.state}::text is null or o.state = ${filter.state}) and ${matches(filter)}
        and ${follows(filter, part)}
      order by ${filter.sort === 'newest' ? newest_first : oldest_first}
      limit ${part.limit} offset ${part.offset}
    )
    select ${row_columns} from page o ${row_joins}
    order by ${filter.sort === 'newest' ? newest_first : oldest_first}
  `.execute(tx)
  return rows
}

/** As `findByTime`, but all orders that match are read first. */
async function findBySearch(tx: Tx, filter: OrderFilter, part: ListPart): Promise<ListedOrder[]> {
  await sql`set local enable_seqscan = off`.execute(tx)
  const { rows } = await sql<ListedOrder>`
    with found as materialized (
      select ${page_columns} from sales_order o
      where (${filter.state}::text is null or o.state = ${filter.state}) and ${matches(filter)}
        and ${follows(filter, part)}
    ), page as materialized (
      select * from found o
      order by ${filter.sort === 'newest' ? newest_first : oldest_first}
      limit ${part.limit} offset ${part.offset}
    )
    select ${row_columns} from page o ${row_joins}
    order by ${filter.sort === 'newest' ? newest_first : oldest_first}
  `.execute(tx)
  return rows
}

/** Finds orders by their codes within reach, oldest first. */
export async function findChosenOrders(
  db: Database,
  codes: readonly string[],
  reach: Reach,
): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    with page as materialized (
      select ${page_columns} from sales_order o
      where code = any(${codes}::text[]) and ${inReach(reach)}
    )
    select ${row_columns} from page o ${row_joins} order by ${oldest_first}
  `.execute(db)
  return rows
}

const newest_first = sql`o.created_at desc, o.order_id desc`
const oldest_first = sql`o.created_at, o.order_id`

const page_columns = sql`o.order_id, o.code, o.version, o.state, o.created_at, o.phone, o.recipient,
  o.province_id, o.grand_total, o.payment_method, o.is_paid, o.shop_id, o.assigned_to`

const row_columns = sql`o.order_id, o.code, o.version, o.state, o.created_at, o.phone, o.recipient,
  o.grand_total, o.payment_method, o.is_paid, province.name as province, shop.name as shop, o.shop_id,
  o.assigned_to, assigned.name as assigned_name,
  line.first_item, line.item_quantity, line.line_count, others.is_duplicate, others.is_first,
  others.has_come_back, ${needsCall(cashOnDelivery.code)} as needs_call, array(select tag from sales_order_tag tagged
    where tagged.order_id = o.order_id order by tag) as tags`

// Of a phone with very many orders only some are looked at.
const row_joins = sql`
  join province using (province_id)
  left join shop using (shop_id)
  left join staff assigned on assigned.staff_id = o.assigned_to
  cross join lateral (
    select (array_agg(name order by position))[1] as first_item,
      sum(item_quantity) filter (where not is_gift) as item_quantity, count(*) as line_count
    from sales_order_line where order_id = o.order_id
  ) line
  cross join lateral (
    select coalesce(bool_or(other.state not in ('cancelled', 'expired')
        and other.created_at between o.created_at - interval '48 hours' and o.created_at + interval '48 hours'),
        false) as is_duplicate,
      coalesce(bool_and(other.created_at > o.created_at), true) as is_first,
      coalesce(bool_or(other.state = 'cancelled' and exists (select from sales_order_event event
        where event.order_id = other.order_id and event.move = 'come_back')), false) as has_come_back
    from (select same.order_id, same.state, same.created_at from sales_order same
      where reverse(same.phone) = reverse(o.phone) and same.order_id <> o.order_id limit 50) other
  ) others`

/** The orders after one of them in the sequence of the list. Its time is read here: a Date has no microseconds. */
function follows({ sort }: OrderFilter, { after = null }: ListPart): RawBuilder<unknown> {
  const time = sql`(select created_at from sales_order where order_id = ${after}::bigint)`
  const condition =
    sort === 'newest'
      ? sql`o.created_at <= ${time} and (o.created_at < ${time} or o.order_id < ${after}::bigint)`
      : sql`o.created_at >= ${time} and (o.created_at > ${time} or o.order_id > ${after}::bigint)`
  return sql`(${after}::bigint is null or (${condition}))`
}

/** Counts what a search finds. PostgreSQL cannot estimate that, so it is kept from reading the whole table. */
async function countFound(
  tx: Tx,
  filter: OrderFilter,
): Promise<{ counts: StateCount<OrderState>[]; is_many: boolean }> {
  await sql`set local enable_seqscan = off`.execute(tx)
  const { rows } = await sql<{ state: OrderState; count: number }>`
    select state, count(*) as count
    from (select o.state from sales_order o where ${matches(filter)} limit ${max_sorted}) found
    group by state
  `.execute(tx)
  await sql`set local enable_seqscan = on`.execute(tx)
  const is_many = rows.reduce((sum, { count }) => sum + count, 0) === max_sorted
  const counts = rows.map(({ state, count }) => {
    const counted = cappedCount(state, count)
    return is_many ? { ...counted, is_capped: true } : counted
  })
  return { counts, is_many }
}

/** Counts without a search: each state is counted by its own index until it has enough. */
function countEach(tx: Tx, filter: OrderFilter): Promise<StateCount<OrderState>[]> {
  return countStates(
    tx,
    OrderState.options,
    sql`from sales_order o where o.state = one.state and ${matches(filter)}`,
  )
}

/** The conditions of a filter except its state, on `sales_order o`. */
function matches(filter: OrderFilter): RawBuilder<unknown> {
  const { code, phone_end, names, method, is_paid, delivery } = filter
  const { shop_id, province_id, assigned_to, made_by, is_made_by_staff, tag_key } = filter
  const { since, until } = filter
  return sql`${inReach(filter.reach)}
    and (${code}::text is null or o.code = ${code})
    and (${phone_end}::text is null or reverse(o.phone) like ${phone_end}
      or (o.recipient->>'recipient_phone' is not null
        and reverse(o.recipient->>'recipient_phone') like ${phone_end}))
    and (${names}::text is null or names_of_order(o.recipient) @@ to_tsquery('simple'::regconfig, ${names}))
    and (${method}::text is null or o.payment_method = ${method})
    and (${is_paid}::boolean is null or o.is_paid = ${is_paid})
    and (${delivery}::text is null or o.recipient->>'shipping_method' = ${delivery})
    and (${shop_id}::integer is null or o.shop_id = ${shop_id})
    and (${province_id}::integer is null or o.province_id = ${province_id})
    and (${assigned_to}::bigint is null or o.assigned_to = ${assigned_to})
    and (${made_by}::bigint is null or o.made_by = ${made_by})
    and (${is_made_by_staff}::boolean is null or (o.made_by is not null) = ${is_made_by_staff})
    and (${tag_key}::text is null or o.order_id in (select tagged.order_id
      from sales_order_tag tagged join order_tag using (tag) where order_tag.tag_key = ${tag_key}))
    and (${since}::timestamptz is null or o.created_at >= ${since})
    and (${until}::timestamptz is null or o.created_at < ${until})`
}

/** Has PostgreSQL plan for the values of the filter: a plan for any filter would read the whole table. */
export async function plannedByValues<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
    return work(tx)
  })
}

/** The shops and provinces that orders within reach can be filtered by. */
export async function findOrderPlaces(
  db: Database,
  reach: Reach,
): Promise<{ kind: 'shop' | 'province'; id: number; name: string }[]> {
  const { rows } = await sql<{ kind: 'shop' | 'province'; id: number; name: string }>`
    select 'shop' as kind, shop_id as id, name from shop
    where is_active and ${ofShopInReach('shop.shop_id', reach)}
    union all select 'province', province_id, name from province
    order by kind, name
  `.execute(db)
  return rows
}
