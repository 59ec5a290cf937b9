import type { MemberAddress } from '#contracts/storefront/member.ts'
import type { LocatedShop } from '#contracts/storefront/locations.ts'
import { quote } from '#contracts/storefront/quote.ts'
import type { Quote } from '#contracts/storefront/quote.ts'
import type { LegacyProvince, OfficialProvince } from '#contracts/storefront/units.ts'
import { promiseText } from '#pure/delivery-text.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { InvalidInput } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { loanCardPaymentUrl } from '#storefront/addresses/loan.ts'
import { type Query, withQuery } from '#storefront/addresses/with-query.ts'
import { cardQuery, cardWishOf } from '#storefront/commerce/installment/card-wish.ts'
import { chosenAddress, filledRecipient } from '#storefront/pages/cart/payment-info/address-book.ts'
import { wishedMethod } from '#storefront/commerce/vouchers/way.ts'
import { pageRefusals } from '#storefront/page-refusals.ts'
import {
  addressProblems,
  readDeliveryAddress,
  textOf,
  writesOldUnits,
} from '#storefront/pages/cart/payment-info/delivery-address.ts'
import {
  offeredProvince,
  offeredProvinces,
  type OfferedProvince,
} from '#storefront/commerce/province/offered-provinces.ts'
import { type FieldProblems, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readOption } from '#storefront/pages/cart/payment-info/ward-option.ts'
import { stepOfField } from '#storefront/pages/cart/payment-info/steps.ts'
import { readForm } from '#web/runtime/read-form.ts'

/** A pickup shop in its province of today, with the fields that the form shows. */
export interface PickupShop {
  erp_shop_id: number
  province_id: number
  name: string
  address: string
  district: string
  time_opening: string
  latitude: number | null
  longitude: number | null
}

/** The shops of a province that have all lines of the order in stock now. */
export interface PickupStock {
  province_id: number
  shops: { erp_shop_id: number; level: 'in_stock' | 'few_left'; promise: string }[]
}

export interface PaymentInfoData {
  quote: Quote
  provinces: { province_id: number; name: string }[]
  /** The provinces that have shops. */
  shop_provinces: OfferedProvince[]
  official_provinces: Pick<OfficialProvince, 'province_code' | 'name'>[]
  legacy_provinces: LegacyProvince[]
  /** The official code of the province of the saved address, else of the province shopped from. */
  province_code: string
  shops: PickupShop[]
  stock: PickupStock
  /** The address book of a member, and the address that the form is filled with. */
  saved_addresses: MemberAddress[]
  filled_address: number | null
  /** The query of the next step: the card of a checkout in parts, else the payment method that the cart chose. */
  way: Query
  /** What the checkout costs, with the payment method that the cart chose. */
  total: number
}

/** /cart/payment-info: the customer, the recipient and the delivery (contract §2, §3). */
export const page = personalPage<PaymentInfoData>({
  loader: async ({ services, caller, province_id, url, now }) => {
    const [stored, { addresses }, ...lists] = await Promise.all([
      services.quote.getQuote(caller, {}),
      caller.kind === 'member' ? services.member.addresses(caller, {}) : { addresses: [] },
      services.locations.provinces(null, {}),
      services.locations.shops(null, {}),
      services.locations.officialProvinces(null, {}),
      services.locations.legacyProvinces(null, {}),
      services.locations.shopDirectory(null, { kind: 'ban-hang' }),
    ])
    const [provinces, shops, official_provinces, legacy_provinces, directory] = lists
    const shop_provinces = offeredProvinces(directory)
    const filled = chosenAddress(addresses, stored, url.searchParams.get('dia_chi'))
    const open_quote = { ...stored, recipient: filledRecipient(filled, stored, province_id) }
    const delivery_province_id = open_quote.recipient?.province_id ?? province_id
    const requested = Number(url.searchParams.get('shop_province_id'))
    const pickup_province = offeredProvince(
      shop_provinces,
      requested,
      await provinceOfDevice(services, open_quote),
      open_quote.recipient?.province_id,
      province_id,
    )
    const pickup_province_id = (pickup_province ?? shop_provinces[0])?.province_id ?? province_id
    const way = wayOf(open_quote, url)
    return {
      quote: open_quote,
      way,
      total: await totalOf(services, caller, open_quote, way),
      provinces: provinces.map(({ province_id: id, name }) => ({ province_id: id, name })),
      shop_provinces,
      official_provinces: official_provinces.map(({ province_code, name }) => ({
        province_code,
        name,
      })),
      legacy_provinces,
      province_code:
        open_quote.recipient?.province_code ??
        provinces.find((province) => province.province_id === delivery_province_id)
          ?.official_code ??
        '',
      shops: shops.map(toPickupShop),
      stock: await pickupStock(services, open_quote, pickup_province_id, now),
      saved_addresses: addresses,
      filled_address: filled?.address_id ?? null,
    }
  },
  actions: { save, legacy: showLegacyLists },
})

