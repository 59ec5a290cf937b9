import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import type { PictureFiles } from '#shop/picture/pictures.ts'

/** The dependencies of what staff do with orders and money. */
export interface StaffFlowDeps extends ProviderDeps {
  /** Opens the transaction of a write. */
  write: WriteAsStaff
}

/** The dependencies of what staff do with a subject that has pictures. */
export interface PictureFlowDeps extends StaffFlowDeps {
  pictures: PictureFiles
}
