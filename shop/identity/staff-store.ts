import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { StaffId } from '#pure/ids.ts'
import { director, type LoginOutcome, type PermissionGrant } from '#shop/identity/staff.ts'

export interface StaffAccount {
  staff_id: StaffId
  name: string
  login_name: string
  password_hash: string | null
  totp_secret: Buffer | null
  totp_step: number | null
  is_demo: boolean
  locked_at: Date | null
  passkey_handle: string
}

const account_columns = [
  'staff_id',
  'name',
  'login_name',
  'password_hash',
  'totp_secret',
  'totp_step',
  'is_demo',
  'locked_at',
  'passkey_handle',
] as const

export async function findByLoginName(
  db: Database,
  login_name: string,
): Promise<StaffAccount | null> {
  const found = db.selectFrom('staff').select(account_columns).where('login_name', '=', login_name)
  return (await found.executeTakeFirst()) ?? null
}

export async function findStaff(db: Database, staff_id: StaffId): Promise<StaffAccount | null> {
  const found = db.selectFrom('staff').select(account_columns).where('staff_id', '=', staff_id)
  return (await found.executeTakeFirst()) ?? null
}

/** Locks an account until the transaction ends, so that two changes of it follow each other. */
export async function lockStaff(tx: Tx, staff_id: StaffId): Promise<StaffAccount | null> {
  const found = tx.selectFrom('staff').select(account_columns).where('staff_id', '=', staff_id)
  return (await found.forUpdate().executeTakeFirst()) ?? null
}

export async function findGrants(db: Database, staff_id: StaffId): Promise<PermissionGrant[]> {
  return db
    .selectFrom('staff_role_grant')
    .innerJoin('role_permission', 'role_permission.role_code', 'staff_role_grant.role_code')
    .select(['permission', 'scope', 'max_amount'])
    .where('staff_id', '=', staff_id)
    .execute()
}

interface NewStaff {
  name: string
  login_name: string
  password_hash: string | null
  is_demo?: boolean
  created_at: Date
}

/** Inserts an account. Null if the login name belongs to another one. */
export async function insertStaff(tx: Tx, staff: NewStaff): Promise<StaffId | null> {
  const row = await tx
    .insertInto('staff')
    .values({ totp_secret: null, totp_step: null, locked_at: null, ...staff })
    .onConflict((conflict) => conflict.column('login_name').doNothing())
    .returning('staff_id')
    .executeTakeFirst()
  return row?.staff_id ?? null
}

/** Replaces roles and shops. Those that stay are not touched. False if a role or shop does not exist. */
export async function replaceRolesAndShops(
  tx: Tx,
  staff_id: StaffId,
  { role_codes, shop_ids }: { role_codes: readonly string[]; shop_ids: readonly number[] },
): Promise<boolean> {
  await sql`delete from staff_role_grant
    where staff_id = ${staff_id} and not role_code = any(${role_codes}::text[])`.execute(tx)
  await sql`delete from staff_shop
    where staff_id = ${staff_id} and not shop_id = any(${shop_ids}::bigint[])`.execute(tx)
  await sql`
    insert into staff_role_grant (staff_id, role_code)
    select ${staff_id}, role_code from staff_role where role_code = any(${role_codes}::text[])
    on conflict do nothing
  `.execute(tx)
  await sql`
    insert into staff_shop (staff_id, shop_id)
    select ${staff_id}, shop_id from shop where shop_id = any(${shop_ids}::bigint[])
    on conflict do nothing
  `.execute(tx)
  const { rows } = await sql<{ roles: number; shops: number }>`
    select (select count(*) from staff_role_grant where staff_id = ${staff_id}) as roles,
      (select count(*) from staff_shop where staff_id = ${staff_id}) as shops
  `.execute(tx)
  return rows[0]?.roles === new Set(role_codes).size && rows[0].shops === new Set(shop_ids).size
}

/** Whether a locked account has exactly these roles and shops. */
export async function isStillAt(
  tx: Tx,
  staff_id: StaffId,
  { role_codes, shop_ids }: { role_codes: readonly string[]; shop_ids: readonly number[] },
): Promise<boolean> {
  const { rows } = await sql<{ is_same: boolean }>`
    select array(select role_code from staff_role_grant where staff_id = ${staff_id} order by role_code)
        = array(select distinct unnest(${role_codes}::text[]) order by 1)
      and array(select shop_id from staff_shop where staff_id = ${staff_id} order by shop_id)
        = array(select distinct unnest(${shop_ids}::bigint[]) order by 1) as is_same
  `.execute(tx)
  return rows[0]?.is_same === true
}

/**
 * Locks the role that manages staff until the transaction ends, and returns its active accounts. Two changes that
 * would each leave one account cannot leave none together.
 */
export async function lockDirectors(tx: Tx): Promise<{ staff_id: StaffId; is_demo: boolean }[]> {
  await tx
    .selectFrom('staff_role')
    .select('role_code')
    .where('role_code', '=', director)
    .forUpdate()
    .execute()
  return findDirectors(tx)
}

