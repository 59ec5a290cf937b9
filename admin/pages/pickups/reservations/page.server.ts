import { redirect } from 'react-router'
import { shopReservationPath } from '#admin/addresses/paths.ts'
import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import {
  shopReservations as contract,
  type ShopReservationRow,
} from '#contracts/staff/trade/shop-reservations.ts'
import type { ShopReservationState } from '#contracts/storefront/trade/shop-reservation.ts'

export interface ShopReservationsData {
  rows: ShopReservationRow[]
  has_next: boolean
  counts: { state: ShopReservationState; count: number; is_capped: boolean }[]
  now: number
}

/** /noi-bo/dat-giu: pieces that are set aside. A scanned code opens its piece. */
export const page = staffPage<ShopReservationsData>({
  needs: 'shopReservations.shopReservations',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const query = filledQuery(searchParams)
    const input = contract.shopReservations.input.parse(query)
    const list = await services.shopReservations.shopReservations(actor, input)
    const [only] = list.rows
    if (input.q !== undefined && only !== undefined) throw redirect(shopReservationPath(only.code))
    return { ...list, now: Date.now() }
  },
})
