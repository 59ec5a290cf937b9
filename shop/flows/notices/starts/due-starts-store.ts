import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { all_starts } from '#shop/notice/start-store.ts'

interface Round {
  now: Date
  /** When the messages go out. */
  due: Date
  batch: number
}

/**
 * Ends every notice of a start that has come, and puts its message into the outbox: one statement, so that a killed
 * process tells nobody twice and forgets nobody. Returns how many.
 */
export async function notifyOfStarts(db: Database, { now, due, batch }: Round): Promise<number> {
  const { rows } = await sql`
    with due as (
      select notice.product_notice_id from product_notice notice
        join ${all_starts} start on start."of" = case when notice.landing_page_id is not null then 'landing_page'
            when notice.flash_sale_id is not null then 'flash_sale' else 'item' end
          and start.id = coalesce(notice.landing_page_id, notice.flash_sale_id, notice.product_id)
      where notice.state = 'waiting' and notice.kind = 'start' and start.is_on and start.starts_at <= ${now}
        and (start.ends_at is null or start.ends_at > ${now})
      order by notice.product_notice_id limit ${batch} for update of notice skip locked
    ), queued as (
      update product_notice notice set state = 'sent', ended_at = ${now}, queued_count = notice.queued_count + 1
      from due where notice.product_notice_id = due.product_notice_id
      returning notice.product_notice_id, notice.channel, notice.recipient, notice.queued_count
    )
    insert into outbox (channel, recipient, template, dedupe_key, facts, state, next_attempt_at, created_at)
    select channel, case channel when 'sms' then regexp_replace(recipient, '^\\+84', '0') else recipient end,
      'notice_start', 'notice:' || product_notice_id || ':' || queued_count,
      jsonb_build_object('product_notice_id', product_notice_id, 'queued_count', queued_count), 'waiting',
      ${due}::timestamptz, ${now}::timestamptz
    from queued on conflict (dedupe_key) do nothing returning 1
  `.execute(db)
  return rows.length
}
