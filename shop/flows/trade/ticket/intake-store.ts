import { sql } from 'kysely'
import type { BookingState } from '#contracts/storefront/booking.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { CustomerId } from '#pure/ids.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { shopRepairs } from '#shop/location/shop-rows.ts'

/** A booking that a device is received for. */
export interface BookingOfTicket {
  booking_id: number
  code: string
  customer_id: CustomerId | null
  state: BookingState
  shop_id: number
  name: string
  phone: string
  notes: string | null
  starts_at: Date
  half_hours: number
  has_ticket: boolean
}

const bookingColumns = sql`booking_id, code, customer_id, state, shop_id, name, phone, notes, starts_at, half_hours,
  exists (select from repair_ticket where repair_ticket.booking_id = booking.booking_id) as has_ticket`

export async function findBookingOfTicket(
  db: Database,
  code: string,
  reach: Reach,
): Promise<BookingOfTicket | null> {
  const { rows } = await sql<BookingOfTicket>`
    select ${bookingColumns} from booking
    where code = ${code} and ${ofShopInReach('booking.shop_id', reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks the booking first: two tickets for one booking wait for each other. */
export async function lockBookingOfTicket(
  tx: Tx,
  code: string,
  reach: Reach,
): Promise<BookingOfTicket | null> {
  await sql`
    select from booking where code = ${code} and ${ofShopInReach('booking.shop_id', reach)} for update
  `.execute(tx)
  return findBookingOfTicket(tx, code, reach)
}

/** The services of a booking, one line for each piece, at the prices that were promised. */
export async function listBookedLines(
  db: Database,
  booking_id: number,
): Promise<{ option_id: number | null; name: string; price: number; warranty_months: number }[]> {
  const { rows } = await sql<{
    option_id: number | null
    name: string
    price: number
    warranty_months: number
  }>`
    select option_id, name, price, warranty_months
    from booking_line cross join generate_series(1, quantity)
    where booking_id = ${booking_id} order by position
  `.execute(db)
  return rows
}

/** The shops within reach that repair, and where devices can be received. */
export async function listRepairingShops(
  db: Database,
  reach: Reach,
): Promise<{ shop_id: number; name: string }[]> {
  const { rows } = await sql<{ shop_id: number; name: string }>`
    select shop_id, name from shop
    where ${ofShopInReach('shop.shop_id', reach)} and (${shopRepairs} or exists (
      select from repair_ticket ticket where ticket.shop_id = shop.shop_id and ticket.ended_at is null))
    order by shop_id
  `.execute(db)
  return rows
}

/** A sold device that is under warranty on a day (YYYY-MM-DD), by any of its codes. */
export async function findUnitWarranty(
  db: Database,
  code: string,
  day: string,
): Promise<{ unit_id: number; name: string; until: string } | null> {
  const { rows } = await sql<{ unit_id: number; name: string; until: string }>`
    select unit_id, concat_ws(', ', item.name, item.color_name) as name, warranty_until::text as until
    from unit join product item using (product_id)
    where unit_id = (select unit_id from unit_code where code = ${code}) and unit.state = 'sold'
      and warranty_until >= ${day}::date
  `.execute(db)
  return rows[0] ?? null
}