/** Where the used device of a checkout is: it can be collected there alone. Undefined: there is none in it. */
async function provinceOfDevice(
  services: PersonalContext['services'],
  { items, province_id }: Quote,
): Promise<number | undefined> {
  const device = items.find(({ meta }) => meta !== undefined)
  if (device === undefined) return undefined
  const asked = { item_id: device.item_id, province_id }
  const [place] = await services.locations.provincesWithStock(null, asked)
  return place?.province_id
}

/** What the checkout is to be paid with, as chosen before. */
function wayOf({ type }: Pick<Quote, 'type'>, url: URL): Query {
  return type === item_types.installment
    ? cardQuery(cardWishOf((name) => url.searchParams.get(name)))
    : { payment_method: wishedMethod(url.searchParams) }
}

async function totalOf(
  services: PersonalContext['services'],
  caller: PersonalContext['caller'],
  { type, totals }: Quote,
  { payment_method }: Query,
): Promise<number> {
  if (type === item_types.installment || !payment_method) return totals.grand_total
  const { payment_methods } = await services.quote.paymentMethods(caller, {})
  const chosen = payment_methods.find(({ code }) => code === payment_method)
  return chosen?.grand_total ?? totals.grand_total
}

async function save(context: PersonalContext, form: FormData) {
  if (form.get('step') === 'khach-hang') return checkCustomer(context, form)
  const { services, caller, province_id, url } = context
  const problems = missingFields(form)
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  const sent = isPickup(form)
    ? await pickupFields(form, services, province_id)
    : await readDeliveryAddress(form, services)
  if (form.get('wants_company_invoice') !== '1') sent.delete('wants_company_invoice')
  try {
    const saved = await services.quote.setAddress(caller, readForm(quote.setAddress.input, sent))
    const way = wayOf(saved, url)
    return {
      redirect:
        saved.type === item_types.installment
          ? loanCardPaymentUrl(way)
          : withQuery(cart_addresses.payment.path, way),
    }
  } catch (error) {
    if (!(error instanceof InvalidInput) || isPickup(form)) throw error
    throw new InvalidInput(addressProblems(form, error.problems))
  }
}

/**
 * Checks the first step of a phone alone. The call names no destination, so the service refuses it and saves nothing;
 * of its problems those of this step are answered. None is left: the page opens the next step.
 */
async function checkCustomer(
  { services, caller }: PersonalContext,
  form: FormData,
): Promise<never> {
  const sent = new FormData()
  for (const [name, value] of form) {
    const is_asked = stepOfField(name) === 'khach-hang' || name === 'g-recaptcha-response'
    if (is_asked) sent.append(name, value)
  }
  sent.set('shipping_method', 'store_pickup')
  try {
    await services.quote.setAddress(caller, readForm(quote.setAddress.input, sent))
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    const own = Object.entries(error.problems).filter(
      ([name]) => stepOfField(name) === 'khach-hang',
    )
    throw new InvalidInput(Object.fromEntries(own))
  }
  throw new InvalidInput({})
}

/**
 * Sends the lists of old units one after the other for browsers without scripts. All typed fields stay.
 * The Enter key also presses this button: if the ward is already chosen, the form is saved instead.
 */
