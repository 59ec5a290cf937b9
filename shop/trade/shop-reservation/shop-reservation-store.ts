import { type RawBuilder, sql } from 'kysely'
import type {
  ShopReservation,
  ShopReservationState,
} from '#contracts/storefront/trade/shop-reservation.ts'
import type { Database, Tx } from '#db/schema.ts'
import { directionsTo } from '#shop/location/directions.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import { maskedEmail, maskedPhone } from '#shop/order/masked-contact.ts'
import type { RecordAccess } from '#shop/order/record-access.ts'
import { isAccessible } from '#shop/order/record-access-rows.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

interface Row extends Omit<ShopReservation, 'qr' | 'expires_at' | 'shop' | 'is_open'> {
  expires_at: Date
  shop: Omit<ShopReservation['shop'], 'directions'> & {
    latitude: number | null
    longitude: number | null
  }
}

async function read(
  db: Database,
  condition: RawBuilder<unknown>,
  now: Date,
): Promise<ShopReservation[]> {
  const { rows } = await sql<Row>`
    select one.code, one.secret, one.state, one.expires_at, one.name, one.phone, one.email,
      jsonb_build_object('item_id', product.product_id,
        'name', concat_ws(', ', product.name, nullif(product.color_name, '')),
        'url_path', coalesce((select path from slug where kind = 'product' and entity_id = product.parent_id
          and is_current), ''),
        'thumbnail', (select media.src from product_media media where media.product_id in (product.product_id, product.parent_id)
          order by media.product_id <> product.product_id, media.position limit 1)) as item,
      jsonb_build_object('shop_id', shop.shop_id, 'name', shop.name, 'address', shop.address, 'phone', shop.phone,
        'time_opening', shop.time_opening, 'latitude', shop.latitude, 'longitude', shop.longitude) as shop
    from shop_reservation one join shop using (shop_id) join product on product.product_id = one.product_id
    where ${condition}
  `.execute(db)
  return rows.map(({ shop: { latitude, longitude, ...shop }, ...row }) => ({
    ...row,
    qr: qrPictureUrl(row.code),
    expires_at: row.expires_at.toISOString(),
    phone: maskedPhone(row.phone),
    email: row.email === null ? null : maskedEmail(row.email),
    shop: { ...shop, directions: directionsTo({ latitude, longitude, address: shop.address }) },
    is_open: row.state === 'reserved' && row.expires_at > now,
  }))
}

export async function findShopReservation(
  db: Database,
  which: RecordAccess,
  now: Date,
): Promise<ShopReservation | null> {
  return (await read(db, isAccessible('one', which), now))[0] ?? null
}

