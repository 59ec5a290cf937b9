import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { shops } from '#test/support/small-shop.ts'

interface Shop {
  own: { db: Database }
  now: Date
}

let last = 0

/** Books a time that has come at the repair shop. Returns the code. */
export async function dueBooking({ own, now }: Shop): Promise<string> {
  last += 1
  const code = `LH261120-${String(last).padStart(8, '0')}`
  await sql`
    insert into booking (code, secret, shop_id, starts_at, half_hours, state, name, phone, promotion_announcement, total,
      created_at)
    values (${code}, ${code}, ${shops.repairs}, ${now}, 1, 'booked', 'An', '+84912345678', false, 0, ${now})
  `.execute(own.db)
  return code
}

/** What to call the operations of bookings with, so that they write. */
export function inputsOfBookings(shop: Shop): Record<string, () => Promise<unknown>> {
  const code = async () => ({ code: await dueBooking(shop) })
  return {
    'bookings.receiveBooking': code,
    'bookings.missBooking': code,
    'bookings.moveBooking': () => movable(shop),
  }
}

/** A booking of tomorrow, and another time for it. */
async function movable(shop: Shop) {
  const { own, now } = shop
  const code = await dueBooking(shop)
  await sql`update booking set starts_at = ${new Date(now.getTime() + 86_400_000)} where code = ${code}`.execute(
    own.db,
  )
  await sql`insert into shop_skill (shop_id, skill, technicians) values (${shops.repairs}, 'any', 3)
    on conflict do nothing`.execute(own.db)
  await sql`insert into booking_line (booking_id, position, item_id, quantity, name, skill, minutes, price, warranty_months)
    select booking_id, 1, 21, 1, 'Thay pin', 'pin', 30, 0, 0 from booking where code = ${code}`.execute(
    own.db,
  )
  const booking_date = new Date(now.getTime() + 2 * 86_400_000)
  return { code, booking_date }
}
