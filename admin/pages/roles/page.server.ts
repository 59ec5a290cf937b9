import { staffPage } from '#admin/runtime/page.ts'
import { permission_names } from '#contracts/staff/permissions.ts'
import type { StaffRole } from '#contracts/staff/roles.ts'

export interface RolesData {
  roles: StaffRole[]
  permissions: { permission: string; name: string }[]
  is_demo: boolean
}

/** /noi-bo/quyen: which role may do what, and where. */
export const page = staffPage<RolesData>({
  loader: async ({ services, actor, is_demo }) => ({
    roles: await services.roles.roles(actor, {}),
    permissions: Object.entries(permission_names).map(([permission, name]) => ({
      permission,
      name,
    })),
    is_demo,
  }),
})
