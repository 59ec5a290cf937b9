import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { shopSells } from '#shop/location/shop-rows.ts'
import { lockAds } from '#shop/notice/campaign/campaign-store.ts'
import { max_a_day } from '#shop/notice/notice.ts'

interface Round {
  /** Notices whose item costs less than when it was asked for. */
  cheaper: readonly number[]
  now: Date
  /** When the messages go out. */
  due: Date
  batch: number
}

/**
 * Ends every notice whose item is back in stock or cheaper, and puts its message into the outbox: one transaction, so
 * that a killed process tells nobody twice and forgets nobody. Returns how many.
 */
export async function notifyOfItems(tx: Tx, { cheaper, now, due, batch }: Round): Promise<number> {
  await lockAds(tx)
  const { rows } = await sql`
    with happened as (
      select notice.product_notice_id, row_number() over (partition by notice.recipient
          order by notice.product_notice_id) + (select count(*) from product_notice earlier
            where earlier.recipient = notice.recipient and earlier.state in ('sent', 'stopped') and earlier.kind <> 'start'
              and earlier.queued_count > 0 and earlier.ended_at > ${now}::timestamptz - interval '24 hours')
          + (select count(*) from campaign_recipient offer where offer.recipient = notice.recipient
            and offer.queued_at > ${now}::timestamptz - interval '24 hours') as number_of_day
      from product_notice notice join product item using (product_id)
        join product version on version.product_id = item.parent_id
      where notice.state = 'waiting' and item.is_active and version.is_active and case notice.kind
        when 'stock' then exists (select from stock join shop using (shop_id)
          where stock.product_id = notice.product_id and stock.quantity > 0 and ${shopSells})
        else notice.product_notice_id = any (${cheaper}::bigint[]) end
    ), due as (
      select notice.product_notice_id from product_notice notice
      where notice.state = 'waiting' and notice.product_notice_id in (
        select product_notice_id from happened where number_of_day <= ${max_a_day})
      order by notice.product_notice_id limit ${batch} for update skip locked
    ), queued as (
      update product_notice notice set state = 'sent', ended_at = ${now}, queued_count = notice.queued_count + 1
      from due where notice.product_notice_id = due.product_notice_id
      returning notice.product_notice_id, notice.channel, notice.recipient, notice.kind, notice.queued_count
    )
    insert into outbox (channel, recipient, template, dedupe_key, facts, state, next_attempt_at, created_at)
    select channel, case channel when 'sms' then regexp_replace(recipient, '^\\+84', '0') else recipient end,
      'notice_' || kind, 'notice:' || product_notice_id || ':' || queued_count,
      jsonb_build_object('product_notice_id', product_notice_id, 'queued_count', queued_count), 'waiting',
      ${due}::timestamptz, ${now}::timestamptz
    from queued on conflict (dedupe_key) do nothing returning 1
  `.execute(tx)
  return rows.length
}
