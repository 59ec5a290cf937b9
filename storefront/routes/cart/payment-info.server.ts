import type { Shop } from '#contracts/locations.ts'
import { quote } from '#contracts/quote.ts'
import type { Quote } from '#contracts/quote.ts'
import { InvalidInput } from '#pure/contract.ts'
import { addresses } from '#storefront/addresses.ts'
import { type FieldProblems, type PersonalContext, personalPage } from '#storefront/page.ts'
import { readForm } from '#storefront/read-form.ts'

/** A shop that hands out orders, as the form needs it. */
export interface PickupShop {
  erp_shop_id: number
  province_id: number
  name: string
  address: string
  time_opening: string
}

/** Which shops of a province have every piece of the order now. */
export interface PickupStock {
  province_id: number
  shops: { erp_shop_id: number; level: 'in_stock' | 'few_left' }[]
}

export interface PaymentInfoData {
  quote: Quote
  provinces: { province_id: number; name: string }[]
  shops: PickupShop[]
  stock: PickupStock
}

/** /cart/payment-info: who buys, who receives and where (spec §2, §3). */
export const page = personalPage<PaymentInfoData>({
  loader: async ({ services, caller, province_id, url }) => {
    const [open, provinces, shops] = await Promise.all([
      services.quote.getQuote(caller, {}),
      services.locations.provinces(null, {}),
      services.locations.shops(null, {}),
    ])
    const asked = Number(url.searchParams.get('shop_province_id'))
    const near = [asked, open.recipient?.province_id, province_id]
    const there = near.find((id) => shops.some((shop) => shop.province.Id === id))
    const pickup_province = there ?? shops[0]?.province.Id ?? province_id
    return {
      quote: open,
      provinces: provinces.map(({ province_id: id, name }) => ({ province_id: id, name })),
      shops: shops.map(toPickupShop),
      stock: await pickupStock(services, open, pickup_province),
    }
  },
  actions: { save },
})

async function save({ services, caller, province_id }: PersonalContext, form: FormData) {
  const shops = await services.locations.shops(null, {})
  const sent = chosenDelivery(form, shops, province_id)
  const problems = missingFields(sent)
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  await services.quote.setAddress(caller, readForm(quote.setAddress.input, sent))
  return { redirect: addresses.payment.path }
}

/** Both ways to receive stand in the form; what belongs to the other one is left out. */
function chosenDelivery(form: FormData, shops: readonly Shop[], province_id: number): FormData {
  const sent = new FormData()
  for (const [name, value] of form) sent.append(name, value)
  if (sent.get('shipping_method') !== 'store_pickup') {
    sent.delete('erp_shop_id')
    return sent
  }
  for (const name of ['ward_name', 'street']) sent.delete(name)
  const chosen = shops.find((shop) => String(shop.id) === sent.get('erp_shop_id'))
  const place = chosen?.province.Id ?? sent.get('shop_province_id') ?? province_id
  sent.set('province_id', String(place))
  return sent
}

const REQUIRED = {
  name: 'Vui lòng nhập họ và tên.',
  phone: 'Vui lòng nhập số điện thoại.',
}
const REQUIRED_FOR = {
  home_delivery: {
    ward_name: 'Vui lòng nhập phường, xã.',
    street: 'Vui lòng nhập số nhà, tên đường.',
  },
  store_pickup: { erp_shop_id: 'Vui lòng chọn cửa hàng nhận hàng.' },
}

/** Words for all that is empty at once; the service then looks at what was written. */
function missingFields(sent: FormData): FieldProblems {
  const isPickup = sent.get('shipping_method') === 'store_pickup'
  const required = { ...REQUIRED, ...REQUIRED_FOR[isPickup ? 'store_pickup' : 'home_delivery'] }
  const isEmpty = (name: string) => String(sent.get(name) ?? '').trim() === ''
  return Object.fromEntries(Object.entries(required).filter(([name]) => isEmpty(name)))
}

/** A shop counts when it has all lines; it has few left when one line runs low. */
async function pickupStock(
  services: PersonalContext['services'],
  { items }: Quote,
  province_id: number,
): Promise<PickupStock> {
  const perLine = await Promise.all(
    items.map(({ item_id, item_quantity }) =>
      services.locations.shopsWithStock(null, { item_id, item_quantity, province_id }),
    ),
  )
  const [first = [], ...others] = perLine.map(
    (rows) => new Map(rows.map(({ shop, level }) => [shop.id, level])),
  )
  const shops = [...first]
    .filter(([erp_shop_id]) => others.every((line) => line.has(erp_shop_id)))
    .map(([erp_shop_id, level]) => {
      const isLow =
        level === 'few_left' || others.some((line) => line.get(erp_shop_id) === 'few_left')
      return { erp_shop_id, level: isLow ? ('few_left' as const) : ('in_stock' as const) }
    })
  return { province_id, shops }
}

function toPickupShop(shop: Shop): PickupShop {
  return {
    erp_shop_id: shop.id,
    province_id: shop.province.Id ?? 0,
    name: shop.name,
    address: shop.address,
    time_opening: shop.time_opening,
  }
}
