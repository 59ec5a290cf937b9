import { type RawBuilder, sql } from 'kysely'
import type { Booking, BookingState } from '#contracts/storefront/booking.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { RecordAccess } from '#shop/order/record-access.ts'
import { isAccessible } from '#shop/order/record-access-rows.ts'
import type { Reach } from '#pure/access.ts'
import type { CustomerId } from '#pure/ids.ts'
import { thumbnailOfOption } from '#shop/repair/repair-rows.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { bookingOf, type BookingRow } from '#shop/booking/booking-view.ts'

/** Which booking is meant: a shopper's own, that of a link, or one at the shops of staff. */
export type BookingAccess = RecordAccess | { reach: Reach; code: string }

/** Foreign bookings are as absent as those that do not exist. */
function isBookingAccessible(which: BookingAccess): RawBuilder<unknown> {
  if ('reach' in which) {
    return sql`booking.code = ${which.code} and ${ofShopInReach('booking.shop_id', which.reach)}`
  }
  return isAccessible('booking', which)
}

async function readBookings(
  db: Database,
  condition: RawBuilder<unknown>,
  now: Date,
): Promise<Booking[]> {
  const { rows } = await sql<BookingRow>`
    select booking.code, booking.secret, booking.state, booking.starts_at, booking.half_hours, booking.total,
      booking.name, booking.phone, booking.email, booking.notes, booking.version,
      jsonb_build_object('shop_id', shop.shop_id, 'name', shop.name, 'address', shop.address, 'phone', shop.phone,
        'time_opening', shop.time_opening, 'province_id', shop.province_id, 'latitude', shop.latitude,
        'longitude', shop.longitude) as shop,
      (select coalesce(jsonb_agg(jsonb_build_object('item_id', item_id, 'name', line.name, 'quantity', quantity,
          'price', price, 'minutes', minutes, 'warranty_months', warranty_months,
          'thumbnail', ${thumbnailOfOption(sql`line.option_id`)}) order by position), '[]')
        from booking_line line where line.booking_id = booking.booking_id) as lines
    from booking join shop using (shop_id)
    where ${condition}
  `.execute(db)
  return rows.map((row) => bookingOf(row, now))
}

export async function findBooking(
  db: Database,
  which: BookingAccess,
  now: Date,
): Promise<Booking | null> {
  return (await readBookings(db, isBookingAccessible(which), now))[0] ?? null
}

