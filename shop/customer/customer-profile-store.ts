import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'

/** How orders of a customer are limited; null: not at all. */
type Block = 'prepay' | 'no_orders' | null

/** What staff know about a customer. */
interface StoredProfile {
  customer_profile_id: number
  block: Block
  block_reason: string | null
  /** Phones of one person have the same; null: alone. */
  person: string | null
  version: number
  changed_by: string | null
}

/** What happened to a customer. */
interface StoredCustomerEvent {
  kind: 'note' | 'phone_shown' | 'prepay' | 'no_orders' | 'unblocked' | 'joined' | 'parted'
  text: string | null
  staff_name: string
  happened_at: Date
}

const max_events = 100

/** Finds the profile of a phone; null if nobody has written about it. */
export async function findProfile(db: Database, phone: string): Promise<StoredProfile | null> {
  const row = await db
    .selectFrom('customer_profile')
    .select(['customer_profile_id', 'block', 'block_reason', 'person', 'version', 'changed_by'])
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row ?? null
}

/** The profile with this number, and whose it is. */
export async function findProfileOf(
  db: Database,
  customer_profile_id: number,
): Promise<(StoredProfile & { phone: string }) | null> {
  const row = await db
    .selectFrom('customer_profile')
    .select([
      'customer_profile_id',
      'block',
      'block_reason',
      'person',
      'version',
      'changed_by',
      'phone',
    ])
    .where('customer_profile_id', '=', customer_profile_id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Finds how the orders of these phones are limited. A block of a phone holds for all phones of its person; the
 * strictest counts (decision 268). Phones without a limit are left out.
 */
export async function findBlocks(
  db: Database,
  phones: readonly string[],
): Promise<Map<string, Exclude<Block, null>>> {
  const { rows } = await sql<{ phone: string; block: Exclude<Block, null> }>`
    -- 'no_orders' comes before 'prepay'
    select own.phone, min(one.block) as block
    from customer_profile own cross join lateral (
      select own.block
      union all
      select other.block from customer_profile other where other.person = own.person) one
    where own.phone = any(${phones}::text[]) and one.block is not null
    group by own.phone
  `.execute(db)
  return new Map(rows.map(({ phone, block }) => [phone, block]))
}

/** Locks the profile of a phone. It is made first if there is none. */
export async function lockProfile(tx: Tx, phone: string, now: Date): Promise<StoredProfile> {
  await tx
    .insertInto('customer_profile')
    .values({ phone, created_at: now })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .execute()
  return tx
    .selectFrom('customer_profile')
    .select(['customer_profile_id', 'block', 'block_reason', 'person', 'version', 'changed_by'])
    .where('phone', '=', phone)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Writes the block of a locked profile. */
export async function updateBlock(
  tx: Tx,
  { customer_profile_id, version }: StoredProfile,
  { block, block_reason, changed_by }: Pick<StoredProfile, 'block' | 'block_reason' | 'changed_by'>,
): Promise<void> {
  await tx
    .updateTable('customer_profile')
    .set({ block, block_reason, changed_by, version: version + 1 })
    .where('customer_profile_id', '=', customer_profile_id)
    .execute()
}

export async function insertCustomerEvent(
  tx: Tx,
  customer_profile_id: number,
  event: StoredCustomerEvent,
): Promise<void> {
  await tx
    .insertInto('customer_event')
    .values({ customer_profile_id, ...event })
    .execute()
}

/** What staff wrote about the phones of a customer and who looked at them, newest first. */
export async function findCustomerEvents(
  db: Database,
  profile_ids: readonly number[],
): Promise<StoredCustomerEvent[]> {
  const { rows } = await sql<StoredCustomerEvent>`
    select kind, text, staff_name, happened_at from customer_event
    where customer_profile_id = any(${profile_ids}::bigint[])
    order by customer_event_id desc limit ${max_events}
  `.execute(db)
  return rows
}
