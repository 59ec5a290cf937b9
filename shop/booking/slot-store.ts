import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { any_skill, type ClosedDay, type SlotKey, weekdayOf } from '#shop/booking/booking-times.ts'
import { technicianCapacity, weekOf } from '#shop/booking/skill-rows.ts'
import { shopRepairs } from '#shop/location/shop-rows.ts'

/** A shop that takes bookings. */
export interface BookingShop {
  shop_id: number
  time_opening: string
  /** Technicians by skill, from Monday to Sunday; a skill that is not named can be done by all of them. */
  technicians: Readonly<Record<string, readonly number[]>>
  closed_days: ClosedDay[]
}

/** Finds a shop that takes bookings, with its technicians and the days on which it is closed. */
export async function findBookingShop(db: Database, shop_id: number): Promise<BookingShop | null> {
  const [shop] = await listBookingShops(db, shop_id)
  return shop ?? null
}

/** All shops that take bookings, or the one that is asked for. */
export async function listBookingShops(
  db: Database,
  shop_id: number | null = null,
): Promise<BookingShop[]> {
  const { rows } = await sql<BookingShop>`
    select shop.shop_id, shop.time_opening,
      (select jsonb_object_agg(skill, ${weekOf('own')}) from shop_skill own where own.shop_id = shop.shop_id)
        as technicians,
      (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'name', name) order by day), '[]')
        from closed_day where closed_day.shop_id is null or closed_day.shop_id = shop.shop_id) as closed_days
    from shop join shop_skill everybody on everybody.shop_id = shop.shop_id and everybody.skill = ${any_skill}
    where (${shop_id}::bigint is null or shop.shop_id = ${shop_id}::bigint) and ${shopRepairs}
      and everybody.technicians > 0
  `.execute(db)
  return rows
}

/** Gives the shops that repair, and that nobody gave technicians, two. Without them a shop takes no bookings. */
export async function addMissingTechnicians(tx: Tx): Promise<void> {
  await sql`insert into shop_skill (shop_id, skill, technicians)
    select shop_id, ${any_skill}, 2 from shop where 'sua-chua' = any(kinds)
    on conflict do nothing`.execute(tx)
}

/** How many technicians of a shop can do this on the day of a time. */
export function techniciansFor(
  { technicians }: BookingShop,
  { skill, starts_at }: SlotKey,
): number {
  const weekday = weekdayOf(starts_at)
  const everybody = technicians[any_skill]?.[weekday] ?? 0
  return Math.min(technicians[skill]?.[weekday] ?? everybody, everybody)
}

/** Whether a shop has somebody for this on any weekday. */
export function hasTechnicianFor({ technicians }: BookingShop, skill: string): boolean {
  const everybody = technicians[any_skill] ?? []
  return everybody.some((all, weekday) => Math.min(technicians[skill]?.[weekday] ?? all, all) > 0)
}

/** The slots of a shop that somebody has booked, in a period. */
export async function listSlots(
  db: Database,
  { shop_id, from, until }: { shop_id: number; from: Date; until: Date },
): Promise<(SlotKey & { capacity: number; taken: number })[]> {
  return db
    .selectFrom('slot')
    .select(['skill', 'starts_at', 'capacity', 'taken'])
    .where('shop_id', '=', shop_id)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', until)
    .execute()
}

