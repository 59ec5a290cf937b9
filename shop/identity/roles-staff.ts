import { sql } from 'kysely'
import { roles as contract, type StaffRole } from '#contracts/staff/roles.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Service } from '#pure/contract.ts'
import type { StaffId } from '#pure/ids.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import { director } from '#shop/identity/staff.ts'

interface Deps {
  db: Database
  write: WriteAsStaff
}

/** The roles and their permissions: the rows that decide (decision 118). */
export function rolesStaffService({ db, write }: Deps): Service<typeof contract> {
  return {
    roles: () => findRolesWithGrants(db),
    role: async (_actor, { role_code }) => {
      const role = (await findRolesWithGrants(db)).find((one) => one.role_code === role_code)
      if (role === undefined) throw contract.role.refuse('role_not_found')
      return role
    },
    change: async (actor, { role_code, grants, seen }) => {
      const { refuse } = contract.change
      await write({ actor, operation: 'roles.change' }, async (tx) => {
        const holders = await lockRole(tx, role_code)
        if (holders === null) throw refuse('role_not_found')
        if (role_code === director) throw refuse('role_fixed')
        if (holders.includes(actor.staff_id)) throw refuse('own_role')
        const stored = (await findRolesWithGrants(tx)).find((one) => one.role_code === role_code)
        if (textOf(stored?.grants ?? []) !== textOf(seen)) throw refuse('role_changed')
        await replaceGrants(tx, role_code, grants)
      })
      return {}
    },
  }
}

type Grants = StaffRole['grants']

/** The same text for the same grants in any sequence. */
function textOf(grants: Grants): string {
  return grants
    .map(({ permission, scope, max_amount }) => `${permission} ${scope} ${max_amount}`)
    .toSorted()
    .join('\n')
}

/** Locks a role until the transaction ends, and returns who has it. Null if there is no such role. */
async function lockRole(tx: Tx, role_code: string): Promise<StaffId[] | null> {
  const role = tx.selectFrom('staff_role').select('role_code').where('role_code', '=', role_code)
  if ((await role.forUpdate().executeTakeFirst()) === undefined) return null
  const holders = tx.selectFrom('staff_role_grant').select('staff_id')
  const rows = await holders.where('role_code', '=', role_code).execute()
  return rows.map(({ staff_id }) => staff_id)
}

/** Replaces the permissions of a role. Those that stay are not touched. */
async function replaceGrants(tx: Tx, role_code: string, grants: Grants): Promise<void> {
  const kept = grants.map(({ permission }) => permission)
  await sql`delete from role_permission
    where role_code = ${role_code} and not permission = any(${kept}::text[])`.execute(tx)
  await sql`
    insert into role_permission as held (role_code, permission, scope, max_amount)
    select ${role_code}, permission, scope, max_amount
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb)
      as wanted (permission text, scope text, max_amount bigint)
    on conflict (role_code, permission) do update
      set scope = excluded.scope, max_amount = excluded.max_amount
      where (held.scope, held.max_amount) is distinct from (excluded.scope, excluded.max_amount)
  `.execute(tx)
}

async function findRolesWithGrants(db: Database): Promise<StaffRole[]> {
  const { rows } = await sql<StaffRole>`
    select role.role_code, role.name,
      (select count(*) from staff_role_grant g join staff using (staff_id)
        where g.role_code = role.role_code and staff.locked_at is null) as people,
      coalesce((
        select json_agg(json_build_object('permission', permission, 'scope', scope,
          'max_amount', max_amount))
        from role_permission p where p.role_code = role.role_code), '[]') as grants
    from staff_role role order by role.position
  `.execute(db)
  return rows
}
