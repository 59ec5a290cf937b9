import { hkdfSync } from 'node:crypto'
import { Client } from 'pg'
import { migration_lock } from '#platform/database/migrate.ts'
import { type KeySource, ownKey } from '#platform/files/own-key.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'

/** Tables that the serving processes may not change freely. */
export interface AppRights {
  read_only: readonly string[]
  /** Rows may be added, never changed or deleted. */
  append_only: readonly string[]
  never_deleted: readonly string[]
}

interface AppRoleSettings extends KeySource {
  /** DATABASE_APP_URL: a role that somebody else has made. Null: the role is made here. */
  database_app_url: string | null
  rights: AppRights
}

/** The database as the serving processes open it. */
interface ServedDatabase {
  url: string
  /** Why the serving processes may change the ledgers, as a sentence; null if they may not. */
  problem: string | null
}

const longest_name = 63
const our_comment = 'serves a Tiem shop; made and kept by it'
const connection_limit_ms = 5_000

const no_rights = '42501'
const refused_login = '28P01'

/**
 * Prepares the second role of the database at `owner_url`, which serves shoppers and staff: it is created once, and
 * its rights are those of `settings.rights`. Where no role can be made, the owner serves and `problem` says why.
 */
export async function openAppRole(
  owner_url: string,
  settings: AppRoleSettings,
): Promise<ServedDatabase> {
  const owner = await connect(owner_url)
  try {
    await owner.query('select pg_advisory_lock($1)', [migration_lock])
    const role = await nameOf(owner, settings)
    if (settings.database_app_url === null) {
      const problem = await makeRole(owner, role, owner_url, settings)
      if (problem !== null) return { url: owner_url, problem }
    } else await requireConnection(settings.database_app_url)
    await grantTo(owner, role, settings.rights)
    const url =
      settings.database_app_url ?? withUser(owner_url, role, passwordOf(owner_url, settings))
    return { url, problem: await proveRights(url, settings.rights) }
  } finally {
    await owner.end()
  }
}

/** Gives the role its rights again, in the caller's transaction, if it was made before: after a restore. */
export async function renewRights(owner: Client, settings: AppRoleSettings): Promise<void> {
  const role = await nameOf(owner, settings)
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role])
  if (rowCount !== 0) await grantTo(owner, role, settings.rights)
}

async function nameOf(owner: Client, { database_app_url }: AppRoleSettings): Promise<string> {
  if (database_app_url !== null) {
    const { username, searchParams } = new URL(database_app_url)
    const name = searchParams.get('user') ?? decodeURIComponent(username)
    if (name !== '') return name
    throw new CommandProblem('DATABASE_APP_URL names no user: postgres://user:password@host/name')
  }
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  // A role belongs to the whole server, which may hold several shops.
  return `${rows[0]?.name.slice(0, longest_name - 4) ?? ''}_app`
}

/** Creates the role, or makes its password ours again. Returns why it cannot be used, or null. */
async function makeRole(
  owner: Client,
  role: string,
  owner_url: string,
  settings: AppRoleSettings,
): Promise<string | null> {
  const password = passwordOf(owner_url, settings)
  const url = withUser(owner_url, role, password)
  try {
    const { rows } = await owner.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_authid') as comment from pg_roles where rolname = $1`,
      [role],
    )
    if (rows[0] === undefined) {
      const { rows: made } = await owner.query<{ create_role: string; comment: string }>(
        `select format('create role %I login password %L', $1::text, $2::text) as create_role,
          format('comment on role %I is %L', $1::text, $3::text) as comment`,
        [role, password, our_comment],
      )
      await owner.query('begin')
      await owner.query(made[0]?.create_role ?? '')
      await owner.query(made[0]?.comment ?? '')
      await owner.query('commit')
    } else if (rows[0].comment !== our_comment) {
      return `the role ${role} belongs to somebody else`
    }
    if ((await failureOf(url)) !== refused_login) return await unusable(url, role)
    const { rows: change } = await owner.query<{ text: string }>(
      `select format('alter role %I password %L', $1::text, $2::text) as text`,
      [role, password],
    )
    await owner.query(change[0]?.text ?? '')
    return await unusable(url, role)
  } catch (error) {
    await owner.query('rollback')
    if (codeOf(error) === no_rights) return 'DATABASE_URL may not create a second role'
    throw error
  }
}