/** The half hours of a period in which no technician of a shop is left. */
export async function listFullHalfHours(
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<{ shop_id: number; starts_at: Date }[]> {
  return db
    .selectFrom('slot')
    .select(['shop_id', 'starts_at'])
    .where('skill', '=', any_skill)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', until)
    .whereRef('taken', '>=', 'capacity')
    .execute()
}

/** The slots as a table `wanted`. */
function wantedSlots(slots: readonly SlotKey[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as wanted (skill text, starts_at timestamptz)`
}

/**
 * Makes the rows of slots that nobody has booked before. It runs outside of the transaction that takes them: two
 * bookings that make rows for each other would wait for each other.
 */
export async function makeSlots(
  db: Database,
  shop_id: number,
  slots: readonly SlotKey[],
): Promise<void> {
  await sql`
    insert into slot (shop_id, skill, starts_at, capacity)
    select everybody.shop_id, wanted.skill, wanted.starts_at, ${technicianCapacity('wanted')}
    from ${wantedSlots(slots)}
      join shop_skill everybody on everybody.shop_id = ${shop_id} and everybody.skill = ${any_skill}
      left join shop_skill own on own.shop_id = everybody.shop_id and own.skill = wanted.skill
    order by wanted.starts_at, wanted.skill
    on conflict do nothing
  `.execute(db)
}

/**
 * Takes one place in each slot, or none at all; false if one of them is full. Slots are locked in the sequence of their
 * times. What is free is read by a second statement, which sees all that was committed before the locks were had.
 */
export async function takeSlots(
  tx: Tx,
  shop_id: number,
  slots: readonly SlotKey[],
): Promise<boolean> {
  await sql`
    select from slot join ${wantedSlots(slots)} using (skill, starts_at)
    where slot.shop_id = ${shop_id}
    order by slot.starts_at, slot.skill for update of slot
  `.execute(tx)
  const { rows } = await sql`
    with free as (
      select skill, starts_at from slot join ${wantedSlots(slots)} using (skill, starts_at)
      where slot.shop_id = ${shop_id} and taken < capacity
    )
    update slot set taken = taken + 1 from free
    where slot.shop_id = ${shop_id} and slot.skill = free.skill and slot.starts_at = free.starts_at
      and (select count(*) from free) = ${slots.length}
    returning 1
  `.execute(tx)
  return rows.length === slots.length
}

/** Notes which slots a booking has taken. */
export async function insertBookingSlots(
  tx: Tx,
  { booking_id, shop_id }: { booking_id: number; shop_id: number },
  slots: readonly SlotKey[],
): Promise<void> {
  await tx
    .insertInto('booking_slot')
    .values(slots.map((slot) => ({ booking_id, shop_id, ...slot })))
    .execute()
}

/** Notes which slots somebody takes who walked in with a device and waits for it. */
export async function insertTicketSlots(
  tx: Tx,
  { ticket_id, shop_id }: { ticket_id: number; shop_id: number },
  slots: readonly SlotKey[],
): Promise<void> {
  await tx
    .insertInto('booking_slot')
    .values(slots.map((slot) => ({ ticket_id, shop_id, ...slot })))
    .execute()
}

/** Releases the half hours of a locked ticket that begin after `after`. */
export async function releaseTicketSlots(tx: Tx, ticket_id: number, after: Date): Promise<void> {
  await sql`
    select from slot
    where (shop_id, skill, starts_at) in (select shop_id, skill, starts_at from booking_slot
      where ticket_id = ${ticket_id} and starts_at > ${after})
    order by shop_id, starts_at, skill for update
  `.execute(tx)
  await sql`
    with gone as (
      delete from booking_slot where ticket_id = ${ticket_id} and starts_at > ${after}
      returning shop_id, skill, starts_at
    )
    update slot set taken = taken - 1 from gone
    where slot.shop_id = gone.shop_id and slot.skill = gone.skill and slot.starts_at = gone.starts_at
  `.execute(tx)
}

/** The slots that a booking has. */
export async function listSlotsOf(
  db: Database,
  booking_id: number,
): Promise<(SlotKey & { shop_id: number })[]> {
  return db
    .selectFrom('booking_slot')
    .select(['shop_id', 'skill', 'starts_at'])
    .where('booking_id', '=', booking_id)
    .execute()
}

/** Locks the slots that a booking has, and those that it is to have instead, in one sequence. */
export async function lockSlotsOfMove(
  tx: Tx,
  booking_id: number,
  { shop_id, slots }: { shop_id: number; slots: readonly SlotKey[] },
): Promise<void> {
  await sql`
    select from slot
    where (shop_id, skill, starts_at) in (
      select own.shop_id, own.skill, own.starts_at from booking_slot own where own.booking_id = ${booking_id}
      union all select ${shop_id}::integer, wanted.skill, wanted.starts_at from ${wantedSlots(slots)})
    order by shop_id, starts_at, skill for update
  `.execute(tx)
}

/** Releases the slots of bookings that the transaction has locked. */
export async function releaseSlots(tx: Tx, booking_ids: readonly number[]): Promise<void> {
  await sql`
    select from slot
    where (shop_id, skill, starts_at) in (select shop_id, skill, starts_at from booking_slot
      where booking_id = any(${booking_ids}::bigint[]))
    order by shop_id, starts_at, skill for update
  `.execute(tx)
  await sql`
    with gone as (
      delete from booking_slot where booking_id = any(${booking_ids}::bigint[])
      returning shop_id, skill, starts_at
    ), had as (
      select shop_id, skill, starts_at, count(*)::integer as places from gone group by shop_id, skill, starts_at
    )
    update slot set taken = taken - places from had
    where slot.shop_id = had.shop_id and slot.skill = had.skill and slot.starts_at = had.starts_at
  `.execute(tx)
}
