import { z } from 'zod'
import { id } from '#contracts/fields.ts'
import { type Permission, permission_names } from '#contracts/staff/permissions.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

/** A role with everything that it permits. */
export const StaffRole = z.object({
  role_code: z.string(),
  name: z.string(),
  /** Number of active accounts with this role. */
  people: z.int(),
  grants: z.array(
    z.object({
      permission: z.string(),
      scope: z.enum(staff_scopes),
      max_amount: z.int().nullable(),
    }),
  ),
})
export type StaffRole = z.infer<typeof StaffRole>

const known = z.enum(Object.keys(permission_names) as [Permission, ...Permission[]])
const Grants = z
  .array(
    z.object({
      permission: known,
      scope: z.enum(staff_scopes),
      /** Null: any amount. */
      max_amount: id.nullable(),
    }),
  )
  .max(200)
  .refine(
    (grants) => new Set(grants.map(({ permission }) => permission)).size === grants.length,
    'Mỗi quyền một lần.',
  )

const role_not_found = { status: 404, meaning: 'There is no such role.' } as const

/** Roles and their permissions. */
export const roles = {
  roles: operation({
    method: 'GET',
    path: '/roles',
    summary: 'List all roles with their permissions: the data that decides.',
    access: 'staff',
    permission: 'roles.see',
    input: z.object({}),
    output: z.array(StaffRole),
  }),
  role: operation({
    method: 'GET',
    path: '/roles/one',
    summary: 'One role with its permissions, to change them.',
    access: 'staff',
    permission: 'roles.edit',
    input: z.object({ role_code: z.string().max(40) }),
    output: StaffRole,
    refusals: { role_not_found },
  }),
  change: operation({
    method: 'POST',
    path: '/roles/change',
    summary: 'Replace the permissions of a role, if they are still those that were seen.',
    access: 'staff',
    permission: 'roles.edit',
    input: z.object({ role_code: z.string().max(40), grants: Grants, seen: Grants }),
    output: z.object({}),
    refusals: {
      role_not_found,
      role_fixed: {
        status: 409,
        meaning: 'The role that manages staff keeps its permissions: else nobody might have them.',
      },
      own_role: { status: 409, meaning: 'Nobody changes a role that they have themselves.' },
      role_changed: {
        status: 409,
        meaning: 'Somebody else has changed the role since it was shown.',
      },
    },
  }),
}
