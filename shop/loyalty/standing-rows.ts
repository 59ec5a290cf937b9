import { sql, type RawBuilder } from 'kysely'
import { cardGroupOf } from '#shop/card/card-rows.ts'
import type { Standing } from '#shop/loyalty/standing.ts'

/** SQL of the points that a customer may spend. */
function pointBalance(customer_id: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(
    select coalesce(sum(case when put_into = 'member' then points else -points end), 0)::bigint
    from point_entry where point_entry.customer_id = ${customer_id})`
}

/** SQL of a customer's standing as jsonb; null for a guest. Joins nothing: a statement adds it as a column. */
export function standingOf(
  customer_id: RawBuilder<unknown>,
  now: Date,
): RawBuilder<Standing | null> {
  return sql`(
    select jsonb_build_object('customer_id', owner.customer_id,
      'customer_group_id', customer_group.customer_group_id,
      'tier_code', customer_group.code, 'spent', coalesce(standing.spent, 0),
      'card_group_id', card_group.customer_group_id,
      'is_student', coalesce(card_group.code in ('s-student', 's-teacher'), false),
      'points', ${pointBalance(sql.ref('owner.customer_id'))},
      'max_points_percent', (select max_points_percent from loyalty_rule))
    from customer owner
      left join member_standing standing on standing.customer_id = owner.customer_id
      join customer_group on customer_group.code = coalesce(standing.tier_code, 's-null')
      left join lateral ${cardGroupOf(sql.ref('owner.customer_id'), now)} as card_group on true
    where owner.customer_id = ${customer_id} and owner.kind = 'member')`
}