/** The bookings of a customer: the open ones by their time, then the others, the newest first. */
export async function listBookingsOf(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<Booking[]> {
  const own = sql`booking.customer_id = ${customer_id}
    order by booking.state <> 'booked', case when booking.state = 'booked' then booking.starts_at end,
      booking.starts_at desc limit 50`
  return readBookings(db, own, now)
}

/** The id and the shop of a booking, without a lock. */
export async function findBookingId(
  db: Database,
  which: BookingAccess,
): Promise<{ booking_id: number; shop_id: number } | null> {
  const { rows } = await sql<{ booking_id: number; shop_id: number }>`
    select booking_id, shop_id from booking where ${isBookingAccessible(which)}
  `.execute(db)
  return rows[0] ?? null
}

/** A booking that the transaction has locked. */
interface LockedBooking {
  booking_id: number
  shop_id: number
  starts_at: Date
  half_hours: number
  state: BookingState
  phone: string
  /** How often it was moved, while it is booked. */
  version: number
}

export async function lockBooking(tx: Tx, which: BookingAccess): Promise<LockedBooking | null> {
  const { rows } = await sql<LockedBooking>`
    select booking_id, shop_id, starts_at, half_hours, state, phone, version from booking where ${isBookingAccessible(which)} for update
  `.execute(tx)
  return rows[0] ?? null
}

/** The work of a booking, as it was when its prices were promised. */
export async function listWork(
  db: Database,
  booking_id: number,
): Promise<{ skill: string; minutes: number; quantity: number }[]> {
  return db
    .selectFrom('booking_line')
    .select(['skill', 'minutes', 'quantity'])
    .where('booking_id', '=', booking_id)
    .orderBy('position')
    .execute()
}

export interface NewLine {
  item_id: number
  quantity: number
  name: string
  skill: string
  minutes: number
  price: number
  warranty_months: number
}

export interface NewBooking {
  code: string
  secret: string
  /** Null: staff made it for somebody who is no member. */
  customer_id: CustomerId | null
  idempotency_key: string | null
  shop_id: number
  starts_at: Date
  half_hours: number
  name: string
  phone: string
  email: string | null
  notes: string | null
  promotion_announcement: boolean
  total: number
  created_at: Date
}

export async function insertBooking(
  tx: Tx,
  booking: NewBooking,
  lines: readonly NewLine[],
): Promise<number> {
  const { booking_id } = await tx
    .insertInto('booking')
    .values({ ...booking, state: 'booked' })
    .returning('booking_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('booking_line')
    .values(lines.map((line, index) => ({ ...line, booking_id, position: index + 1 })))
    .execute()
  return booking_id
}

/** Lets calls of a customer with the same key wait for each other: the second one finds the booking of the first. */
export async function lockKey(tx: Tx, customer_id: CustomerId, key: string): Promise<void> {
  const name = `booking:${customer_id}:${key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The code of the booking that a customer has made with this key. */
export async function findByKey(
  db: Database,
  customer_id: CustomerId,
  idempotency_key: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('booking')
    .select('code')
    .where('customer_id', '=', customer_id)
    .where('idempotency_key', '=', idempotency_key)
    .executeTakeFirst()
  return found?.code ?? null
}

/** Lets the bookings of one phone wait for each other, so that they are counted right. */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('booking:' || ${phone}, 0))`.execute(tx)
}

/** The open bookings of a phone, and how often nobody came since `since`. */
export async function countOfPhone(
  tx: Tx,
  phone: string,
  { now, since }: { now: Date; since: Date },
): Promise<{ open: number; no_shows: number }> {
  const { rows } = await sql<{ open: number; no_shows: number }>`
    select count(*) filter (where state = 'booked' and starts_at > ${now})::integer as open,
      count(*) filter (where state = 'no_show' and ended_at > ${since})::integer as no_shows
    from booking where phone = ${phone}
  `.execute(tx)
  return rows[0] ?? { open: 0, no_shows: 0 }
}

/** How often the open bookings of a phone, and those that were made since `since`, were changed. */
export async function countMovesOfPhone(
  tx: Tx,
  phone: string,
  { now, since }: { now: Date; since: Date },
): Promise<number> {
  const { rows } = await sql<{ moves: number }>`
    select coalesce(sum(version), 0)::integer as moves from booking
    where phone = ${phone} and (created_at > ${since} or (state = 'booked' and starts_at > ${now}))
  `.execute(tx)
  return rows[0]?.moves ?? 0
}

/**
 * The code of the booking that a customer has made already: with the same key, or with the same services, phone, shop
 * and time (a double press). For a customer without an account that of anybody with this phone.
 */
export async function findSameBooking(
  db: Database,
  { customer_id, idempotency_key, phone, shop_id, starts_at }: NewBooking,
  lines: readonly NewLine[],
): Promise<string | null> {
  const goods = lines.map(({ item_id, quantity }) => `${item_id}x${quantity}`).toSorted()
  const { rows } = await sql<{ code: string }>`
    select code from booking
    where (${customer_id}::bigint is null or customer_id = ${customer_id}) and (idempotency_key = ${idempotency_key}::text
      or (phone = ${phone} and shop_id = ${shop_id} and starts_at = ${starts_at} and state = 'booked'
        and (select array_agg(item_id || 'x' || quantity order by item_id || 'x' || quantity) from booking_line line
          where line.booking_id = booking.booking_id) = ${goods}::text[]))
    limit 1
  `.execute(db)
  return rows[0]?.code ?? null
}

export async function updateTime(
  tx: Tx,
  booking_id: number,
  { shop_id, starts_at }: { shop_id: number; starts_at: Date },
): Promise<void> {
  await tx
    .updateTable('booking')
    .set((eb) => ({ shop_id, starts_at, version: eb('version', '+', 1) }))
    .where('booking_id', '=', booking_id)
    .execute()
}

/** Gives the bookings of one customer to another. */
export async function moveBookings(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ customer_id: into, idempotency_key: null })
    .where('customer_id', '=', from)
    .execute()
}

/** Ends a booking. */
export async function endBooking(
  tx: Tx,
  booking_id: number,
  state: Exclude<BookingState, 'booked'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('booking')
    .set((eb) => ({ state, ended_at: now, version: eb('version', '+', 1) }))
    .where('booking_id', '=', booking_id)
    .where('state', '=', 'booked')
    .execute()
}

/** Whom a message about a booking goes to, and which version of it they are told of. */
export async function findRecipientOfBooking(tx: Tx, booking_id: number) {
  return tx
    .selectFrom('booking')
    .select(['booking_id', 'version', 'phone', 'email', 'starts_at'])
    .where('booking_id', '=', booking_id)
    .executeTakeFirstOrThrow()
}

/** The booking of a message, as it is now; null: it was erased. */
export async function findBookingToNotify(
  db: Database,
  booking_id: number,
  now: Date,
): Promise<Booking | null> {
  return (await readBookings(db, sql`booking.booking_id = ${booking_id}`, now))[0] ?? null
}
