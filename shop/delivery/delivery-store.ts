import { sql } from 'kysely'
import type { DeliveryTerms } from '#contracts/price-parts.ts'
import type { DeliveryRuleSet } from '#contracts/staff/delivery.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { ClosedDay } from '#shop/delivery/delivery-promise.ts'

/** What a delivery costs now. */
export async function findDeliveryTerms(db: Database): Promise<DeliveryTerms> {
  return db.selectFrom('delivery_rule').select(['fee', 'free_from']).executeTakeFirstOrThrow()
}

const rule_columns = [
  ...(['fee', 'free_from', 'cut_off', 'near_hours', 'prepare_minutes'] as const),
  ...(['away_days', 'rural_days', 'keep_days'] as const),
] as const

/** The rules with who changed them last. */
export async function findDeliveryRuleRow(db: Database) {
  return db
    .selectFrom('delivery_rule')
    .select(rule_columns)
    .select(['version', 'changed_at', 'changed_by'])
    .executeTakeFirstOrThrow()
}

/** Replaces the rules. False if they are not in this version. */
export async function updateDeliveryRules(
  tx: Tx,
  rules: DeliveryRuleSet,
  changed: { changed_at: Date; changed_by: string },
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('delivery_rule')
    .set({ ...rules, ...changed, version: version + 1 })
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The closed days from a day (YYYY-MM-DD) on, with names, for staff. */
export async function findNamedClosedDays(db: Database, from: string) {
  return db
    .selectFrom('closed_day')
    .leftJoin('shop', 'shop.shop_id', 'closed_day.shop_id')
    .select(['closed_day_id', 'day', 'closed_day.shop_id', 'closed_day.name'])
    .select('shop.name as shop')
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('closed_day_id')
    .execute()
}

/** Adds a closed day. False if the day is closed for that shop already. */
export async function insertClosedDay(tx: Tx, day: ClosedDay & { name: string }): Promise<boolean> {
  const row = await tx
    .insertInto('closed_day')
    .values(day)
    .onConflict((conflict) => conflict.columns(['day', 'shop_id']).doNothing())
    .returning('closed_day_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteClosedDay(tx: Tx, closed_day_id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('closed_day')
    .where('closed_day_id', '=', closed_day_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** All rules and the closed days from a day (YYYY-MM-DD) on, in one statement. */
export async function findRulesAndClosedDays(
  db: Database,
  from: string,
): Promise<DeliveryRuleSet & { closed_days: ClosedDay[] }> {
  const { rows } = await sql<DeliveryRuleSet & { closed_days: ClosedDay[] }>`
    select fee, free_from, cut_off, near_hours, prepare_minutes, away_days, rural_days, keep_days,
      coalesce((select jsonb_agg(jsonb_build_object('day', day, 'shop_id', shop_id) order by day)
        from closed_day where day >= ${from}::date), '[]') as closed_days
    from delivery_rule
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new ReferenceError('the rules of delivery are missing')
  return row
}
