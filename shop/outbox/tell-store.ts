import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { type OrderTemplate, ruleOf } from '#shop/outbox/outbox.ts'

/** What a message says beside its order; `key` tells several of one template for one order apart. */
export interface MessageFacts {
  amount?: number
  reason?: string
  key?: string
}

/**
 * Writes what shoppers are to be told into the transaction of what it tells (house §5, decision 080):
 * one statement for any number of orders. The same thing is told once, however often this is called.
 */
export async function tellOfOrders(
  tx: Tx,
  order_ids: readonly number[],
  template: OrderTemplate,
  now: Date,
  { key, ...facts }: MessageFacts = {},
): Promise<void> {
  if (order_ids.length === 0) return
  const { sms, delay_s } = ruleOf(template)
  const name = key === undefined ? template : `${template}:${key}`
  const due = new Date(now.getTime() + delay_s * 1_000)
  await sql`
    insert into outbox (channel, recipient, template, order_id, dedupe_key, facts, state,
      next_try_at, created_at)
    select way.channel, way.recipient, ${template}, o.order_id,
      ${name}::text || ':' || o.order_id || ':' || way.channel, ${JSON.stringify(facts)}::jsonb,
      'waiting', ${due}::timestamptz, ${now}::timestamptz
    from sales_order o
    cross join lateral (values
      ('email', nullif(o.recipient ->> 'email', '')),
      ('sms', case when ${sms}::text = 'always'
        or (${sms}::text = 'no_email' and nullif(o.recipient ->> 'email', '') is null)
        then o.recipient ->> 'phone' end)
    ) as way (channel, recipient)
    where o.order_id = any(${order_ids}::bigint[]) and way.recipient is not null
    order by o.order_id
    on conflict (dedupe_key) do nothing
  `.execute(tx)
}
