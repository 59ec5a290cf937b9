import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { PushSubscription } from '#platform/push/push-message.ts'
import type { CustomerId } from '#pure/ids.ts'

const prefix = 'push:'

/** Stores a browser's subscription, encrypted, or takes over the one it has. Returns it as a recipient. */
export async function saveSubscription(
  tx: Tx,
  box: SecretBox,
  subscription: PushSubscription,
  { customer_id, now }: { customer_id: CustomerId; now: Date },
): Promise<string> {
  const endpoint_hash = createHash('sha256').update(subscription.endpoint).digest()
  const sealed = box.seal(JSON.stringify(subscription), labelOf(endpoint_hash))
  const { push_subscription_id } = await tx
    .insertInto('push_subscription')
    .values({ endpoint_hash, sealed, customer_id, created_at: now })
    .onConflict((conflict) =>
      conflict.column('endpoint_hash').doUpdateSet({ sealed, customer_id, created_at: now }),
    )
    .returning('push_subscription_id')
    .executeTakeFirstOrThrow()
  return `${prefix}${push_subscription_id}`
}

/** The subscription of a recipient; null: it has ended, or was sealed with another key. */
export async function findSubscription(
  db: Database,
  box: SecretBox,
  recipient: string,
): Promise<PushSubscription | null> {
  const row = await db
    .selectFrom('push_subscription')
    .select(['endpoint_hash', 'sealed'])
    .where('push_subscription_id', '=', idOf(recipient))
    .executeTakeFirst()
  const text = row && box.open(row.sealed, labelOf(row.endpoint_hash))
  return text === undefined || text === null ? null : (JSON.parse(text) as PushSubscription)
}

/** Forgets a browser that no longer wants messages, and ends what it waits for. */
export async function endSubscription(db: Database, recipient: string, now: Date): Promise<void> {
  await sql`
    with gone as (
      delete from push_subscription where push_subscription_id = ${idOf(recipient)}
    )
    update product_notice set state = 'stopped', ended_at = ${now}
    where recipient = ${recipient} and state in ('unconfirmed', 'waiting')
  `.execute(db)
}

/** Deletes subscriptions of before `before` for which no notice is left. Returns how many. */
export async function deleteUnusedSubscriptions(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql`
    delete from push_subscription where push_subscription_id in (
      select push_subscription_id from push_subscription subscription
      where created_at < ${before} and offers_at is null and not exists (select from product_notice
        where recipient = ${prefix} || subscription.push_subscription_id)
      limit ${batch} for update skip locked) returning 1
  `.execute(db)
  return rows.length
}

function idOf(recipient: string): number {
  return Number(recipient.slice(prefix.length))
}

function labelOf(endpoint_hash: Buffer): string {
  return `push:${endpoint_hash.toString('hex')}`
}

/** Gives the browsers that are told of items to another customer. */
export async function moveSubscriptions(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await tx
    .updateTable('push_subscription')
    .set({ customer_id: into })
    .where('customer_id', '=', from)
    .execute()
}
