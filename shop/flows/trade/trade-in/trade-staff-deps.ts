import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'

/** The dependencies of what staff do with old devices. */
export interface TradeStaffDeps extends StaffFlowDeps {
  /** Seal the numbers of documents. */
  person_keys: PersonKeys
}
