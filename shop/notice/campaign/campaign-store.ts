import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Tables, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

export type CampaignRow = Selectable<Tables['message_campaign']>

/** What became of a campaign's messages. */
export interface CampaignCounts {
  recipients: number
  waiting: number
  sent: number
  failed: number
  dropped: number
  unsubscribed: number
}

export async function findCampaign(
  db: Database | Tx,
  campaign_id: number,
): Promise<CampaignRow | undefined> {
  return db
    .selectFrom('message_campaign')
    .selectAll()
    .where('campaign_id', '=', campaign_id)
    .executeTakeFirst()
}

export async function lockCampaign(tx: Tx, campaign_id: number): Promise<CampaignRow | undefined> {
  return tx
    .selectFrom('message_campaign')
    .selectAll()
    .where('campaign_id', '=', campaign_id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Until this transaction ends nobody else counts what a person got today: two who count at once would send one too
 * many.
 */
export async function lockAds(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('advertising', 0))`.execute(tx)
}

/** Lists the newest campaigns. */
export async function listCampaigns(db: Database, limit: number): Promise<CampaignRow[]> {
  return db
    .selectFrom('message_campaign')
    .selectAll()
    .orderBy('campaign_id', 'desc')
    .limit(limit)
    .execute()
}

/** Campaigns that may be sending now, or whose time may be over. */
export async function listLive(db: Database): Promise<Pick<CampaignRow, 'campaign_id'>[]> {
  return db
    .selectFrom('message_campaign')
    .select('campaign_id')
    .where('state', 'in', ['approved', 'sending', 'paused'])
    .orderBy('starts_at')
    .execute()
}

export async function insertCampaign(
  tx: Tx,
  fields: Insertable<Tables['message_campaign']>,
): Promise<number> {
  const { campaign_id } = await tx
    .insertInto('message_campaign')
    .values(fields)
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  return campaign_id
}

export async function updateCampaign(
  tx: Tx,
  campaign_id: number,
  fields: Updateable<Tables['message_campaign']>,
): Promise<void> {
  await tx
    .updateTable('message_campaign')
    .set(fields)
    .where('campaign_id', '=', campaign_id)
    .execute()
}

/** Counts what became of the messages of campaigns, by campaign. */
export async function countResults(
  db: Database,
  campaign_ids: readonly number[],
): Promise<Map<number, CampaignCounts>> {
  const { rows } = await sql<CampaignCounts & { campaign_id: number }>`
    select campaign_id, count(*)::int as recipients,
      count(*) filter (where one.state = 'waiting' or message.state in ('waiting', 'sending'))::int as waiting,
      count(*) filter (where message.state = 'sent')::int as sent,
      count(*) filter (where message.state = 'failed')::int as failed,
      count(*) filter (where one.state = 'queued' and message.state = 'dropped')::int as dropped,
      count(unsubscribed_at)::int as unsubscribed
    from campaign_recipient one left join outbox message
      on message.dedupe_key = 'campaign:' || campaign_id || ':' || one.recipient || ':' || queued_count
    where campaign_id = any(${campaign_ids}::bigint[]) group by campaign_id`.execute(db)
  return new Map(rows.map(({ campaign_id, ...counts }) => [campaign_id, counts]))
}

/** One recipient with its campaign, as its message needs them. */
export interface RecipientRow extends CampaignRow {
  recipient: string
  customer_id: CustomerId | null
  secret: string
  recipient_state: 'waiting' | 'queued'
  queued_count: number
  unsubscribed_at: Date | null
}

/** The recipient of a message, or of the secret in one; null: there is none. */
export async function findRecipient(
  db: Database | Tx,
  which: { secret: string } | { campaign_id: number; recipient: string },
): Promise<RecipientRow | null> {
  const condition =
    'secret' in which
      ? sql`one.secret = ${which.secret}`
      : sql`one.campaign_id = ${which.campaign_id} and one.recipient = ${which.recipient}`
  const { rows } = await sql<RecipientRow>`
    select campaign.*, one.recipient, one.customer_id, one.secret, one.state as recipient_state, one.queued_count,
      one.unsubscribed_at
    from campaign_recipient one join message_campaign campaign using (campaign_id)
    where ${condition}`.execute(db)
  return rows[0] ?? null
}

/** Lets a message that a pause withdrew wait for the end of the pause. */
export async function waitAgain(
  db: Database,
  { campaign_id, recipient, queued_count }: RecipientRow,
): Promise<void> {
  await db
    .updateTable('campaign_recipient')
    .set({ state: 'waiting' })
    .where('campaign_id', '=', campaign_id)
    .where('recipient', '=', recipient)
    .where('queued_count', '=', queued_count)
    .execute()
}

/** Records that a message made its recipient refuse offers. */
export async function markUnsubscribed(tx: Tx, secret: string, now: Date): Promise<void> {
  await sql`
    update campaign_recipient set unsubscribed_at = coalesce(unsubscribed_at, ${now})
    where secret = ${secret}`.execute(tx)
}

/** Adds phones, as hashes, to those that want no advertising. Returns how many are new. */
export async function insertDoNotCall(tx: Tx, hashes: readonly Buffer[]): Promise<number> {
  const { rows } = await sql`
    insert into do_not_call (phone_hash) select unnest(${hashes}::bytea[])
    on conflict do nothing returning 1`.execute(tx)
  return rows.length
}

export async function insertDoNotCallList(
  tx: Tx,
  list: Insertable<Tables['do_not_call_list']>,
): Promise<void> {
  await tx.insertInto('do_not_call_list').values(list).execute()
}

/** How many phones want no advertising, and when the list last grew. */
export async function findDoNotCall(
  db: Database,
): Promise<{ phones: number; added_at: Date | null }> {
  const { rows } = await sql<{ phones: number; added_at: Date | null }>`
    select (select count(*)::int from do_not_call) as phones,
      (select max(added_at) from do_not_call_list) as added_at`.execute(db)
  return rows[0] ?? { phones: 0, added_at: null }
}

/** Deletes recipients of before `before`. Returns how many. */
export async function deleteOldRecipients(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql`
    delete from campaign_recipient where secret in (
      select secret from campaign_recipient where created_at < ${before}
      order by created_at limit ${batch} for update skip locked) returning 1`.execute(db)
  return rows.length
}

/** Moves what campaigns sent from one member to another, so that an erasure of the account that stays finds it. */
export async function moveCampaigns(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await tx
    .updateTable('campaign_recipient')
    .set({ customer_id: into })
    .where('customer_id', '=', from)
    .execute()
}

/** Deletes what campaigns sent to a person: to the phone, and to its member and the guests of its orders. */
export async function deleteCampaignsOfPhone(tx: Tx, phone: string): Promise<void> {
  await sql`
    with own as (
      select customer_id, lower(recipient ->> 'email') as email from sales_order
      where reverse(phone) = reverse(${phone})
      union all select customer_id, lower(email) from member where phone = ${phone}
    ), gone as (
      delete from campaign_recipient where recipient = ${phone} or customer_id in (select customer_id from own)
        or recipient in (select email from own)
      returning campaign_id, recipient, queued_count
    )
    delete from outbox using gone where template = 'campaign'
      and dedupe_key = 'campaign:' || gone.campaign_id || ':' || gone.recipient || ':' || gone.queued_count`.execute(
    tx,
  )
}
