import { sql } from 'kysely'

/** Condition on `payment_review r`: a partial payment that waits for the rest and is not refunded. */
export const is_waiting_part = sql`r.reason = 'under' and r.state = 'open' and not exists (
  select from refund back where back.payment_review_id = r.payment_review_id
    and back.state <> 'dropped')`
