import { sql } from 'kysely'
import type { roles as contract, StaffRole } from '#contracts/staff/roles.ts'
import type { Database } from '#db/schema.ts'
import type { Service } from '#pure/contract.ts'

/** The roles and their permissions: the rows that decide (decision 118). */
export function rolesStaffService({ db }: { db: Database }): Service<typeof contract> {
  return { roles: () => findRolesWithGrants(db) }
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
