import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { technicianCapacity, weekOf } from '#shop/booking/skill-rows.ts'
import { any_skill } from '#shop/booking/booking-times.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { shopRepairs } from '#shop/location/shop-rows.ts'

/** How many technicians with a skill a shop has, from Monday to Sunday. */
export interface SkillWeek {
  skill: string
  week: number[]
}

/** The shops within reach that repair, with or without technicians. */
export async function listShopsThatRepair(
  db: Database,
  reach: Reach,
): Promise<{ shop_id: number; name: string; time_opening: string }[]> {
  const { rows } = await sql<{ shop_id: number; name: string; time_opening: string }>`
    select shop_id, name, time_opening from shop
    where ${shopRepairs} and ${ofShopInReach('shop.shop_id', reach)} order by shop_id
  `.execute(db)
  return rows
}

export async function listSkillWeeks(db: Database, shop_id: number): Promise<SkillWeek[]> {
  const { rows } = await sql<SkillWeek>`
    select skill, ${weekOf('own')} as week from shop_skill own where shop_id = ${shop_id} order by skill
  `.execute(db)
  return rows
}

/** Lets changes of the technicians of a shop wait for each other. */
export async function lockTechnicians(tx: Tx, shop_id: number): Promise<void> {
  await sql`select from shop where shop_id = ${shop_id} for no key update`.execute(tx)
}

/** Makes the technicians of a shop those of the list. */
export async function replaceSkillWeeks(
  tx: Tx,
  shop_id: number,
  weeks: readonly SkillWeek[],
): Promise<void> {
  const skills = weeks.map(({ skill }) => skill)
  await sql`delete from shop_skill where shop_id = ${shop_id} and skill <> all (${skills}::text[])`.execute(
    tx,
  )
  for (const { skill, week } of weeks) {
    const most = Math.max(...week)
    const by_weekday = week.every((count) => count === most) ? null : week
    await sql`
      insert into shop_skill as here (shop_id, skill, technicians, by_weekday)
      values (${shop_id}, ${skill}, ${most}, ${by_weekday}::integer[])
      on conflict (shop_id, skill) do update set technicians = excluded.technicians, by_weekday = excluded.by_weekday
      where (here.technicians, here.by_weekday) is distinct from (excluded.technicians, excluded.by_weekday)
    `.execute(tx)
  }
}

/**
 * Gives the slots of a time to come the technicians of now. What is taken stays taken. Slots are locked in the
 * sequence of their times, as bookings lock them. Returns how many are taken by more than the shop has.
 */
export async function resizeSlots(
  tx: Tx,
  shop_ids: readonly number[],
  from: Date,
): Promise<number> {
  const coming = sql`slot.shop_id = any(${shop_ids}::integer[]) and slot.starts_at > ${from}`
  await sql`
    select from slot where ${coming} order by shop_id, starts_at, skill for update
  `.execute(tx)
  const { rows } = await sql<{ crowded: number }>`
    with wanted as (
      select slot.shop_id, slot.skill, slot.starts_at, slot.taken, ${technicianCapacity('slot')} as technicians
      from slot join shop_skill everybody on everybody.shop_id = slot.shop_id and everybody.skill = ${any_skill}
        left join shop_skill own on own.shop_id = slot.shop_id and own.skill = slot.skill
      where ${coming}
    ), put as (
      update slot set capacity = greatest(slot.taken, technicians) from wanted
      where slot.shop_id = wanted.shop_id and slot.skill = wanted.skill and slot.starts_at = wanted.starts_at
        and slot.capacity <> greatest(slot.taken, technicians)
    )
    select count(*)::integer as crowded from wanted where taken > technicians
  `.execute(tx)
  return rows[0]?.crowded ?? 0
}
