import { staffPage } from '#admin/runtime/page.ts'
import { permission_names } from '#contracts/staff/permissions.ts'
import { roles as contract, type StaffRole } from '#contracts/staff/roles.ts'
import { mayCall } from '#pure/access.ts'

export interface RolesData {
  roles: StaffRole[]
  permissions: { permission: string; name: string }[]
  /** Whether the names of roles lead to their pages. */
  may_edit: boolean
  is_demo: boolean
}

/** /noi-bo/quyen: which role may do what, and where. */
export const page = staffPage<RolesData>({
  needs: 'roles.roles',
  loader: async ({ services, actor, is_demo }) => ({
    roles: await services.roles.roles(actor, {}),
    permissions: Object.entries(permission_names).map(([permission, name]) => ({
      permission,
      name,
    })),
    may_edit: mayCall(contract.role, actor),
    is_demo,
  }),
})
