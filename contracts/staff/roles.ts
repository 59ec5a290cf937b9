import { z } from 'zod'
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
}
