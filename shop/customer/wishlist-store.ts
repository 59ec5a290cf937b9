import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

/** The versions that a customer likes, newest first. */
export async function findWishes(db: Database | Tx, customer_id: CustomerId): Promise<number[]> {
  const rows = await db
    .selectFrom('wishlist_item')
    .select('product_id')
    .where('customer_id', '=', customer_id)
    .orderBy('added_at', 'desc')
    .orderBy('product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}

/**
 * Adds a version unless `max` are there or it is not on sale. The number of rows in the list is checked in the insert.
 */
export async function insertWish(
  db: Database,
  { customer_id, product_id, max }: { customer_id: CustomerId; product_id: number; max: number },
  now: Date,
): Promise<'added' | 'full' | 'unknown'> {
  const { rows } = await sql<{ is_known: boolean; is_added: boolean }>`
    with known as (
      select product_id from product where product_id = ${product_id} and type = 'configurable' and is_active
        and used_of is null
    ), added as (
      insert into wishlist_item (customer_id, product_id, added_at)
      select ${customer_id}, product_id, ${now} from known
      where (select count(*) from wishlist_item where customer_id = ${customer_id}) < ${max}
      on conflict do nothing returning 1
    )
    select exists (select from known) as is_known, exists (select from added) or exists (
      select from wishlist_item where customer_id = ${customer_id} and product_id = ${product_id}) as is_added
  `.execute(db)
  const [outcome] = rows
  if (outcome?.is_known !== true) return 'unknown'
  return outcome.is_added ? 'added' : 'full'
}

export async function deleteWish(
  db: Database,
  customer_id: CustomerId,
  product_id: number,
): Promise<void> {
  await db
    .deleteFrom('wishlist_item')
    .where('customer_id', '=', customer_id)
    .where('product_id', '=', product_id)
    .execute()
}

/**
 * Moves what a guest likes to the member who signs in, in the transaction that moves the cart. What both like stays
 * once, with the earlier time. Nothing is dropped for the limit. A second call moves nothing.
 */
export async function moveWishes(tx: Tx, guest: CustomerId, member: CustomerId): Promise<void> {
  await sql`
    with moved as (
      delete from wishlist_item where customer_id = ${guest} returning product_id, added_at
    )
    insert into wishlist_item (customer_id, product_id, added_at)
    select ${member}, product_id, added_at from moved order by product_id
    on conflict (customer_id, product_id) do update
      set added_at = least(wishlist_item.added_at, excluded.added_at)
  `.execute(tx)
}
