import type { z } from 'zod'
import { quote as contract, type Quote, type Recipient } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type Caller, InvalidInput } from '#pure/contract.ts'
import { lockOpenQuote, type QuoteDeps, showQuote } from '#shop/flows/quote/show-quote.ts'
import { insertMailChoice } from '#shop/consent/consent-store.ts'
import { findShortages } from '#shop/inventory/stock/find-shortages.ts'
import {
  type DeliveryFacts,
  homePromise,
  isRural,
  pickupPromise,
} from '#shop/delivery/delivery-promise.ts'
import { findDeliveryFacts } from '#shop/delivery/find-delivery-facts.ts'
import { isInStockNear } from '#shop/inventory/stock/stock-store.ts'
import type { ItemQuantity } from '#shop/inventory/stock/stock.ts'
import { findPickupShop, hasShopIn } from '#shop/location/pickup-shop-store.ts'
import { resolveWard, retailerProvince } from '#shop/location/resolve-ward.ts'
import {
  addressText,
  type CheckedAddress,
  checkAddress,
  no_such_province,
} from '#shop/quote/address.ts'
import { withGiftsAtShop } from '#shop/quote/pickup-gifts-store.ts'
import { updateRecipient } from '#shop/quote/quote-store.ts'
import { hasDevice, type OpenQuote } from '#shop/quote/quote.ts'

type Input = z.output<typeof contract.setAddress.input>

/** Saves buyer, recipient and address, and returns the checkout with its new prices. */
export async function setAddress(
  { db, now }: QuoteDeps,
  { customer_id }: Caller,
  input: Input,
): Promise<Quote> {
  const { address, problems } = checkAddress(input)
  if (problems) throw new InvalidInput(problems)
  return transaction(db, async (tx) => {
    const asked_at = now()
    const quote = await lockOpenQuote(tx, customer_id, asked_at)
    const { goes_to, ...buyer } = address
    const facts = await findDeliveryFacts(tx, asked_at)
    const destination =
      goes_to.method === 'store_pickup'
        ? await pickUpAt(tx, quote, goes_to.shop_id, facts)
        : await deliverTo(tx, quote, goes_to, facts)
    const data_transfer = buyer.data_transfer === true && hasDevice(quote)
    if (data_transfer) await requireStaffAt(tx, destination)
    const recipient = { ...buyer, ...destination, data_transfer }
    await updateRecipient(tx, quote.quote_id, recipient)
    const is_granted = recipient.promotion_announcement && recipient.email !== null
    await insertMailChoice(tx, {
      ...{ customer_id, is_granted, place: 'checkout', chosen_at: asked_at },
    })
    const [moved = quote] = await withGiftsAtShop(tx, [{ ...quote, recipient }])
    return showQuote(tx, moved, { now: asked_at })
  })
}

/** With what is promised there. The order has the same promise, unless it is placed too late for it. */
type Destination = Omit<Recipient, Exclude<keyof CheckedAddress, 'goes_to'>>

/** Staff of a shop move the data: at the shop, or at a delivery in a province that has one. */
async function requireStaffAt(
  tx: Tx,
  { shipping_method, province_id }: Destination,
): Promise<void> {
  if (shipping_method === 'store_pickup' || (await hasShopIn(tx, province_id))) return
  throw new InvalidInput({
    wants_data_transfer:
      'Nơi nhận chưa có cửa hàng, nên chưa có nhân viên đến chuyển dữ liệu. Bạn bỏ chọn, hoặc nhận tại cửa hàng.',
  })
}

async function pickUpAt(
  tx: Tx,
  quote: OpenQuote,
  shop_id: number,
  facts: DeliveryFacts,
): Promise<Destination> {
  const shop = await findPickupShop(tx, shop_id)
  if (!shop) throw contract.setAddress.refuse('shop_not_found')
  const wanted = wantedOf(quote)
  const shortages = await findShortages(tx, wanted, { shop_id })
  if (shortages.length > 0) {
    const items = shortages.map(({ item_id, left }) => ({
      item_id,
      name: quote.lines.find((line) => line.item.item_id === item_id)?.item.name,
      max_quantity: left,
    }))
    throw contract.setAddress.refuse('shop_out_of_stock', { items })
  }
  return {
    shipping_method: 'store_pickup',
    province_id: shop.province_id,
    ...no_ward,
    street: null,
    erp_shop_id: shop.shop_id,
    shop_name: shop.name,
    address_text: addressText([shop.name, shop.address]),
    promise: pickupPromise(facts, shop),
  }
}

function wantedOf({ lines }: OpenQuote): ItemQuantity[] {
  return lines.map(({ item: { item_id }, item_quantity }) => ({ item_id, item_quantity }))
}

type Home = Extract<CheckedAddress['goes_to'], { method: 'home_delivery' }>

/** Resolves a ward id to a ward in force. A ward name alone comes from older apps and is stored unchanged. */
async function deliverTo(
  tx: Tx,
  quote: OpenQuote,
  home: Home,
  facts: DeliveryFacts,
): Promise<Destination> {
  const { street, ward_id } = home
  const resolved =
    ward_id === null ? await addressByName(tx, home) : await addressInForce(tx, home, ward_id)
  const { province_name, ...ward } = resolved
  const is_near = await isInStockNear(tx, wantedOf(quote), ward.province_id)
  return {
    shipping_method: 'home_delivery',
    ...ward,
    street,
    erp_shop_id: null,
    shop_name: null,
    address_text: addressText([street, ward.ward_name, province_name]),
    promise: homePromise(facts, { is_near, is_rural: isRural(ward.ward_name) }),
  }
}

async function addressByName(tx: Tx, { province_id, district_id, ward_name }: Home) {
  const province = province_id === null ? null : await retailerProvince(tx, province_id)
  if (province_id === null || !province) throw new InvalidInput({ province_id: no_such_province })
  return { province_id, ...no_ward, district_id, ward_name, province_name: province.name }
}

async function addressInForce(tx: Tx, home: Home, ward_id: number) {
  const { district_id, new_ward_id } = home
  const location = await resolveWard(tx, { ward_id, district_id, new_ward_id })
  if (location.kind === 'split') throw contract.setAddress.refuse('ward_was_split', location.split)
  if (location.kind === 'unknown') {
    throw new InvalidInput({ ward_id: 'Không tìm thấy phường, xã này. Vui lòng chọn lại.' })
  }
  const { name, province_id, province_code, ...ward } = location.ward
  // With a district_id all ids are of the former units, and the ward alone decides.
  if (district_id === null && !(await isWithin(tx, home, province_code))) {
    throw new InvalidInput({
      ward_id: `${name} không thuộc tỉnh, thành phố đã chọn. Vui lòng chọn lại.`,
    })
  }
  if (province_id === null) throw new InvalidInput({ province_id: no_such_province })
  const { legacy_address } = location
  return { ...ward, province_id, province_code, district_id, ward_name: name, legacy_address }
}

async function isWithin(tx: Tx, home: Home, province_code: string): Promise<boolean> {
  if (home.province_code !== null) return home.province_code === province_code
  if (home.province_id === null) return true
  return (await retailerProvince(tx, home.province_id))?.official_code === province_code
}

const no_ward = {
  province_code: null,
  district_id: null,
  ward_id: null,
  ward_name: null,
  legacy_address: null,
  dataset_version: null,
}
