import { sql } from 'kysely'
import type {
  NoticeChannel,
  NoticeKind,
  NoticeState,
  NoticeSubject,
} from '#contracts/storefront/notices.ts'
import type { StartOf } from '#contracts/storefront/notices/starts.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** An item without its price of this moment, which the price engine alone knows. */
export type StoredSubject = Omit<NoticeSubject, 'price'>

/** Whose price a notice is about; without a province, the nationwide one. */
export interface NoticeAsker {
  customer_id: CustomerId | null
  province_id: number | null
}

/** The columns of an item `item`, as the shopper sees it. */
const subject = sql`jsonb_build_object('item_id', item.product_id,
  'name', version.name, 'color_name', nullif(item.color_name, ''),
  'url_path', (select path from slug where kind = 'product' and entity_id = version.product_id and is_current),
  'thumbnail', (select src from product_media where product_id = item.product_id and position = 0),
  'is_in_stock', exists (select from stock join shop using (shop_id)
    where stock.product_id = item.product_id and stock.quantity > 0 and ${shopSells}))`
const on_sale = sql`item.type = 'simple' and item.is_active and version.is_active`

export async function findSubject(db: Database, item_id: number): Promise<StoredSubject | null> {
  const { rows } = await sql<{ subject: StoredSubject }>`
    select ${subject} as subject
    from product item join product version on version.product_id = item.parent_id
    where item.product_id = ${item_id} and ${on_sale}
  `.execute(db)
  return rows[0]?.subject ?? null
}

interface NewNotice {
  kind: NoticeKind | 'start'
  product_id: number | null
  landing_page_id: number | null
  flash_sale_id: number | null
  customer_id: CustomerId
  province_id: number | null
  channel: NoticeChannel
  recipient: string
  secret: string
  state: 'unconfirmed' | 'waiting'
  price_seen: number | null
  created_at: Date
  confirmed_at: Date | null
}

/** Adds a notice; null if the address has asked for the same already. */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<number | null> {
  const row = await tx
    .insertInto('product_notice')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returning('product_notice_id')
    .executeTakeFirst()
  return row?.product_notice_id ?? null
}

