import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { releaseSlots } from '#shop/booking/slot-store.ts'

/** Deletes slots of before `before`, with what bookings had of them. Returns how many. */
export async function deleteOldSlots(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    with old as (
      select shop_id, skill, starts_at from slot where starts_at < ${before}
      limit ${batch} for update skip locked
    ), unused as (
      delete from booking_slot using old
      where booking_slot.shop_id = old.shop_id and booking_slot.skill = old.skill
        and booking_slot.starts_at = old.starts_at
    )
    delete from slot using old
    where slot.shop_id = old.shop_id and slot.skill = old.skill and slot.starts_at = old.starts_at
    returning 1
  `.execute(db)
  return rows.length
}

/** Deletes bookings whose time was before `before`. Their slots are gone by then. Returns how many. */
export async function deleteOldBookings(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql`
    delete from booking where booking_id in (
      select booking_id from booking where starts_at < ${before}
        and not exists (select from booking_slot where booking_slot.booking_id = booking.booking_id)
      limit ${batch} for update skip locked) returning 1
  `.execute(db)
  return rows.length
}

/**
 * Deletes the bookings of a person, those of their phone and those of their account, and gives their slots back.
 * Returns their ids.
 */
export async function deleteBookingsOf(
  tx: Tx,
  { phone, customer_id }: { phone: string; customer_id: CustomerId | null },
): Promise<number[]> {
  const own = await tx
    .selectFrom('booking')
    .select('booking_id')
    .where((eb) => eb.or([eb('phone', '=', phone), eb('customer_id', '=', customer_id)]))
    .orderBy('booking_id')
    .forUpdate()
    .execute()
  const booking_ids = own.map(({ booking_id }) => booking_id)
  await releaseSlots(tx, booking_ids)
  await tx
    .deleteFrom('booking')
    .where('booking_id', 'in', [0, ...booking_ids])
    .execute()
  return booking_ids
}
