import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { DraftState } from '#contracts/staff/orders/drafts.ts'
import type { Reach } from '#pure/access.ts'
import type { CustomerId, OrderId, QuoteId, StaffId } from '#pure/ids.ts'
import type { CheckedAddress } from '#shop/quote/address.ts'

/** A draft with what became of it. */
export interface DraftOrder {
  draft_id: number
  customer_id: CustomerId
  quote_id: QuoteId | null
  made_by: StaffId
  maker: string
  shop_id: number | null
  /** Its goods in words. */
  goods: string
  address: CheckedAddress | null
  discount: number
  discount_reason: string | null
  version: number
  changed_at: Date
  shared_until: Date | null
  is_share_taken: boolean
  taken_at: Date | null
  dropped_at: Date | null
  order_id: OrderId | null
  order_code: string | null
  /** The return whose goods are exchanged for these; null: none. */
  return_id: number | null
  /** The order to which these goods are added; null: none. */
  follows_order_id: OrderId | null
  follows_code: string | null
  /** Units of that order, by position, for which these are given; null: none. What they are worth, in đồng. */
  swapped: Record<string, number> | null
  worth: number | null
}

const columns = sql`d.draft_id, d.customer_id, d.quote_id, d.made_by, staff.name as maker, d.shop_id, d.goods, d.address,
  d.discount, d.discount_reason, d.version, d.changed_at, d.shared_until, d.is_share_taken, d.taken_at, d.dropped_at,
  o.order_id, o.code as order_code, d.return_id, d.follows_order_id, followed.code as follows_code, d.swapped, d.worth`

const tables = sql`draft_order d join staff on staff.staff_id = d.made_by
  left join sales_order o on o.quote_id = d.quote_id
  left join sales_order followed on followed.order_id = d.follows_order_id`

/** The condition that `draft_order d` is within reach: everything, made at one of the shops, or made by the actor. */
function draftInReach({ is_everything, shops, staff_id }: Reach): RawBuilder<unknown> {
  return sql`(${is_everything} or d.shop_id = any(${shops}::integer[])
    or d.made_by = ${staff_id}::bigint)`
}

