import { permissions } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'

/** A member of staff who may do everything. */
export const test_staff: StaffActor = {
  kind: 'staff',
  name: 'staff of the tests',
  permissions,
}