async function showLegacyLists(context: PersonalContext, form: FormData) {
  const { services } = context
  if (isPickup(form) || !writesOldUnits(form) || readOption(textOf(form, 'legacy_ward_id'))) {
    return save(context, form)
  }
  const legacy_code = textOf(form, 'legacy_code')
  const districts = /^\d\d$/.test(legacy_code)
    ? await services.locations.legacyDistricts(null, { legacy_code })
    : []
  const chosen = readOption(textOf(form, 'district_id'))?.id
  const district = districts.find(({ district_id }) => district_id === chosen)
  const wards = district
    ? await services.locations.legacyWards(null, { district_id: district.district_id })
    : []
  throw pageRefusals.refuse('legacy_lists', { districts, wards })
}

function isPickup(form: FormData): boolean {
  return form.get('shipping_method') === 'store_pickup'
}

/** The fields of a pickup. The form also has those of a home delivery, which are left out. */
async function pickupFields(
  form: FormData,
  services: PersonalContext['services'],
  province_id: number,
): Promise<FormData> {
  const sent = new FormData()
  for (const [name, value] of form) if (!HOME_FIELDS.has(name)) sent.append(name, value)
  const shops: readonly LocatedShop[] = await services.locations.shops(null, {})
  const chosen = shops.find((shop) => String(shop.id) === sent.get('erp_shop_id'))
  const pickup_province_id = chosen?.province.Id ?? sent.get('shop_province_id') ?? province_id
  sent.set('province_id', String(pickup_province_id))
  return sent
}

const HOME_FIELDS = new Set(['ward_name', 'ward_id', 'street', 'province_code', 'district_id'])

const REQUIRED = {
  name: 'Vui lòng nhập họ và tên.',
  phone: 'Vui lòng nhập số điện thoại.',
}
const STREET = 'Vui lòng nhập số nhà, tên đường.'
const REQUIRED_FOR = {
  today: { ward_name: 'Vui lòng nhập phường, xã.', street: STREET },
  before: { legacy_ward_id: 'Vui lòng chọn đủ tỉnh, quận huyện và phường xã cũ.', street: STREET },
  pickup: { erp_shop_id: 'Vui lòng chọn cửa hàng nhận hàng.' },
}

/** Problems for all empty required fields at once. The service checks the content of the others. */
function missingFields(form: FormData): FieldProblems {
  const home = writesOldUnits(form) ? 'before' : 'today'
  const required = { ...REQUIRED, ...REQUIRED_FOR[isPickup(form) ? 'pickup' : home] }
  const isEmpty = (name: string) => textOf(form, name) === ''
  return Object.fromEntries(Object.entries(required).filter(([name]) => isEmpty(name)))
}

/** Returns the shops that have all lines. A shop has `few_left` when one of its lines has. */
async function pickupStock(
  services: PersonalContext['services'],
  { items }: Quote,
  province_id: number,
  now: Date,
): Promise<PickupStock> {
  const [promised, ...perLine] = await Promise.all([
    services.locations.deliveryPromises(null, { province_id }),
    ...items.map(({ item_id, item_quantity }) =>
      services.locations.shopsWithStock(null, { item_id, item_quantity, province_id }),
    ),
  ])
  const today = vietnamDay(now)
  const promises = new Map(
    promised.shops.map(({ shop_id, promise }) => [
      shop_id,
      promiseText({ ...promise, place: null }, today),
    ]),
  )
  const [first = [], ...others] = perLine.map(
    (rows) => new Map(rows.map(({ shop, level }) => [shop.id, level])),
  )
  const shops = [...first]
    .filter(([erp_shop_id]) => others.every((line) => line.has(erp_shop_id)))
    .map(([erp_shop_id, level]) => {
      const isLow =
        level === 'few_left' || others.some((line) => line.get(erp_shop_id) === 'few_left')
      const promise = promises.get(erp_shop_id) ?? ''
      return { erp_shop_id, level: isLow ? ('few_left' as const) : ('in_stock' as const), promise }
    })
  return { province_id, shops }
}

function toPickupShop(shop: LocatedShop): PickupShop {
  return {
    erp_shop_id: shop.id,
    province_id: shop.current_province.province_id,
    name: shop.name,
    address: shop.address,
    district: shop.district.Name,
    time_opening: shop.time_opening,
    latitude: shop.latitude,
    longitude: shop.longitude,
  }
}
