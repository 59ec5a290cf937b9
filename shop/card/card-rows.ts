import { type RawBuilder, sql } from 'kysely'
import { vietnamDay } from '#pure/vietnam-time.ts'

/** SQL of the customer group of a customer's card that counts at `now`: at most one row (customer_group_id, code). */
export function cardGroupOf(customer_id: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`(
    select of_card.customer_group_id, of_card.code
    from member_card card join customer_group of_card on of_card.code = 's-' || card.kind
    where card.customer_id = ${customer_id} and card.state = 'accepted' and card.ends_on >= ${vietnamDay(now)}::date)`
}
