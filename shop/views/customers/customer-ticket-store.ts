import { sql } from 'kysely'
import type { ReturnState } from '#contracts/staff/returns.ts'
import type { TicketState } from '#contracts/storefront/repair-ticket.ts'
import type { TradeState } from '#contracts/storefront/trade/trade-in.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { returnInReach } from '#shop/return/return-store.ts'

/** A ticket of a customer, as stored. */
interface Ticket<State> {
  code: string
  state: State
  /** The device or the goods. */
  what: string
  shop: string | null
  at: Date
}

/** Rows of each list of the page. */
const max_rows = 50

/** The repair tickets of phones within reach, newest first. */
export async function findRepairsOfCustomer(
  db: Database,
  phones: readonly string[],
  reach: Reach,
): Promise<Ticket<TicketState>[]> {
  const { rows } = await sql<Ticket<TicketState>>`
    select ticket.code, ticket.state, ticket.device as what, shop.name as shop, ticket.created_at as at
    from repair_ticket ticket join shop using (shop_id)
    where ticket.phone = any(${phones}::text[]) and ${ofShopInReach('ticket.shop_id', reach)}
    order by ticket.ticket_id desc limit ${max_rows}
  `.execute(db)
  return rows
}

/** The returns of orders of phones within reach, newest first. */
export async function findReturnsOfCustomer(
  db: Database,
  phones: readonly string[],
  reach: Reach,
): Promise<Ticket<ReturnState>[]> {
  const { rows } = await sql<Ticket<ReturnState>>`
    select back.code, back.state, line.name as what, shop.name as shop, back.created_at as at
    from sales_order o join return_request back using (order_id)
      join sales_order_line line using (order_id, position) left join shop on shop.shop_id = back.shop_id
    where reverse(o.phone) = any(array(select reverse(phone) from unnest(${phones}::text[]) phone))
      and ${returnInReach(reach)}
    order by back.return_id desc limit ${max_rows}
  `.execute(db)
  return rows
}

/** The old devices that phones brought or want to bring, within reach, newest first. */
export async function findTradeInsOfCustomer(
  db: Database,
  phones: readonly string[],
  reach: Reach,
): Promise<Ticket<TradeState>[]> {
  const { rows } = await sql<Ticket<TradeState>>`
    select q.code, q.state, q.device_name as what, shop.name as shop, q.created_at as at
    from trade_quote q join shop using (shop_id)
    where q.phone = any(${phones}::text[]) and ${ofShopInReach('q.shop_id', reach)}
    order by q.trade_quote_id desc limit ${max_rows}
  `.execute(db)
  return rows
}
