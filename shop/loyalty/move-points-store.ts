import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

interface Move {
  from: CustomerId
  into: CustomerId
  member_merge_id: number
}

/**
 * Moves points by entries on both sides, order by order: what an order earned and what it was paid with count for the
 * other member, and expire when they would have. The sums of each order stay as they are. The standings of both are
 * locked. Returns the points that moved.
 */
export async function movePoints(
  tx: Tx,
  { from, into, member_merge_id }: Move,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    with booked as (
      select order_id, sum(case kind when 'earn' then points when 'take_back' then -points else 0 end) as earned,
        sum(case kind when 'spend' then points when 'give_back' then -points else 0 end) as spent,
        sum(case kind when 'expire' then points when 'restore' then -points else 0 end) as expired
      from point_entry where customer_id = ${from} group by order_id
    ), moves (order_id, points, taken, given) as (
      select order_id, earned, 'take_back', 'earn' from booked
      union all select order_id, spent, 'give_back', 'spend' from booked
      union all select order_id, expired, 'restore', 'expire' from booked
    ), written as (
      insert into point_entry (customer_id, order_id, kind, points, happened_at, member_merge_id)
      select owner, order_id, kind, abs(points), ${now}::timestamptz, ${member_merge_id}::bigint
      from moves cross join lateral (values
        (${from}::bigint, case when points > 0 then taken else given end),
        (${into}::bigint, case when points > 0 then given else taken end)) as side (owner, kind)
      where points <> 0 order by order_id, owner, kind
    )
    select coalesce(sum(earned - spent - expired), 0)::bigint as points from booked
  `.execute(tx)
  return rows[0]?.points ?? 0
}

/** Gives what orders count for to another member, and the best tier of both. */
export async function moveCounted(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await tx
    .updateTable('member_order')
    .set({ customer_id: into })
    .where('customer_id', '=', from)
    .execute()
  await sql`
    update member_standing stays set best_tier = other.best_tier
    from member_standing other join member_tier higher on higher.code = other.best_tier, member_tier tier
    where stays.customer_id = ${into} and other.customer_id = ${from} and tier.code = stays.best_tier
      and higher.position > tier.position
  `.execute(tx)
  await tx.deleteFrom('member_standing').where('customer_id', '=', from).execute()
}

/**
 * Gives the vouchers of one member to another. What each gift was for stays recorded where it was. Returns how many.
 */
export async function moveVouchers(tx: Tx, from: CustomerId, into: CustomerId): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('voucher')
    .set({ customer_id: into })
    .where('customer_id', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