/** A draft within reach; null if there is none. */
export async function findDraft(
  db: Database,
  draft_id: number,
  reach: Reach,
): Promise<DraftOrder | null> {
  const { rows } = await sql<DraftOrder>`
    select ${columns} from ${tables} where d.draft_id = ${draft_id} and ${draftInReach(reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks a draft within reach until the transaction ends. */
export async function lockDraft(
  tx: Tx,
  draft_id: number,
  reach: Reach,
): Promise<DraftOrder | null> {
  await lockRow(tx, sql`draft_id = ${draft_id}`)
  return findDraft(tx, draft_id, reach)
}

/** The draft of a link that has not ended. */
export async function findSharedDraft(
  db: Database,
  share_hash: Buffer,
  now: Date,
): Promise<DraftOrder | null> {
  const { rows } = await sql<DraftOrder>`
    select ${columns} from ${tables}
    where d.share_hash = ${share_hash} and d.shared_until > ${now} and d.dropped_at is null
  `.execute(db)
  return rows[0] ?? null
}

/** Locks the draft of a link until the transaction ends. */
export async function lockSharedDraft(
  tx: Tx,
  share_hash: Buffer,
  now: Date,
): Promise<DraftOrder | null> {
  await lockRow(tx, sql`share_hash = ${share_hash}`)
  return findSharedDraft(tx, share_hash, now)
}

/** A statement of its own: one that waits for a lock still sees the orders of the time before. */
async function lockRow(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`select 1 from draft_order where ${which} for no key update`.execute(tx)
}

export interface ListedDraft extends Omit<DraftOrder, 'address'> {
  name: string | null
  phone: string | null
  grand_total: number | null
}

/** Like `draftState`. */
function stateOf(now: Date): RawBuilder<string> {
  return sql`case when o.code is not null then 'ordered' when d.dropped_at is not null then 'dropped'
    when d.taken_at is not null then 'taken' when d.shared_until > ${now} then 'shared' else 'open' end`
}

interface Part {
  /** Null: every state. */
  state: DraftState | null
  now: Date
  since: Date
  limit: number
  offset: number
}

/** The drafts within reach that changed after `since`, the newest change first. */
export async function findDrafts(
  db: Database,
  reach: Reach,
  { state, now, since, limit, offset }: Part,
): Promise<ListedDraft[]> {
  const { rows } = await sql<ListedDraft>`
    select ${columns}, d.address->>'name' as name, d.address->>'phone' as phone,
      coalesce(o.grand_total, q.grand_total_seen) as grand_total
    from ${tables}
    left join quote q on q.quote_id = d.quote_id
    where d.changed_at > ${since} and ${draftInReach(reach)}
      and (${state}::text is null or ${state}::text = ${stateOf(now)})
    order by d.changed_at desc, d.draft_id desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** Counts the drafts within reach that changed after `since`, by state. */
export async function countDrafts(
  db: Database,
  reach: Reach,
  { since, now }: Pick<Part, 'since' | 'now'>,
): Promise<{ state: DraftState; count: number }[]> {
  const { rows } = await sql<{ state: DraftState; count: number }>`
    select ${stateOf(now)} as state, count(*) as count from ${tables}
    where d.changed_at > ${since} and ${draftInReach(reach)} group by 1
  `.execute(db)
  return rows
}

/** The draft_id of an equal draft that the same person opened since an instant and has not touched; null if none. */
export async function findTwinDraft(
  tx: Tx,
  { made_by, address }: Pick<DraftOrder, 'made_by' | 'address'>,
  since: Date,
): Promise<number | null> {
  const { rows } = await sql<{ draft_id: number }>`
    select draft_id from draft_order
    where made_by = ${made_by} and created_at > ${since} and version = 1 and share_hash is null
      and dropped_at is null and return_id is null and follows_order_id is null
      and address is not distinct from ${stored(address)}::jsonb
    limit 1`.execute(tx)
  return rows[0]?.draft_id ?? null
}

/** Inserts a draft with a guest of its own; returns its draft_id. */
export async function insertDraft(
  tx: Tx,
  draft: Pick<DraftOrder, 'made_by' | 'shop_id' | 'address'> &
    Partial<Pick<DraftOrder, 'return_id' | 'follows_order_id' | 'swapped' | 'worth'>>,
  now: Date,
): Promise<number> {
  const { customer_id } = await tx
    .insertInto('customer')
    .values({ kind: 'guest', created_at: now })
    .returning('customer_id')
    .executeTakeFirstOrThrow()
  const { draft_id } = await tx
    .insertInto('draft_order')
    .values({
      ...draft,
      address: stored(draft.address),
      swapped: draft.swapped == null ? null : JSON.stringify(draft.swapped),
      customer_id,
      created_at: now,
      changed_at: now,
    })
    .returning('draft_id')
    .executeTakeFirstOrThrow()
  return draft_id
}

/** Finds the draft of a return that was not dropped. */
export async function findDraftOfReturn(db: Database, return_id: number): Promise<number | null> {
  const row = await db
    .selectFrom('draft_order')
    .select('draft_id')
    .where('return_id', '=', return_id)
    .where('dropped_at', 'is', null)
    .executeTakeFirst()
  return row?.draft_id ?? null
}

/** What staff typed into a draft. */
export interface TypedDraft {
  address: CheckedAddress | null
  discount: number
  discount_reason: string | null
}

/** Saves what was typed, and the checkout that was priced from it. Raises the version. */
export async function updateDraft(
  tx: Tx,
  { draft_id, version }: Pick<DraftOrder, 'draft_id' | 'version'>,
  { address, discount, discount_reason }: TypedDraft,
  { quote_id, goods }: Pick<DraftOrder, 'quote_id' | 'goods'>,
  now: Date,
): Promise<number> {
  await tx
    .updateTable('draft_order')
    .set({ address: stored(address), discount, discount_reason, quote_id, goods })
    .set({ version: version + 1, changed_at: now })
    .where('draft_id', '=', draft_id)
    .execute()
  return version + 1
}

/** Replaces the link of a draft. */
export async function updateShare(
  tx: Tx,
  { draft_id, version }: Pick<DraftOrder, 'draft_id' | 'version'>,
  share: { share_hash: Buffer; shared_until: Date },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('draft_order')
    .set({ ...share, is_share_taken: false, version: version + 1, changed_at: now })
    .where('draft_id', '=', draft_id)
    .execute()
}

/** Drops a draft. */
export async function updateDropped(tx: Tx, draft_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('draft_order')
    .set({ dropped_at: now, changed_at: now })
    .where('draft_id', '=', draft_id)
    .execute()
}

/**
 * Gives the checkout of a draft, its cart lines and the order that was made from it to another customer, who opened the
 * link. The former checkouts of that customer that were not ordered must be deleted before.
 */
export async function giveDraft(
  tx: Tx,
  { draft_id, quote_id }: Pick<DraftOrder, 'draft_id' | 'quote_id'>,
  { owner, customer_id }: { owner: CustomerId; customer_id: CustomerId },
  now: Date,
): Promise<void> {
  // Its own line of the same goods gives way to the one of the draft.
  await sql`
    delete from cart_item own using quote_item line
    where own.customer_id = ${customer_id} and line.quote_id = ${quote_id}
      and own.cart_item_id <> line.line_id and own.item_type = line.item_type
      and own.item_id = line.item_id
      and own.main_product_combo_id is not distinct from line.main_product_combo_id
  `.execute(tx)
  await sql`
    update cart_item set customer_id = ${customer_id}
    where customer_id = ${owner} and cart_item_id in (select line_id from quote_item where quote_id = ${quote_id})
  `.execute(tx)
  await tx.updateTable('quote').set({ customer_id }).where('quote_id', '=', quote_id).execute()
  await tx
    .updateTable('sales_order')
    .set({ customer_id })
    .where('quote_id', '=', quote_id)
    .execute()
  await sql`
    update draft_order set is_share_taken = true, taken_at = coalesce(taken_at, ${now}), changed_at = ${now}
    where draft_id = ${draft_id}
  `.execute(tx)
}

/** Erases who was typed into drafts: they stay as goods without a buyer. */
export async function eraseDraftsOf(tx: Tx, phone: string): Promise<void> {
  await tx.updateTable('draft_order').set({ address: null }).where('phone', '=', phone).execute()
}

/** The last days of a draft are over: deletes it with its guest, cart and checkout. Those that became an order stay. */
export async function deleteForgottenDrafts(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql<{ customer_id: CustomerId }>`
    delete from draft_order where draft_id in (
      select d.draft_id from draft_order d where d.changed_at < ${before}
        and not exists (select from sales_order o where o.quote_id = d.quote_id)
      order by d.changed_at limit ${batch} for update skip locked
    ) returning customer_id
  `.execute(db)
  const guests = await sql<{ customer_id: CustomerId }>`
    select customer_id from customer c
    where customer_id = any(${rows.map(({ customer_id }) => customer_id)}::bigint[])
      and not exists (select from sales_order o where o.customer_id = c.customer_id)
  `.execute(db)
  const ids = guests.rows.map(({ customer_id }) => customer_id)
  if (ids.length === 0) return rows.length
  await db.deleteFrom('cart_item').where('customer_id', 'in', ids).execute()
  await db.deleteFrom('quote').where('customer_id', 'in', ids).execute()
  await db.deleteFrom('customer').where('customer_id', 'in', ids).execute()
  return rows.length
}

function stored(address: CheckedAddress | null): string | null {
  return address === null ? null : JSON.stringify(address)
}
