import type { CustomerId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { AbandonedLine } from '#shop/cart/abandoned-cart.ts'

interface StoredCart {
  customer_id: CustomerId
  province_id: number
  lines: AbandonedLine[]
  email: string | null
  expires_at: Date
}

/** Stores an abandoned cart under the hash of its code. */
export async function insertAbandonedCart(
  db: Database,
  code_hash: Buffer,
  { lines, ...cart }: StoredCart,
  now: Date,
): Promise<void> {
  await db
    .insertInto('abandoned_cart')
    .values({
      ...cart,
      code_hash,
      lines: JSON.stringify(lines),
      created_at: now,
      restored_at: null,
    })
    .execute()
}

/** The abandoned cart of a code, unless it has expired. Anyone with the code may restore it. */
export async function findAbandonedCart(
  db: Database,
  code_hash: Buffer,
  now: Date,
): Promise<StoredCart | null> {
  const { rows } = await sql<StoredCart>`
    select customer_id, province_id, lines, email, expires_at from abandoned_cart
    where code_hash = ${code_hash} and expires_at > ${now}
  `.execute(db)
  return rows[0] ?? null
}

/** Records when a cart was first restored. */
export async function updateRestored(db: Database, code_hash: Buffer, now: Date): Promise<void> {
  await sql`
    update abandoned_cart set restored_at = coalesce(restored_at, ${now})
    where code_hash = ${code_hash}
  `.execute(db)
}

/** Deletes carts that expired by `before`, restored or not; returns how many. */
export async function deleteExpired(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from abandoned_cart where code_hash in (
      select code_hash from abandoned_cart where expires_at <= ${before}
      limit ${batch} for update skip locked)
    returning 1
  `.execute(db)
  return rows.length
}

/** Records that an address wants no reminders. Returns whether that is new. */
export async function insertOptOut(db: Database, email_hash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_opt_out (email_hash, created_at) values (${email_hash}, ${now})
    on conflict do nothing returning 1
  `.execute(db)
  return rows.length > 0
}

/** The hashes, in hex, of those addresses that want no reminders. */
export async function findOptOuts(db: Database, hashes: readonly Buffer[]): Promise<string[]> {
  const { rows } = await sql<{ email_hash: Buffer }>`
    select email_hash from mail_opt_out where email_hash = any(${hashes}::bytea[])
  `.execute(db)
  return rows.map(({ email_hash }) => email_hash.toString('hex'))
}