/** Whether this customer has confirmed a notice to this address before. */
export async function hasConfirmed(
  tx: Tx,
  { customer_id, recipient }: Pick<NewNotice, 'customer_id' | 'recipient'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('product_notice')
    .select('product_notice_id')
    .where('recipient', '=', recipient)
    .where('customer_id', '=', customer_id)
    .where('confirmed_at', 'is not', null)
    .where('state', '<>', 'stopped')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface AnyNotice extends NoticeAsker {
  product_notice_id: number
  state: NoticeState
  channel: NoticeChannel
  /** The whole address. */
  recipient: string
  secret: string
  queued_count: number
}

/** A stored notice with its item. */
export interface ItemNotice extends AnyNotice {
  kind: NoticeKind
  price_seen: number | null
  is_on_sale: boolean
  item: StoredSubject
}

/** A stored notice of a start. */
export interface StartNotice extends AnyNotice {
  kind: 'start'
  of: StartOf
  id: number
}

/** The notice of a link or of a message; null: there is none. */
export async function findNotice(
  db: Database | Tx,
  which: { secret: string } | { product_notice_id: number },
): Promise<ItemNotice | StartNotice | null> {
  const condition =
    'secret' in which
      ? sql`notice.secret = ${which.secret}`
      : sql`notice.product_notice_id = ${which.product_notice_id}`
  const { rows } = await sql<ItemNotice | StartNotice>`
    select notice.product_notice_id, notice.kind, notice.state, notice.channel, notice.recipient, notice.secret,
      notice.price_seen, notice.queued_count, notice.customer_id, notice.province_id,
      coalesce(${on_sale}, false) as is_on_sale, case when version.product_id is not null then ${subject} end as item,
      case when notice.landing_page_id is not null then 'landing_page'
        when notice.flash_sale_id is not null then 'flash_sale' else 'item' end as "of",
      coalesce(notice.landing_page_id, notice.flash_sale_id, notice.product_id) as id
    from product_notice notice left join product item on item.product_id = notice.product_id
      left join product version on version.product_id = item.parent_id
    where ${condition}
  `.execute(db)
  return rows[0] ?? null
}

interface WaitingForPrice extends NoticeAsker {
  product_notice_id: number
  product_id: number
  price_seen: number
  is_member: boolean
}

/** The next notices that wait for a lower price. */
export async function findPriceNotices(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<WaitingForPrice[]> {
  const { rows } = await sql<WaitingForPrice>`
    select product_notice_id, product_id, price_seen, notice.customer_id, province_id,
      member.customer_id is not null as is_member
    from product_notice notice
    left join member on member.customer_id = notice.customer_id and member.erased_at is null
    where state = 'waiting' and kind = 'price' and product_notice_id > ${after}
    order by product_notice_id limit ${limit}
  `.execute(db)
  return rows
}

export async function confirmNotice(db: Database, secret: string, now: Date): Promise<void> {
  await db
    .updateTable('product_notice')
    .set({ state: 'waiting', confirmed_at: now })
    .where('secret', '=', secret)
    .where('state', '=', 'unconfirmed')
    .execute()
}

export type Wish = Pick<
  NewNotice,
  'recipient' | 'kind' | 'product_id' | 'landing_page_id' | 'flash_sale_id'
>

/** Confirms the open notice of an address by another proof than its link. */
export async function confirmOpen(
  tx: Tx,
  { recipient, kind, product_id, landing_page_id, flash_sale_id }: Wish,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('product_notice')
    .set({ state: 'waiting', confirmed_at: now })
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('product_id', 'is not distinct from', product_id)
    .where('landing_page_id', 'is not distinct from', landing_page_id)
    .where('flash_sale_id', 'is not distinct from', flash_sale_id)
    .where('state', '=', 'unconfirmed')
    .execute()
}

/** Lets a notice wait again whose message was withdrawn. Absent: it was stopped, or told of anew. */
export async function waitAgain(
  db: Database,
  { product_notice_id, queued_count }: Pick<AnyNotice, 'product_notice_id' | 'queued_count'>,
): Promise<void> {
  await sql`
    update product_notice notice set state = 'waiting', ended_at = null
    where product_notice_id = ${product_notice_id} and queued_count = ${queued_count} and state = 'sent'
      and not exists (select from product_notice other where other.recipient = notice.recipient
        and other.kind = notice.kind and other.product_id is not distinct from notice.product_id
        and other.landing_page_id is not distinct from notice.landing_page_id
        and other.flash_sale_id is not distinct from notice.flash_sale_id and other.state in ('unconfirmed', 'waiting'))
  `.execute(db)
}

/**
 * Stops the notice of a link, and with `all` every other one of its address, which is `email` if the notice is gone.
 * What was told of ends too: its message may not have gone out yet, and it is no proof any more that the address wants
 * messages. Returns the secrets of those that it stopped.
 */
export async function stopNotices(
  db: Database,
  { secret, email, all }: { secret: string; email: string | null; all: boolean },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ secret: string }>`
    update product_notice set state = 'stopped', ended_at = coalesce(ended_at, ${now})
    where state <> 'stopped' and (secret = ${secret} or (${all} and recipient = coalesce(
      (select recipient from product_notice of_link where of_link.secret = ${secret}), ${email})))
    returning secret`.execute(db)
  return rows.map((stopped) => stopped.secret)
}

/** Whether an address has notices that were not stopped. */
export async function hasNotices(db: Database, recipient: string): Promise<boolean> {
  const row = await db
    .selectFrom('product_notice')
    .select('product_notice_id')
    .where('recipient', '=', recipient)
    .where('state', '<>', 'stopped')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives the wishes to hear of items to another customer. */
export async function moveNotices(tx: Tx, from: CustomerId, into: CustomerId): Promise<void> {
  await tx
    .updateTable('product_notice')
    .set({ customer_id: into })
    .where('customer_id', '=', from)
    .execute()
}