/** The active accounts that manage staff. */
export async function findDirectors(
  db: Database,
): Promise<{ staff_id: StaffId; is_demo: boolean }[]> {
  return db
    .selectFrom('staff_role_grant')
    .innerJoin('staff', 'staff.staff_id', 'staff_role_grant.staff_id')
    .select(['staff.staff_id', 'is_demo'])
    .where('role_code', '=', director)
    .where('locked_at', 'is', null)
    .where((where) =>
      where.or([where('password_hash', 'is not', null), where('is_demo', '=', true)]),
    )
    .execute()
}

export async function updateLock(tx: Tx, staff_id: StaffId, locked_at: Date | null): Promise<void> {
  await tx.updateTable('staff').set({ locked_at }).where('staff_id', '=', staff_id).execute()
}

export async function updatePassword(
  db: Database,
  staff_id: StaffId,
  password_hash: string,
): Promise<void> {
  await db.updateTable('staff').set({ password_hash }).where('staff_id', '=', staff_id).execute()
}

/** Forgets the authenticator app: the person enrols another one at the next sign-in. */
export async function forgetTotp(tx: Tx, staff_id: StaffId): Promise<void> {
  const none = { totp_secret: null, totp_step: null }
  await tx.updateTable('staff').set(none).where('staff_id', '=', staff_id).execute()
}

/** Uses a time step up. False if it, or a later one, was used before: of many requests at once one wins. */
export async function takeTotpStep(tx: Tx, staff_id: StaffId, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('staff')
    .set({ totp_step: step })
    .where('staff_id', '=', staff_id)
    .where((where) => where.or([where('totp_step', 'is', null), where('totp_step', '<', step)]))
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Stores the secret of an authenticator app whose first code was right. False if there is one already. */
export async function enrolTotp(
  tx: Tx,
  staff_id: StaffId,
  totp: { totp_secret: Buffer; totp_step: number },
  replaced: Buffer | null,
): Promise<boolean> {
  const enrolled = await tx
    .updateTable('staff')
    .set(totp)
    .where('staff_id', '=', staff_id)
    .where('totp_secret', 'is not distinct from', replaced)
    .executeTakeFirst()
  return enrolled.numUpdatedRows === 1n
}

interface LoginAttempt {
  attempted_at: Date
  staff_id: StaffId | null
  login_name: string | null
  address: string
  device: string
  outcome: LoginOutcome
}

export async function insertLoginAttempt(db: Database, attempt: LoginAttempt): Promise<void> {
  await db.insertInto('staff_login_attempt').values(attempt).execute()
}

export async function countWrongPasswords(
  db: Database,
  staff_id: StaffId,
  since: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('staff_login_attempt')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('staff_id', '=', staff_id)
    .where('outcome', '=', 'wrong_password')
    .where('attempted_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Wrong sign-ins of an account between its last two successful ones, by address. */
export async function findFailedLogins(
  db: Database,
  staff_id: StaffId,
): Promise<{ address: string; times: number; last_at: Date }[]> {
  const { rows } = await sql<{ address: string; times: number; last_at: Date }>`
    with signed_in as (
      select staff_login_attempt_id as id from staff_login_attempt
      where staff_id = ${staff_id} and outcome = 'signed_in'
      order by staff_login_attempt_id desc limit 2
    )
    select address, count(*) as times, max(attempted_at) as last_at
    from staff_login_attempt
    where staff_id = ${staff_id} and outcome not in ('signed_in', 'code_needed')
      and staff_login_attempt_id < (select max(id) from signed_in)
      and ((select count(*) from signed_in) < 2
        or staff_login_attempt_id > (select min(id) from signed_in))
    group by address order by last_at desc limit 20
  `.execute(db)
  return rows
}

export interface RoleRow {
  role_code: string
  name: string
}

export async function findRoles(db: Database): Promise<RoleRow[]> {
  return db.selectFrom('staff_role').select(['role_code', 'name']).orderBy('position').execute()
}

/** The active demo accounts: a live shop must not have any. */
export async function countDemoAccounts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('staff')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('is_demo', '=', true)
    .where('locked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The first shops that people can visit. */
export async function findSomeShops(db: Database, max: number): Promise<number[]> {
  const { rows } = await sql<{ shop_id: number }>`
    select shop_id from shop where is_active and 'ban-hang' = any(kinds) order by shop_id limit ${max}
  `.execute(db)
  return rows.map(({ shop_id }) => shop_id)
}

/**
 * Adds the shop that answers for the newest order, unless one of the person's shops answers for an order. So whoever
 * enters a demo with a role of own shops sees what was ordered there.
 */
export async function joinShopOfOrders(tx: Tx, staff_id: StaffId): Promise<void> {
  await sql`
    insert into staff_shop (staff_id, shop_id)
    select ${staff_id}::bigint, newest.shop_id from (
      select shop_id from sales_order where shop_id is not null
      order by created_at desc, order_id desc limit 1) newest
    where not exists (select from staff_shop own join sales_order using (shop_id)
      where own.staff_id = ${staff_id})
  `.execute(tx)
}
