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

/** What sign-in and the security page need of an account. */
export interface MemberAccount extends MemberProfile {
  password_hash: string | null
  password_set_at: Date | null
  /** When the e-mail address was proven. */
  email_proven_at: Date | null
  /** Since when there is an account. */
  member_since: Date
  /** What a code alone has set (decision 234). */
  password_by_code: boolean
  email_by_code_at: Date | null
  /** Until when a code is not enough, because a code has replaced a password of before. */
  guarded_until: Date | null
}

const account = [
  ...profile.map((field) => `member.${field}` as const),
  'member.password_hash',
  'member.password_set_at',
  'member.email_proven_at',
  'member.created_at as member_since',
  'member.password_by_code',
  'member.email_by_code_at',
  'member.guarded_until',
] as const

/** Finds the account of a phone with its password; null: nobody has it. */
export async function findAccountByPhone(
  db: Database,
  phone: string,
): Promise<MemberAccount | null> {
  const row = await db
    .selectFrom('member')
    .select(account)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return (row as MemberAccount | undefined) ?? null
}

export interface SignedInMember extends MemberAccount {
  session_id: number
  created_at: Date
  expires_at: Date
  confirmed_at: Date | null
  second_proof_at: Date | null
  own_proof_at: Date | null
  device_hash: Buffer | null
  passkey_handle: string
}

/** Finds the living member of an open session. */
export async function findSignedIn(
  db: Database,
  token_hash: Buffer,
  now: Date,
): Promise<SignedInMember | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('member', 'member.customer_id', 'session.customer_id')
    .select([
      ...account,
      'session.session_id',
      'session.created_at',
      'session.expires_at',
      'session.confirmed_at',
      'session.second_proof_at',
      'session.own_proof_at',
      'session.device_hash',
      'member.passkey_handle',
    ])
    .where('session.token_hash', '=', token_hash)
    .where('session.ended_at', 'is', null)
    .where('session.replaced_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('member.erased_at', 'is', null)
    .executeTakeFirst()
  return (row as SignedInMember | undefined) ?? null
}

interface LockedMember extends MemberAccount {
  passkey_handle: string
}

/** Locks a living member, so that an erasure or a merge waits. Null: there is none. */
export async function lockMember(tx: Tx, customer_id: CustomerId): Promise<LockedMember | null> {
  const row = await tx
    .selectFrom('member')
    .select([...account, 'passkey_handle'])
    .where('customer_id', '=', customer_id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return (row as LockedMember | undefined) ?? null
}

/** Notes that a one-time password has proven the phone of a member again. */
export async function notePhoneProven(
  db: Database,
  customer_id: CustomerId,
  phone_proven_at: Date,
): Promise<void> {
  await db
    .updateTable('member')
    .set({ phone_proven_at })
    .where('customer_id', '=', customer_id)
    .execute()
}

interface NewPassword {
  password_set_at: Date
  password_by_code: boolean
  guarded_until: Date | null
}

/** Stores a password. Without `set` it is the same one, hashed anew. */
export async function updatePassword(
  db: Database,
  customer_id: CustomerId,
  password_hash: string,
  set?: NewPassword,
): Promise<void> {
  await db
    .updateTable('member')
    .set({ password_hash, ...set })
    .where('customer_id', '=', customer_id)
    .where('erased_at', 'is', null)
    .execute()
}

export async function updateProfile(
  db: Database,
  customer_id: CustomerId,
  changed: { name: string | null; email: string | null },
  email_by_code_at: Date | null,
): Promise<void> {
  await db
    .updateTable('member')
    // Another address is unproven again.
    .set((row) => ({
      ...changed,
      email_proven_at: row
        .case()
        .when('email', 'is not distinct from', changed.email)
        .then(row.ref('email_proven_at'))
        .else(null)
        .end(),
      email_by_code_at: row
        .case()
        .when('email', 'is not distinct from', changed.email)
        .then(row.ref('email_by_code_at'))
        .else(email_by_code_at)
        .end(),
    }))
    .where('customer_id', '=', customer_id)
    .where('erased_at', 'is', null)
    .execute()
}

/** Notes that a code to the e-mail address was entered. False: the member has another address or phone by now. */
export async function proveEmail(
  db: Database,
  { customer_id, phone, email }: { customer_id: CustomerId; phone: string; email: string },
  email_proven_at: Date,
  by_code: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set({ email_proven_at, ...(by_code ? { email_by_code_at: email_proven_at } : {}) })
    .where('customer_id', '=', customer_id)
    .where('phone', '=', phone)
    .where('email', '=', email)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
