import { staffPage } from '#admin/runtime/page.ts'
import type { StaffOrder } from '#contracts/staff/orders.ts'

export interface PickList {
  order: StaffOrder
  qr: string
  /** The receipt of the shopper, not the sheet for whoever collects the goods. */
  is_receipt: boolean
  printed_at: number
}

/**
 * /noi-bo/don-hang/:code/phieu-soan: an order on paper, for the person who collects its goods; with `?phieu=ban` for
 * the shopper, on a receipt of 80 mm.
 */
export const page = staffPage<PickList>({
  needs: 'orders.pickList',
  loader: async ({ services, actor, params, url }) => ({
    ...(await services.orders.pickList(actor, { order_code: params['code'] ?? '' })),
    is_receipt: url.searchParams.get('phieu') === 'ban',
    printed_at: Date.now(),
  }),
})
