import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import type { Celebrant } from '#shop/loyalty/rewards.ts'

/** Living members after this one: those with a birthday or a tier above the first. */
export async function findCelebrants(
  db: Database,
  after: CustomerId,
  batch: number,
): Promise<Celebrant[]> {
  const { rows } = await sql<Celebrant>`
    select member.customer_id, member.birthday::text as birthday, coalesce(tier_code, 's-null') as tier_code,
      coalesce(best_tier, 's-null') as best_tier
    from member left join member_standing using (customer_id)
    where member.customer_id > ${after} and member.erased_at is null
    order by member.customer_id limit ${batch}
  `.execute(db)
  return rows
}

interface NewReward {
  customer_id: CustomerId
  kind: 'birthday' | 'rank_up' | 'game' | 'game_first'
  occasion: string
  code: string
  name: string
  value: number
  min_total: number
  ends_at: Date
}

/**
 * Gives a voucher that only this member may use, once; false if they have had it. Two runs at once give one: the second
 * waits for the row of the first.
 */
export async function insertReward(tx: Tx, reward: NewReward, now: Date): Promise<boolean> {
  const { customer_id, kind, occasion, code, name, value, min_total, ends_at } = reward
  await sql`select 1 from customer where customer_id = ${customer_id} for no key update`.execute(tx)
  const { rows } = await sql`
    with wanted as (
      select where not exists (select from member_reward where customer_id = ${customer_id}
        and kind = ${kind} and occasion = ${occasion})
    ), uses as (
      insert into quota (total) select 1 from wanted returning quota_id
    ), given as (
      insert into voucher (code, name, value, min_total, starts_at, ends_at, quota_id, customer_id)
      select ${code}, ${name}, ${value}, ${min_total}, ${now}, ${ends_at}, quota_id, ${customer_id} from uses
      returning voucher_id
    )
    insert into member_reward (customer_id, kind, occasion, voucher_id, given_at)
    select ${customer_id}, ${kind}, ${occasion}, voucher_id, ${now} from given
    returning voucher_id
  `.execute(tx)
  return rows.length > 0
}
