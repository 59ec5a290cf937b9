import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import type { PointKind, PointSums } from '#shop/loyalty/points.ts'
import type { Tier } from '#shop/loyalty/tier.ts'

/** All tiers, the lowest first. */
export async function findTiers(db: Database): Promise<Tier[]> {
  const { rows } = await sql<Tier>`
    select code, name, position, threshold, point_percent::float8 as point_percent, birthday_voucher,
      rank_up_voucher, benefits
    from member_tier join customer_group using (code) order by position`.execute(db)
  return rows
}

export interface LoyaltyRule {
  points_last_months: number
  max_points_percent: number
  version: number
  changed_at: Date | null
  changed_by: string | null
}

export async function findLoyaltyRule(db: Database): Promise<LoyaltyRule> {
  return db.selectFrom('loyalty_rule').selectAll().executeTakeFirstOrThrow()
}

/** Writes entries of the points ledger. */
export async function insertPoints(
  tx: Tx,
  entries: readonly {
    customer_id: CustomerId
    order_id: OrderId | null
    kind: PointKind
    points: number
  }[],
  happened_at: Date,
): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('point_entry')
    .values(entries.map((entry) => ({ ...entry, happened_at, member_merge_id: null })))
    .execute()
}

/** Stores what a completed order counts for. */
export async function saveMemberOrder(
  tx: Tx,
  order: {
    order_id: OrderId
    customer_id: CustomerId
    completed_at: Date
    spent: number
    point_percent: number
    points_expire_at: Date
  },
): Promise<void> {
  await tx
    .insertInto('member_order')
    .values(order)
    .onConflict((key) =>
      key.column('order_id').doUpdateSet({ spent: order.spent, customer_id: order.customer_id }),
    )
    .execute()
}

interface StoredStanding {
  tier_code: string
  best_tier: string
  spent: number
}

/** Locks the standing of a member; the row is made at the first time. */
export async function lockStanding(tx: Tx, customer_id: CustomerId): Promise<StoredStanding> {
  await tx
    .insertInto('member_standing')
    .values({ customer_id })
    .onConflict((key) => key.doNothing())
    .execute()
  return tx
    .selectFrom('member_standing')
    .where('customer_id', '=', customer_id)
    .select(['tier_code', 'best_tier', 'spent'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateStanding(
  tx: Tx,
  customer_id: CustomerId,
  standing: StoredStanding,
): Promise<void> {
  await tx
    .updateTable('member_standing')
    .set({ ...standing })
    .where('customer_id', '=', customer_id)
    .execute()
}

/** What a member spent since a day, by the orders that count. */
export async function sumSpent(
  db: Database,
  customer_id: CustomerId,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(spent), 0)::bigint as spent from member_order
    where customer_id = ${customer_id} and completed_at >= ${since}`.execute(db)
  return rows[0]?.spent ?? 0
}

/** The sums of a member's points that decide what expires. */
export async function findPointSums(db: Database, customer_id: CustomerId): Promise<PointSums> {
  const { rows } = await sql<{
    earned: { points: number; expires_at: string }[]
    spent: number
    expired: number
  }>`
    with own as (
      select entry.*, counted.points_expire_at from point_entry entry
        left join member_order counted using (order_id)
      where entry.customer_id = ${customer_id}
    )
    select (select coalesce(jsonb_agg(jsonb_build_object('points', points, 'expires_at', expires_at)), '[]')
      from (select points_expire_at as expires_at,
          sum(case kind when 'earn' then points else -points end)::bigint as points
        from own where kind in ('earn', 'take_back') group by 1) by_day) as earned,
      (select coalesce(sum(case kind when 'spend' then points else -points end), 0)::bigint
        from own where kind in ('spend', 'give_back')) as spent,
      (select coalesce(sum(case kind when 'expire' then points else -points end), 0)::bigint
        from own where kind in ('expire', 'restore')) as expired
  `.execute(db)
  const { earned, ...sums } = rows[0] ?? { earned: [], spent: 0, expired: 0 }
  return {
    ...sums,
    earned: earned.map(({ points, expires_at }) => ({ points, expires_at: new Date(expires_at) })),
  }
}

/** Members after this one who bought something or have books, in the sequence of their ids: nobody else counts. */
export async function findBookedMembers(
  db: Database,
  after: CustomerId,
  batch: number,
): Promise<CustomerId[]> {
  const { rows } = await sql<{ customer_id: CustomerId }>`
    select customer_id from customer owner
    where kind = 'member' and customer_id > ${after} and (
      exists (select from member_standing where member_standing.customer_id = owner.customer_id)
      or exists (select from sales_order where sales_order.customer_id = owner.customer_id))
    order by customer_id limit ${batch}`.execute(db)
  return rows.map(({ customer_id }) => customer_id)
}

/** How many members have each tier. */
export async function countMembersByTier(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; members: number }>`
    select coalesce(tier_code, 's-null') as code, count(*) as members
    from customer left join member_standing using (customer_id) where kind = 'member' group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ code, members }) => [code, members]))
}

/** The points that members may still spend. */
export async function sumOpenPoints(db: Database): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(case when put_into = 'member' then points else -points end), 0)::bigint as points
    from point_entry`.execute(db)
  return rows[0]?.points ?? 0
}

/** Replaces the rule of this version; false if somebody has changed it. */
export async function updateLoyaltyRule(
  tx: Tx,
  rule: Pick<LoyaltyRule, 'points_last_months' | 'max_points_percent'>,
  changed: { changed_at: Date; changed_by: string },
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('loyalty_rule')
    .set({ ...rule, ...changed, version: version + 1 })
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Saves the tiers that changed, so that the ledger says only that. */
export async function updateTiers(tx: Tx, tiers: readonly Tier[]): Promise<void> {
  const before = await findTiers(tx)
  for (const {
    code,
    threshold,
    point_percent,
    birthday_voucher,
    rank_up_voucher,
    benefits,
  } of tiers) {
    const values = { threshold, point_percent, birthday_voucher, rank_up_voucher, benefits }
    const known = before.find((tier) => tier.code === code)
    const keys = Object.keys(values) as (keyof typeof values)[]
    if (known === undefined || keys.every((key) => known[key] === values[key])) continue
    await tx.updateTable('member_tier').set(values).where('code', '=', code).execute()
  }
}
