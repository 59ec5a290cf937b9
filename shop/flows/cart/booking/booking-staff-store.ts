import { sql } from 'kysely'
import type { DayBooking, DayWait } from '#contracts/staff/orders/bookings.ts'
import type { BookingState } from '#contracts/storefront/booking.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { any_skill, half_hour_ms } from '#shop/booking/booking-times.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { shopRepairs } from '#shop/location/shop-rows.ts'

/** The shops within reach that take bookings, and those that do not any more but have some still. */
export async function listBookingShops(
  db: Database,
  reach: Reach,
): Promise<{ shop_id: number; name: string }[]> {
  const { rows } = await sql<{ shop_id: number; name: string }>`
    select shop.shop_id, shop.name from shop
    where ${ofShopInReach('shop.shop_id', reach)}
      and ((${shopRepairs} and exists (select from shop_skill where shop_skill.shop_id = shop.shop_id
          and shop_skill.skill = ${any_skill} and shop_skill.technicians > 0))
        or exists (select from booking where booking.shop_id = shop.shop_id and booking.state = 'booked'))
    order by shop.shop_id
  `.execute(db)
  return rows
}

interface StoredDayBooking extends Omit<DayBooking, 'starts_at' | 'ends_at'> {
  starts_at: Date
  half_hours: number
}

/** The bookings of a shop in a period, without those that were cancelled. `since`: from when on no-shows count. */
export async function listBookingsOfDay(
  db: Database,
  { shop_id, from, until, since }: { shop_id: number; from: Date; until: Date; since: Date },
): Promise<StoredDayBooking[]> {
  const { rows } = await sql<StoredDayBooking>`
    select booking.code, booking.state, booking.starts_at, booking.half_hours, booking.name, booking.phone,
      booking.notes, booking.total,
      (select coalesce(jsonb_agg(case when quantity > 1 then quantity || ' × ' else '' end || line.name
          order by position), '[]')
        from booking_line line where line.booking_id = booking.booking_id) as services,
      (select count(*)::integer from booking missed where missed.phone = booking.phone
        and missed.state = 'no_show' and missed.ended_at > ${since}) as no_shows
    from booking
    where booking.shop_id = ${shop_id} and booking.starts_at >= ${from} and booking.starts_at < ${until}
      and booking.state <> 'cancelled'
    order by booking.starts_at, booking.booking_id
  `.execute(db)
  return rows
}

/** Who waits for a device at a shop in a period, with the half hours that a technician has for it. */
export async function listWaits(
  db: Database,
  { shop_id, from, until }: { shop_id: number; from: Date; until: Date },
): Promise<DayWait[]> {
  const { rows } = await sql<{ code: string; device: string; starts_at: Date; last_at: Date }>`
    select ticket.code, ticket.device, min(own.starts_at) as starts_at, max(own.starts_at) as last_at
    from booking_slot own join repair_ticket ticket using (ticket_id)
    where own.shop_id = ${shop_id} and own.starts_at >= ${from} and own.starts_at < ${until}
    group by ticket.ticket_id order by min(own.starts_at), ticket.ticket_id
  `.execute(db)
  return rows.map(({ starts_at, last_at, ...ticket }) => ({
    ...ticket,
    starts_at: starts_at.toISOString(),
    ends_at: new Date(last_at.getTime() + half_hour_ms).toISOString(),
  }))
}

/** Locks a booking of a shop within reach; a foreign one is as absent as none. */
export async function lockBookingInReach(
  tx: Tx,
  code: string,
  reach: Reach,
): Promise<{ booking_id: number; state: BookingState; starts_at: Date } | null> {
  const { rows } = await sql<{ booking_id: number; state: BookingState; starts_at: Date }>`
    select booking_id, state, starts_at from booking
    where code = ${code} and ${ofShopInReach('booking.shop_id', reach)} for update
  `.execute(tx)
  return rows[0] ?? null
}
