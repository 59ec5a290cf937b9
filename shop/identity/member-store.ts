import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

/** What a member has said about themselves. `phone` in E.164. */
interface MemberProfile {
  customer_id: CustomerId
  phone: string
  name: string | null
  email: string | null
  /** YYYY-MM-DD. */
  birthday: string | null
}

const profile = ['customer_id', 'phone', 'name', 'email', 'birthday'] as const

/** Finds a living member of this id; null for guests and for erased members. */
export async function findMember(
  db: Database,
  customer_id: CustomerId,
): Promise<MemberProfile | null> {
  const row = await db
    .selectFrom('member')
    .select(profile)
    .where('customer_id', '=', customer_id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return (row as MemberProfile | undefined) ?? null
}

/** Finds the member of a proven phone in E.164. */
export async function findMemberByPhone(
  db: Database,
  phone: string,
): Promise<MemberProfile | null> {
  const row = await db
    .selectFrom('member')
    .select(profile)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return (row as MemberProfile | undefined) ?? null
}

interface NewMember {
  phone: string
  name: string | null
  email?: string | null
  birthday?: string | null
  password_hash?: string | null
}

/**
 * Inserts a member whose phone was proven just now. Null: the phone has a member already. Two registrations of one
 * phone at once make one member.
 */
export async function insertMember(
  tx: Tx,
  { phone, name, email = null, birthday = null, password_hash = null }: NewMember,
  now: Date,
): Promise<CustomerId | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('member:' || ${phone}, 0))`.execute(tx)
  const { rows } = await sql<{ customer_id: CustomerId }>`
    with owner as (
      insert into customer (kind, created_at)
      select 'member', ${now} where not exists (select from member where phone = ${phone})
      returning customer_id
    )
    insert into member (customer_id, phone, name, email, birthday, password_hash, phone_proven_at, created_at)
    select customer_id, ${phone}, ${name}, ${email}, ${birthday}::date, ${password_hash}, ${now}, ${now}
    from owner
    returning customer_id
  `.execute(tx)
  return rows[0]?.customer_id ?? null
}
