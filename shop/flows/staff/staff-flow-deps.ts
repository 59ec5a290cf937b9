import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'

/** The dependencies of what staff do with orders and money. */
export interface StaffFlowDeps extends ProviderDeps {
  /** Opens the transaction of a write. */
  write: WriteAsStaff
}
