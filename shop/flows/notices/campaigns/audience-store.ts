import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { max_ads_a_day } from '#shop/notice/campaign/campaign.ts'
import { type CampaignRow, lockAds } from '#shop/notice/campaign/campaign-store.ts'

/** The newest choice of a customer about a purpose is a yes. */
const agrees = (customer_id: RawBuilder<unknown>, purpose: 'mail' | 'zalo' | 'push') => sql`
  coalesce((select is_granted from consent where consent.customer_id = ${customer_id} and purpose = ${purpose}
    order by consent_id desc limit 1), false)`

/**
 * Who agreed to offers by a channel: recipient, customer_id. Addresses are proven, or stand in an order with its tick.
 */
const consenting: Readonly<Record<CampaignRow['channel'], RawBuilder<unknown>>> = {
  email: sql`(
    select distinct on (recipient) recipient, customer_id from (
      select lower(email) as recipient, customer_id, 1 as place from member
      where email_proven_at is not null and email <> '' and erased_at is null
      union all
      select lower(recipient ->> 'email'), customer_id, 2 from sales_order
      where recipient ->> 'promotion_announcement' = 'true' and recipient ->> 'email' <> ''
    ) address
    where ${agrees(sql`address.customer_id`, 'mail')}
      and not exists (select from mail_opt_out where email_hash = sha256(convert_to(recipient, 'UTF8')))
    order by recipient, place, customer_id)`,
  zalo: sql`(
    select phone as recipient, customer_id from member
    where erased_at is null and ${agrees(sql`member.customer_id`, 'zalo')}
      and not exists (select from do_not_call where phone_hash = sha256(convert_to(phone, 'UTF8'))))`,
  push: sql`(
    select 'push:' || push_subscription_id as recipient, customer_id from push_subscription
    where offers_at is not null)`,
}

type Audience = Pick<CampaignRow, 'channel' | 'audience' | 'tier_code' | 'wish_path'>

/** SQL of whether a person belongs to an audience. */
function isOf({ audience, tier_code, wish_path }: Audience): RawBuilder<unknown> {
  if (audience === 'members') {
    return sql`exists (select from customer owner left join member_standing using (customer_id)
      where owner.customer_id = person.customer_id and owner.kind = 'member'
        and (${tier_code} = '' or coalesce(tier_code, 's-null') = ${tier_code}))`
  }
  if (audience === 'wishlist') {
    return sql`exists (select from wishlist_item wish where wish.customer_id = person.customer_id
      and (${wish_path} = '' or exists (select from slug where slug.kind = 'product'
        and slug.entity_id = wish.product_id and slug.path = ${wish_path})))`
  }
  return sql`true`
}

/** SQL of the persons of an audience: recipient, customer_id. */
function personsOf(audience: Audience): RawBuilder<unknown> {
  return sql`select recipient, customer_id from ${consenting[audience.channel]} person where ${isOf(audience)}`
}

export async function countAudience(db: Database, audience: Audience): Promise<number> {
  const { rows } = await sql<{ persons: number }>`
    select count(*)::int as persons from (${personsOf(audience)}) person`.execute(db)
  return rows[0]?.persons ?? 0
}

/** Lists the recipients of a campaign that begins: each person once, whoever agrees at this moment. */
export async function insertRecipients(tx: Tx, campaign: CampaignRow, now: Date): Promise<number> {
  const { rows } = await sql`
    insert into campaign_recipient (campaign_id, recipient, customer_id, created_at)
    select ${campaign.campaign_id}, recipient, customer_id, ${now}::timestamptz from (${personsOf(campaign)}) person
    on conflict do nothing returning 1`.execute(tx)
  return rows.length
}