async function requireConnection(url: string): Promise<void> {
  try {
    await (await connect(url)).end()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandProblem(`DATABASE_APP_URL cannot be used: ${reason}`, { cause })
  }
}

async function unusable(url: string, role: string): Promise<string | null> {
  const code = await failureOf(url)
  return code === null ? null : `the role ${role} cannot connect (${code})`
}

/** The code of the error when connecting; null if there is none. */
async function failureOf(url: string): Promise<string | null> {
  try {
    await (await connect(url)).end()
    return null
  } catch (error) {
    return codeOf(error)
  }
}

/** Brings the rights of the role to what they should be. Tables whose rights are right are not touched. */
async function grantTo(owner: Client, role: string, rights: AppRights): Promise<void> {
  const { read_only, append_only, never_deleted } = rights
  const values = [role, read_only, append_only, never_deleted]
  const { rows } = await owner.query<{ text: string }>(differing_rights, values)
  for (const { text } of rows) await owner.query(text)
}

/** The statements that change what the role may do into what it should. */
const differing_rights = `
  with wanted as (
    select c.oid, case
      when relname = any ($2::text[]) then 'SELECT'
      when relname = any ($3::text[]) then 'SELECT,INSERT'
      when relname = any ($4::text[]) then 'SELECT,INSERT,UPDATE'
      else 'SELECT,INSERT,UPDATE,DELETE' end as rights
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
  ), held as (
    select oid, concat_ws(',', variadic array(
      select one from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) one
      where has_table_privilege($1, oid, one))) as rights
    from wanted
  )
  select format('revoke all on %s from %I', oid::regclass, $1::text) as text
  from wanted join held using (oid) where wanted.rights <> held.rights
  union all
  select format('grant %s on %s to %I', wanted.rights, oid::regclass, $1::text)
  from wanted join held using (oid) where wanted.rights <> held.rights
  union all
  select format('grant usage, select on sequence %s to %I', oid::regclass, $1::text) from pg_class
  where relnamespace = 'public'::regnamespace
    and case when relkind = 'S' then not has_sequence_privilege($1, oid, 'usage') end
  union all
  select format('grant usage on schema public to %I', $1::text)
  where not has_schema_privilege($1, 'public', 'usage')
  union all
  select format('grant connect on database %I to %I', current_database(), $1::text)
  where not has_database_privilege($1, current_database(), 'connect')`

/** Asks the server what the serving role may really do: it may be an owner or a superuser. */
async function proveRights(url: string, { append_only }: AppRights): Promise<string | null> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ role: string; tables: string | null }>(
      `select current_user as role, string_agg(relname, ', ' order by relname) as tables
      from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)
        and (has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE') or pg_has_role(relowner, 'member'))`,
      [append_only],
    )
    const { role = '', tables = null } = rows[0] ?? {}
    return tables === null ? null : `the role ${role} may change ${tables}`
  } finally {
    await client.end()
  }
}

/**
 * The password of the role: the same in every process of this shop. Whoever knows what it is derived from may do
 * more than the role already.
 */
function passwordOf(owner_url: string, source: KeySource): string {
  const { password, searchParams } = new URL(owner_url)
  const secret = source.secret_key ?? (searchParams.get('password') || decodeURIComponent(password))
  if (secret === '') return ownKey(source, 'database-role')
  const key = hkdfSync('sha256', secret, '', 'tiem database role', 32)
  return Buffer.from(key).toString('hex')
}

/** The same database for another user. A URL without a host has the user among its parameters. */
export function withUser(url: string, user: string, password: string): string {
  const address = new URL(url)
  if (address.host === '' || address.searchParams.has('user')) {
    address.searchParams.set('user', user)
    address.searchParams.set('password', password)
    return address.href
  }
  address.username = user
  address.password = password
  return address.href
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connection_limit_ms })
  await client.connect()
  return client
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
