import { randomUUID } from 'node:crypto'
import { shopReservation as contract } from '#contracts/storefront/trade/shop-reservation.ts'
import { isRefusal } from '#pure/contract.ts'
import { reservedUrl } from '#storefront/addresses/shop-reservation-links.ts'
import {
  offeredProvince,
  type OfferedProvince,
} from '#storefront/commerce/province/offered-provinces.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface ShopReservationData {
  item: { item_id: number; name: string; url_path: string; thumbnail: string | null; price: number }
  /** Provinces where shops have it, the nearest first; and the one that is shown. */
  provinces: OfferedProvince[]
  province_id: number
  shops: {
    shop_id: number
    name: string
    address: string
    time_opening: string
    is_few_left: boolean
  }[]
  shop_id: number | null
  /** So that a form that is sent twice sets one piece aside. */
  idempotency_key: string
  /** What a member need not type. */
  contact: { name: string; phone: string; email: string }
}

/** /dat-giu/{item_id}?tinh=&cua_hang=: the shops that have a piece, and the form that sets one aside (decision 235). */
export const page = personalPage<ShopReservationData>({
  loader: async (context) => {
    const { services, params, url } = context
    const item_id = numberIn(params['item_id'])
    if (item_id === null) return notFound
    const stocked_in = await services.locations.provincesWithStock(null, {
      ...{ item_id, province_id: context.province_id },
    })
    const provinces = stocked_in.map(({ shop_count: count, ...one }) => ({ ...one, count }))
    const asked = numberIn(url.searchParams.get('tinh'))
    const chosen = offeredProvince(provinces, asked, context.province_id) ?? provinces[0]
    const province_id = chosen?.province_id ?? context.province_id
    try {
      const [item, stocked] = await Promise.all([
        services.shopReservation.reservableItem(null, { item_id, province_id }),
        services.locations.shopsWithStock(null, { item_id, province_id, item_quantity: 1 }),
      ])
      const shops = stocked.map(({ shop, level }) => ({
        ...{ shop_id: shop.id, name: shop.name, address: shop.address },
        ...{ time_opening: shop.time_opening, is_few_left: level === 'few_left' },
      }))
      const shop_id = numberIn(url.searchParams.get('cua_hang'))
      return {
        ...{ item, provinces, province_id, shops },
        shop_id: shops.some((shop) => shop.shop_id === shop_id) ? shop_id : null,
        idempotency_key: randomUUID(),
        contact: await contactOf(context),
      }
    } catch (error) {
      if (isRefusal(error, contract.reservableItem, 'item_not_reservable')) return notFound
      throw error
    }
  },
  actions: {
    reserve: async ({ services, caller }: PersonalContext, form: FormData) => {
      const input = readForm(contract.createShopReservation.input, form)
      const { code } = await services.shopReservation.createShopReservation(caller, input)
      return { redirect: reservedUrl(code) }
    },
  },
})

async function contactOf({
  services,
  caller,
}: PersonalContext): Promise<ShopReservationData['contact']> {
  if (caller.kind !== 'member') return { name: '', phone: '', email: '' }
  const { name, phone, email } = await services.loyalty.profile(caller, {})
  return { name, phone, email: email ?? '' }
}

function numberIn(text: string | null | undefined): number | null {
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null
}