/** Whether a recipient agrees to offers still: asked when the message goes out. */
export async function agreesStill(
  db: Database | Tx,
  channel: CampaignRow['channel'],
  recipient: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${consenting[channel]} person where recipient = ${recipient} limit 1`.execute(db)
  return rows.length > 0
}

interface Round {
  now: Date
  batch: number
}

/**
 * Puts the messages of a campaign into the outbox: to whoever got fewer than three of advertising in 24 hours. The
 * others wait. One transaction, so that a killed process writes to nobody twice. Returns how many.
 */
export async function queueMessages(
  tx: Tx,
  { campaign_id, channel }: CampaignRow,
  { now, batch }: Round,
): Promise<number> {
  await lockAds(tx)
  const day_before = sql`${now}::timestamptz - interval '24 hours'`
  const { rows } = await sql`
    with due as (
      select recipient from campaign_recipient one
      where campaign_id = ${campaign_id} and state = 'waiting'
        and (select count(*) from campaign_recipient other
            where other.recipient = one.recipient and other.queued_at > ${day_before})
          + (select count(*) from product_notice earlier where earlier.recipient = one.recipient
            and earlier.kind <> 'start' and earlier.state in ('sent', 'stopped') and earlier.queued_count > 0 and earlier.ended_at > ${day_before})
          + (select count(*) from outbox where template = 'abandoned_cart'
            and lower(outbox.recipient) = one.recipient and created_at > ${day_before}) < ${max_ads_a_day}
      order by recipient limit ${batch} for update skip locked
    ), queued as (
      update campaign_recipient one set state = 'queued', queued_at = ${now}, queued_count = queued_count + 1
      from due where one.campaign_id = ${campaign_id} and one.recipient = due.recipient
      returning one.recipient, one.queued_count
    )
    insert into outbox (channel, recipient, template, dedupe_key, facts, state, next_attempt_at, created_at)
    select ${channel}, case when ${channel} = 'zalo' then regexp_replace(recipient, '^\\+84', '0') else recipient end,
      'campaign', 'campaign:' || ${campaign_id}::bigint || ':' || recipient || ':' || queued_count,
      jsonb_build_object('campaign_id', ${campaign_id}::bigint, 'recipient', recipient, 'queued_count', queued_count),
      'waiting', ${now}::timestamptz, ${now}::timestamptz
    from queued on conflict (dedupe_key) do nothing returning 1`.execute(tx)
  return rows.length
}

/** The address and phone where a member could get offers, and what they agreed to. */
interface OwnChannels {
  email: string | null
  phone: string | null
  by_email: boolean
  by_zalo: boolean
  by_push: boolean
}

export async function findOwnChannels(
  db: Database | Tx,
  customer_id: CustomerId,
): Promise<OwnChannels> {
  const { rows } = await sql<OwnChannels>`
    select case when email_proven_at is not null then nullif(lower(email), '') end as email, phone,
      ${agrees(sql`owner.customer_id`, 'mail')} and not exists (select from mail_opt_out
        where email_hash = sha256(convert_to(lower(email), 'UTF8'))) as by_email,
      ${agrees(sql`owner.customer_id`, 'zalo')} as by_zalo,
      exists (select from push_subscription browser where browser.customer_id = owner.customer_id
        and offers_at is not null) as by_push
    from (select ${customer_id}::bigint as customer_id) owner
      left join member on member.customer_id = owner.customer_id and erased_at is null`.execute(db)
  const none = { email: null, phone: null, by_email: false, by_zalo: false, by_push: false }
  return rows[0] ?? none
}

/** Lets an address get offers again. */
export async function deleteOptOut(tx: Tx, email: string): Promise<void> {
  await sql`delete from mail_opt_out where email_hash = sha256(convert_to(${email}, 'UTF8'))`.execute(
    tx,
  )
}

/** Sets whether a browser gets offers: the one of a recipient, or all of a customer. Returns how many that changes. */
export async function setPushOffers(
  tx: Tx,
  which: { recipient: string } | { customer_id: CustomerId },
  offers_at: Date | null,
): Promise<number> {
  const condition =
    'recipient' in which
      ? sql`'push:' || push_subscription_id = ${which.recipient}`
      : sql`customer_id = ${which.customer_id}`
  const { rows } = await sql`
    update push_subscription set offers_at = ${offers_at}::timestamptz
    where ${condition} and (offers_at is null) <> (${offers_at}::timestamptz is null) returning 1`.execute(
    tx,
  )
  return rows.length
}
