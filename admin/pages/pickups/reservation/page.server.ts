import { orderPath, shopReservationPath } from '#admin/addresses/paths.ts'
import { problemOf as problemOfDraft } from '#admin/pages/orders/draft/draft-problems.ts'
import { shop_reservation_titles } from '#admin/pages/pickups/reservations/reservation-texts.ts'
import { actsByIntent, type Problem, staffPage } from '#admin/runtime/page.ts'
import {
  shopReservations as contract,
  type ShopReservationRow,
} from '#contracts/staff/trade/shop-reservations.ts'
import { isRefusal } from '#pure/contract.ts'

export interface StaffShopReservation extends ShopReservationRow {
  price: number | null
  may: { sell: boolean; release: boolean }
}

/** /noi-bo/dat-giu/:code: sell the piece at the counter, or put it back. */
export const page = staffPage<StaffShopReservation>({
  needs: 'shopReservations.shopReservation',
  loader: ({ services, actor, params }) =>
    services.shopReservations.shopReservation(actor, { code: params['code'] ?? '' }),
  action: actsByIntent(
    {
      sell: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.sellReserved.input.safeParse({ ...fields, code })
        if (!input.success || input.data.scanned === '') {
          return { status: 422, problem: 'Hãy quét IMEI, serial hoặc mã hàng của món này.' }
        }
        const { order_code } = await services.shopReservations.sellReserved(actor, input.data)
        return { location: orderPath(order_code) }
      },
      release: async ({ services, actor }, { code, ...fields }) => {
        const input = contract.releaseReserved.input.safeParse({ ...fields, code })
        if (!input.success) return { status: 422, problem: 'Hãy ghi lý do.' }
        await services.shopReservations.releaseReserved(actor, input.data)
        return { location: shopReservationPath(input.data.code) }
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.sellReserved, 'shop_reservation_not_found')) {
    return { status: 404, problem: 'Không có mã này ở cửa hàng của bạn.' }
  }
  if (isRefusal(error, contract.sellReserved, 'shop_reservation_closed')) {
    const title = shop_reservation_titles[error.data.state].toLowerCase()
    return { status: 409, problem: `Không làm được: món này ${title}.` }
  }
  return problemOfDraft(error)
}
