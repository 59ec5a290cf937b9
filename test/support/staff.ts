import { permissions } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'

/** A member of staff with all permissions. */
export const test_staff: StaffActor = {
  kind: 'staff',
  name: 'staff of the tests',
  permissions,
}
