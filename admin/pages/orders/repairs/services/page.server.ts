import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import {
  repairSettings as contract,
  type ServiceRow,
} from '#contracts/staff/orders/repair-settings.ts'

export interface RepairServicesData {
  rows: ServiceRow[]
  has_next: boolean
}

/** /noi-bo/sua-chua/dich-vu: repair services with their prices. */
export const page = staffPage<RepairServicesData>({
  needs: 'repairSettings.services',
  loader: ({ services, actor, url: { searchParams } }) =>
    services.repairSettings.services(
      actor,
      contract.services.input.parse(filledQuery(searchParams)),
    ),
})
