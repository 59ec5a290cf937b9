import {
  shopReservation as contract,
  type ShopReservation,
} from '#contracts/storefront/trade/shop-reservation.ts'
import { isRefusal } from '#pure/contract.ts'
import { reservedUrl } from '#storefront/addresses/shop-reservation-links.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export type CartShopReservationData =
  | { kind: 'list'; list: ShopReservation[] }
  | {
      kind: 'one'
      one: ShopReservation
      /** It was opened by its link, perhaps not by its owner. */
      is_linked: boolean
      /** The shopper pressed "Hủy giữ hàng" and is asked to confirm. */
      asks_to_cancel: boolean
      /** Milliseconds since 1970, by the shop's clock. */
      now: number
    }

/**
 * /cart/dat-giu: what the caller has had set aside. With code and key: one, in any browser. A foreign code, an unknown
 * code and a wrong key all answer 404.
 */
export const page = personalPage<CartShopReservationData>({
  loader: async ({ services, caller, url }) => {
    const query = url.searchParams
    if (!query.has('code')) {
      return { kind: 'list', list: await services.shopReservation.listShopReservations(caller, {}) }
    }
    const input = contract.getShopReservation.input.safeParse({
      code: query.get('code') ?? '',
      secret: query.get('key') ?? undefined,
    })
    if (!input.success) return notFound
    const is_linked = input.data.secret !== undefined
    try {
      const asker = is_linked ? null : caller
      const one = await services.shopReservation.getShopReservation(asker, input.data)
      const asks_to_cancel = one.is_open && query.has('huy')
      return { kind: 'one', one, is_linked, asks_to_cancel, now: Date.now() }
    } catch (error) {
      if (isRefusal(error, contract.getShopReservation, 'shop_reservation_not_found')) {
        return notFound
      }
      throw error
    }
  },
  actions: {
    cancel: async ({ services, caller }: PersonalContext, form: FormData) => {
      const input = readForm(contract.cancelShopReservation.input, form)
      const asker = input.secret === undefined ? caller : null
      const { code } = await services.shopReservation.cancelShopReservation(asker, input)
      return { redirect: reservedUrl(code, input.secret) }
    },
  },
})
