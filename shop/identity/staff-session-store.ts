import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { StaffId } from '#pure/ids.ts'
import type { PermissionGrant } from '#shop/identity/staff.ts'

interface NewSession {
  token_hash: Buffer
  staff_id: StaffId
  now: Date
  address: string
  device: string
  expires_at: Date
  is_verified: boolean
  /** It began with a passkey, which is both steps. */
  has_second_step?: boolean
}

export async function insertSession(
  db: Database,
  { now, is_verified, has_second_step = false, ...session }: NewSession,
): Promise<void> {
  const verified_at = is_verified ? now : null
  await db
    .insertInto('staff_session')
    .values({
      ...session,
      created_at: now,
      seen_at: now,
      verified_at,
      has_second_step,
      second_step_at: has_second_step ? now : null,
      enrolling_secret: null,
      ended_at: null,
    })
    .execute()
}

/** A session whose password was right and whose code is missing. */
export interface PendingSession {
  staff_session_id: number
  staff_id: StaffId
  enrolling_secret: Buffer | null
}

/** Returns a pending session without locking it. */
export async function findPendingSession(
  db: Database,
  token_hash: Buffer,
  now: Date,
): Promise<PendingSession | null> {
  return (await pendingSession(db, token_hash, now).executeTakeFirst()) ?? null
}

/** Locks a pending session: its codes are checked one after the other. */
export async function lockPendingSession(
  tx: Tx,
  token_hash: Buffer,
  now: Date,
): Promise<PendingSession | null> {
  return (await pendingSession(tx, token_hash, now).forUpdate().executeTakeFirst()) ?? null
}

function pendingSession(db: Database, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('staff_session')
    .select(['staff_session_id', 'staff_id', 'enrolling_secret'])
    .where('token_hash', '=', token_hash)
    .where('verified_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
}

export async function updateEnrollingSecret(
  tx: Tx,
  staff_session_id: number,
  enrolling_secret: Buffer,
): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({ enrolling_secret })
    .where('staff_session_id', '=', staff_session_id)
    .execute()
}

/** Counts a wrong code or passkey of an open session. It ends with the last one that is allowed. */
export async function countWrongCode(
  tx: Tx,
  staff_session_id: number,
  { max, now }: { max: number; now: Date },
): Promise<void> {
  await sql`
    update staff_session set wrong_codes = wrong_codes + 1,
      ended_at = case when wrong_codes + 1 >= ${max} then ${now}::timestamptz end
    where staff_session_id = ${staff_session_id} and ended_at is null
  `.execute(tx)
}

/** Notes that an open session has passed the second step again. */
export async function renewSecondStep(tx: Tx, staff_session_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({ second_step_at: now, wrong_codes: 0 })
    .where('staff_session_id', '=', staff_session_id)
    .execute()
}

/** Completes a pending session. It gets a new token, because the old one was sent before the second step. */
export async function completeSession(
  tx: Tx,
  staff_session_id: number,
  { token_hash, now, expires_at }: { token_hash: Buffer; now: Date; expires_at: Date },
): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({
      token_hash,
      expires_at,
      verified_at: now,
      has_second_step: true,
      second_step_at: now,
      enrolling_secret: null,
      wrong_codes: 0,
    })
    .where('staff_session_id', '=', staff_session_id)
    .execute()
}

interface ActingStaff {
  staff_session_id: number
  staff_id: StaffId
  name: string
  is_demo: boolean
  has_second_step: boolean
  second_step_at: Date | null
  seen_at: Date
  grants: PermissionGrant[]
  shops: number[]
}

/** Who acts with this token, with their grants and shops of this moment. One statement at every request of staff. */
export async function findActing(
  db: Database,
  token_hash: Buffer,
  now: Date,
): Promise<ActingStaff | null> {
  const { rows } = await sql<ActingStaff>`
    select s.staff_session_id, s.staff_id, staff.name, staff.is_demo, s.has_second_step,
      s.second_step_at, s.seen_at,
      ${rights}
    from staff_session s join staff on staff.staff_id = s.staff_id
    where s.token_hash = ${token_hash} and s.verified_at is not null and s.ended_at is null
      and s.expires_at > ${now} and staff.locked_at is null
  `.execute(db)
  return rows[0] ?? null
}

const rights = sql`
  coalesce((
    select json_agg(json_build_object('permission', p.permission, 'scope', p.scope,
      'max_amount', p.max_amount) order by p.role_code)
    from staff_role_grant g join role_permission p on p.role_code = g.role_code
    where g.staff_id = staff.staff_id), '[]') as grants,
  coalesce((
    select json_agg(shop_id order by shop_id) from staff_shop
    where staff_shop.staff_id = staff.staff_id), '[]') as shops`

/** Finds a member of staff with what they may do now, without a session; null: locked, or there is none. */
export async function findUnlocked(
  db: Database,
  staff_id: StaffId,
): Promise<Pick<ActingStaff, 'staff_id' | 'name' | 'grants' | 'shops'> | null> {
  const { rows } = await sql<Pick<ActingStaff, 'staff_id' | 'name' | 'grants' | 'shops'>>`
    select staff.staff_id, staff.name, ${rights} from staff
    where staff.staff_id = ${staff_id} and staff.locked_at is null
  `.execute(db)
  return rows[0] ?? null
}

export async function updateSeen(db: Database, staff_session_id: number, now: Date): Promise<void> {
  await db
    .updateTable('staff_session')
    .set({ seen_at: now })
    .where('staff_session_id', '=', staff_session_id)
    .where('seen_at', '<', now)
    .execute()
}

export async function endByToken(db: Database, token_hash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('staff_session')
    .set({ ended_at: now })
    .where('token_hash', '=', token_hash)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends open sessions of one person: one of them, or all. Returns how many. */
export async function endSessions(
  db: Database,
  staff_id: StaffId,
  now: Date,
  staff_session_id: number | null = null,
): Promise<number> {
  const ending = db
    .updateTable('staff_session')
    .set({ ended_at: now })
    .where('staff_id', '=', staff_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
  const ended = await (
    staff_session_id === null ? ending : ending.where('staff_session_id', '=', staff_session_id)
  ).executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

export async function findOpenSessions(db: Database, staff_id: StaffId, now: Date) {
  return db
    .selectFrom('staff_session')
    .select(['staff_session_id', 'device', 'address', 'created_at', 'seen_at'])
    .where('staff_id', '=', staff_id)
    .where('ended_at', 'is', null)
    .where('verified_at', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .execute()
}

/** Deletes sessions, invitations, challenges and sign-ins from before `before`. Returns how many sign-ins. */
export async function deleteOldSignIns(db: Database, before: Date, batch: number): Promise<number> {
  await db.deleteFrom('staff_passkey_challenge').where('expires_at', '<', before).execute()
  await db.deleteFrom('staff_session').where('expires_at', '<', before).execute()
  await db.deleteFrom('staff_invite').where('expires_at', '<', before).execute()
  const { rows } = await sql`
    delete from staff_login_attempt where staff_login_attempt_id in (
      select staff_login_attempt_id from staff_login_attempt where attempted_at < ${before}
      order by attempted_at limit ${batch} for update skip locked
    ) returning staff_login_attempt_id
  `.execute(db)
  return rows.length
}
