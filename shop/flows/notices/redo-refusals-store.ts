import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { RefusalRecord } from '#shop/flows/notices/refusal-records.ts'

/** Whether a row is of the person that a record names, and not of one who got the number later. */
const isSame = (since: RawBuilder<unknown>, created_at: RawBuilder<unknown>) =>
  sql`coalesce(${since} = date_trunc('milliseconds', ${created_at}), true)`

/**
 * Refuses again what records say, in a database that was restored from a backup of before. Where the database knows of
 * a yes, the newest choice becomes a no.
 */
export async function redoRefusals(tx: Tx, refusals: readonly RefusalRecord[]): Promise<void> {
  if (refusals.length === 0) return
  await sql`
    with refused as materialized (
      select refused.*, (select ${isSame(sql`customer_since`, sql`customer.created_at`)} from customer
        where customer.customer_id = refused.customer_id) as is_customer
      from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb) as refused (refused_at timestamptz, purpose text,
        customer_id bigint, customer_since timestamptz, email_hash text, browser text, browser_since timestamptz,
        notices jsonb)
    ), by_mail as (
      insert into mail_opt_out (email_hash, created_at)
      select decode(email_hash, 'hex'), min(refused_at) from refused where email_hash is not null group by email_hash
      on conflict do nothing
    ), by_wish as (
      update product_notice set state = 'stopped', ended_at = coalesce(ended_at, refused_at)
      from refused cross join lateral jsonb_array_elements_text(notices) as stopped
      where purpose = 'notice' and state <> 'stopped' and encode(sha256(convert_to(secret, 'UTF8')), 'hex') = stopped
    ), by_push as (
      update push_subscription subscription set offers_at = null from refused
      where refused.purpose = 'push' and offers_at is not null
        and ((refused.browser = 'push:' || push_subscription_id
            and ${isSame(sql`browser_since`, sql`subscription.created_at`)})
          or (refused.browser is null and is_customer and refused.customer_id = subscription.customer_id))
    ), persons as (
      select customer_id, purpose, max(refused_at) as refused_at from refused
      where is_customer group by customer_id, purpose
    )
    insert into consent (customer_id, purpose, is_granted, text_version, place, chosen_at)
    select customer_id, purpose, false, text_version, 'message', refused_at
    from persons cross join lateral (
      select text_version, is_granted from consent known
      where known.customer_id = persons.customer_id and known.purpose = persons.purpose
      order by consent_id desc limit 1) newest
    where is_granted`.execute(tx)
}
