import {
  booking as contract,
  type BookingDay,
  booking_rules,
} from '#contracts/storefront/booking.ts'
import type { LocatedShop } from '#contracts/storefront/locations.ts'
import { Refusal } from '#pure/contract.ts'
import { bookedUrl } from '#storefront/addresses/booking-links.ts'
import { booking_texts } from '#storefront/commerce/booking/booking-refusals.ts'
import { chosenDay, withPressedTime } from '#storefront/commerce/booking/read-time.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import {
  offeredProvince,
  offeredProvinces,
  type OfferedProvince,
} from '#storefront/commerce/province/offered-provinces.ts'
import { type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

/** A shop that repairs, as the form shows it. */
type RepairShop = Pick<
  LocatedShop,
  'id' | 'name' | 'address' | 'time_opening' | 'latitude' | 'longitude'
>

type Offer = Awaited<ReturnType<PersonalContext['services']['booking']['bookingSlots']>>

export interface BookingData {
  item_ids: number[]
  /** More services were chosen than one appointment has: the others are left out. */
  has_too_many: boolean
  lines: Offer['lines']
  total: number
  /** Shops that have all parts now; null: none are needed. */
  shops_with_parts: number[] | null
  provinces: OfferedProvince[]
  province_id: number
  shops: RepairShop[]
  shop_id: number | null
  days: BookingDay[]
  day: BookingDay | null
  /** Why the services or the shop cannot be booked. */
  problem: string | null
  /** What a member need not type. */
  contact: { name: string; phone: string; email: string }
}

const no_contact = { name: '', phone: '', email: '' }

/** /dat-lich?dich_vu=&tinh=&cua_hang=&ngay=: services, then a shop, then a day and a time (contract §2, §3). */
export const page = personalPage<BookingData>({
  loader: async (context) => {
    const { services, url, province_id } = context
    const query = url.searchParams
    const chosen_ids = numbersIn(query.getAll('dich_vu').join('.'))
    const item_ids = chosen_ids.slice(0, booking_rules.max_lines)
    const provinces = offeredProvinces(
      await services.locations.shopDirectory(null, { kind: 'sua-chua' }),
    )
    const [asked] = numbersIn(query.get('tinh'))
    const chosen = offeredProvince(provinces, asked, province_id) ?? provinces[0]
    const chosen_province = chosen?.province_id ?? province_id
    const { data } = await services.locations.findShops(null, {
      ...{ province_id: chosen_province, kind: 'sua-chua' },
      ...{ page: 1, size: 1_000 },
    })
    const [asked_shop] = numbersIn(query.get('cua_hang'))
    const shop = data.find(({ id }) => id === asked_shop) ?? (data.length === 1 ? data[0] : null)
    const shop_id = shop?.id ?? null
    const offer = await offerOf(context, item_ids, shop_id)
    return {
      ...offer,
      has_too_many: chosen_ids.length > item_ids.length,
      ...{ item_ids, provinces, province_id: chosen_province, shop_id },
      shops: data.map(repairShop),
      day: chosenDay(offer.days, query.get('ngay')),
      contact: await contactOf(context),
    }
  },
  actions: { book },
})

async function book({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.createBooking.input, withPressedTime(form))
  const { code } = await services.booking.createBooking(caller, input)
  return { redirect: bookedUrl(code) }
}

type Offered = Pick<BookingData, 'lines' | 'total' | 'shops_with_parts' | 'days' | 'problem'>

/** The services, and the times of the shop. A shop that does not offer them leaves the services as they are. */
async function offerOf(
  { services }: PersonalContext,
  item_id: number[],
  shop_id: number | null,
): Promise<Offered> {
  const nothing = { lines: [], total: 0, shops_with_parts: null, days: [], problem: null }
  if (item_id.length === 0) return nothing
  try {
    const input = { item_id, erp_shop_id: shop_id ?? undefined }
    return { ...(await services.booking.bookingSlots(null, input)), problem: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problem = refusalMessage(error, booking_texts).text
    if (shop_id === null || error.code === 'service_not_found') return { ...nothing, problem }
    return { ...(await offerOf({ services } as PersonalContext, item_id, null)), problem }
  }
}

async function contactOf({ services, caller }: PersonalContext): Promise<BookingData['contact']> {
  if (caller.kind !== 'member') return no_contact
  const { name, phone, email } = await services.loyalty.profile(caller, {})
  return { name, phone, email: email ?? '' }
}

function repairShop({ id, name, address, time_opening, latitude, longitude }: LocatedShop) {
  return { id, name, address, time_opening, latitude, longitude }
}

/** "1000000001.1000000002" as numbers; what is none is left out. */
function numbersIn(text: string | null): number[] {
  return (text ?? '')
    .split('.')
    .filter((part) => /^[1-9]\d{0,9}$/.test(part))
    .map(Number)
}
