import { staffPage } from '#admin/runtime/page.ts'
import type { StaffOrder } from '#contracts/staff/orders.ts'

export interface PickList {
  order: StaffOrder
  qr: string
}

/** /noi-bo/don-hang/:code/phieu-soan: an order on paper, for the person who collects its goods. */
export const page = staffPage<PickList>({
  loader: ({ services, actor, params }) =>
    services.orders.pickList(actor, { order_code: params['code'] ?? '' }),
})
