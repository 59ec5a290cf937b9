import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { vietnamDay, vietnamInstant } from '#pure/vietnam-time.ts'
import { onePart } from '#test/goods/inputs-of-tickets.ts'
import { products, shops } from '#test/support/small-shop.ts'

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

/** Has a piece set aside at the first shop. Returns the code. */
async function reservedPiece({ own, now }: Shop): Promise<string> {
  last += 1
  const code = `DG261120-${String(last).padStart(8, '0')}`
  await sql`
    with one as (
      insert into shop_reservation (code, secret, shop_id, product_id, state, name, phone, created_at, expires_at)
      values (${code}, ${code}, ${shops.first}, ${products.cable}, 'reserved', 'An', '+84912345678', ${now},
        ${new Date(now.getTime() + 86_400_000)})
      returning shop_reservation_id, product_id, shop_id, expires_at
    ), taken as (
      update stock set quantity = quantity - 1 from one
      where stock.product_id = one.product_id and stock.shop_id = one.shop_id
    )
    insert into reservation (kind, product_id, shop_id, quantity, expires_at, shop_reservation_id)
    select 'stock', product_id, shop_id, 1, expires_at, shop_reservation_id from one
  `.execute(own.db)
  return code
}

/** What to call the operations of bookings and of pieces set aside with, so that they write. */
export function inputsOfBookings(shop: Shop): Record<string, () => Promise<unknown>> {
  const code = async () => ({ code: await dueBooking(shop) })
  return {
    'bookings.receiveBooking': code,
    'bookings.missBooking': code,
    'bookings.moveBooking': () => movable(shop),
    'repairSettings.saveService': () => changedService(shop),
    'repairSettings.addService': async () => ({
      ...{ part_code: await onePartCode(shop), device_kind: 'dien-thoai', brand_name: 'Nokia' },
      ...{ model_name: `Nokia ${last++}`, minutes: 30, skill: 'pin', label: 'Chuẩn' },
      ...{ price: 250_000, warranty_months: 6 },
    }),
    'repairSettings.setParts': async () => ({
      ...{ option_id: await onePart(shop.own.db), shop_id: shops.repairs },
      ...(await otherQuantity(shop)),
    }),
    'repairSettings.setTechnicians': async () => ({
      ...{ shop_id: shops.first, seen: '', everybody: [2, 2, 2, 2, 2, 1, 0], skills: [] },
    }),
    'bookings.createBooking': () => wantedVisit(shop),
    'shopReservations.sellReserved': async () => ({
      ...{ code: await reservedPiece(shop), scanned: 'SKU-21', grand_total: 150_000 },
    }),
    'shopReservations.releaseReserved': async () => ({
      ...{ code: await reservedPiece(shop), reason: 'Khách không đến' },
    }),
  }
}

async function onePartCode({ own: { db } }: Shop): Promise<string> {
  const { part_code } = await db
    .selectFrom('repair_part')
    .select('part_code')
    .limit(1)
    .executeTakeFirstOrThrow()
  return part_code
}

/** What the repair shop has of the part, and one more. */
async function otherQuantity({ own: { db } }: Shop) {
  const row = await db
    .selectFrom('repair_part_stock')
    .select('quantity')
    .where('option_id', '=', await onePart(db))
    .where('shop_id', '=', shops.repairs)
    .executeTakeFirst()
  const seen_quantity = row?.quantity ?? 0
  return { seen_quantity, quantity: seen_quantity + 1 }
}

/** A service with another price. */
async function changedService({ own: { db } }: Shop) {
  const option_id = await onePart(db)
  const { rows } = await sql<{ sku: string; seen: string }>`
    select sku, extract(epoch from changed_at)::text as seen from repair_option join repair_service using (service_id)
    where option_id = ${option_id}`.execute(db)
  const option = { option_id, label: 'Chuẩn', price: 930_000, warranty_months: 12, is_active: true }
  const service = { name: 'Thay pin', minutes: 45, skill: 'pin', is_active: true }
  return { ...rows[0], ...service, options: [option] }
}

/** A repair that the repair shop can do tomorrow at 09:00. */
async function wantedVisit({ own, now }: Shop) {
  await sql`insert into shop_skill (shop_id, skill, technicians) values (${shops.repairs}, 'any', 3)
    on conflict do nothing`.execute(own.db)
  const booking_date = vietnamInstant(vietnamDay(now, 1), '09:00')
  const customer = { name: 'An', phone: '0912 345 679' }
  return { shop_id: shops.repairs, item_ids: [await onePart(own.db)], booking_date, ...customer }
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