/** Those of a customer: the open ones by their time, then the others, the newest first. */
export async function listShopReservationsOf(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<ShopReservation[]> {
  const own = sql`one.customer_id = ${customer_id}
    order by one.state <> 'reserved', case when one.state = 'reserved' then one.expires_at end,
      one.expires_at desc limit 50`
  return read(db, own, now)
}

/** The reservation that a message is about, as it is now; null: it was erased. */
export async function findShopReservationToNotify(
  db: Database,
  shop_reservation_id: number,
  now: Date,
): Promise<ShopReservation | null> {
  return (await read(db, sql`one.shop_reservation_id = ${shop_reservation_id}`, now))[0] ?? null
}

/** The code that a key of a customer has made; null: none. */
export async function findByKey(
  db: Database,
  customer_id: CustomerId,
  idempotency_key: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('shop_reservation')
    .select('code')
    .where('customer_id', '=', customer_id)
    .where('idempotency_key', '=', idempotency_key)
    .executeTakeFirst()
  return row?.code ?? null
}

/** Makes requests of one phone wait for each other, so that its limit holds. */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('shop_reservation:' || ${phone}, 0))`.execute(
    tx,
  )
}

/** Counts the open reservations of a phone, and those it made since `since`. */
export async function countOfPhone(
  tx: Tx,
  phone: string,
  since: Date,
): Promise<{ open: number; made: number }> {
  const { rows } = await sql<{ open: number; made: number }>`
    select count(*) filter (where state = 'reserved')::integer as open,
      count(*) filter (where created_at > ${since})::integer as made
    from shop_reservation where phone = ${phone} and (state = 'reserved' or created_at > ${since})
  `.execute(tx)
  return rows[0] ?? { open: 0, made: 0 }
}

interface NewShopReservation {
  code: string
  secret: string
  customer_id: CustomerId
  idempotency_key: string | null
  shop_id: number
  product_id: number
  name: string
  phone: string
  email: string | null
  created_at: Date
  expires_at: Date
}

export async function insertShopReservation(tx: Tx, made: NewShopReservation): Promise<number> {
  const { shop_reservation_id } = await tx
    .insertInto('shop_reservation')
    .values({ ...made, state: 'reserved', ended_at: null, order_id: null })
    .returning('shop_reservation_id')
    .executeTakeFirstOrThrow()
  return shop_reservation_id
}

/** A reservation that the transaction has locked. */
export interface LockedShopReservation {
  shop_reservation_id: number
  code: string
  state: ShopReservationState
  shop_id: number
  product_id: number
  name: string
  phone: string
  email: string | null
  expires_at: Date
}

const locked_columns = sql`one.shop_reservation_id, one.code, one.state, one.shop_id, one.product_id, one.name,
  one.phone, one.email, one.expires_at`

export async function lockShopReservation(
  tx: Tx,
  which: RecordAccess,
): Promise<LockedShopReservation | null> {
  const { rows } = await sql<LockedShopReservation>`
    select ${locked_columns} from shop_reservation one where ${isAccessible('one', which)} for update
  `.execute(tx)
  return rows[0] ?? null
}

/** Locks one of the shops within reach; a foreign one is as absent as none. */
export async function lockInReach(
  tx: Tx,
  code: string,
  reach: Reach,
): Promise<LockedShopReservation | null> {
  const { rows } = await sql<LockedShopReservation>`
    select ${locked_columns} from shop_reservation one where one.code = ${code} and ${ofShopInReach('one.shop_id', reach)} for update
  `.execute(tx)
  return rows[0] ?? null
}

/**
 * Locks at most `max` reservations whose time is over. Rows that another transaction has locked stay for the next run.
 */
export async function lockDue(tx: Tx, now: Date, max: number): Promise<LockedShopReservation[]> {
  const { rows } = await sql<LockedShopReservation>`
    select ${locked_columns} from shop_reservation one where one.state = 'reserved' and one.expires_at <= ${now}
    order by one.expires_at limit ${max} for update skip locked
  `.execute(tx)
  return rows
}

/** Ends locked ones. */
export async function endShopReservations(
  tx: Tx,
  ids: readonly number[],
  ended: { state: 'cancelled' | 'lapsed' } | { state: 'sold'; order_id: OrderId },
  ended_at: Date,
): Promise<void> {
  await tx
    .updateTable('shop_reservation')
    .set({ ...ended, ended_at })
    .where('shop_reservation_id', 'in', [0, ...ids])
    .execute()
}

/** Gives those of one customer to another. */
export async function moveShopReservations(
  tx: Tx,
  from: CustomerId,
  into: CustomerId,
): Promise<void> {
  await tx
    .updateTable('shop_reservation')
    .set({ customer_id: into, idempotency_key: null })
    .where('customer_id', '=', from)
    .execute()
}

/** Locks the reservations of a phone and of an account. */
export async function lockOfPerson(
  tx: Tx,
  { phone, customer_id }: { phone: string; customer_id: CustomerId | null },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('shop_reservation')
    .select('shop_reservation_id')
    .where((eb) => eb.or([eb('phone', '=', phone), eb('customer_id', '=', customer_id)]))
    .orderBy('shop_reservation_id')
    .forUpdate()
    .execute()
  return rows.map(({ shop_reservation_id }) => shop_reservation_id)
}

/** Deletes these. Their stock was released before. */
export async function deleteShopReservations(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('shop_reservation')
    .where('shop_reservation_id', 'in', [0, ...ids])
    .execute()
}

/** Deletes those that ended before `before`. Returns how many. */
export async function deleteOldShopReservations(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql`
    delete from shop_reservation where shop_reservation_id in (
      select shop_reservation_id from shop_reservation where expires_at < ${before} and state <> 'reserved'
      limit ${batch} for update skip locked) returning 1
  `.execute(db)
  return rows.length
}
