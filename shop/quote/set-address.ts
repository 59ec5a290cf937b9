import { quote as contract, type Quote, type Recipient } from '#contracts/quote.ts'
import type { Tx } from '#db/schema.ts'
import { InvalidInput } from '#pure/contract.ts'
import { addressText, no_such_province, type CheckedAddress } from '#shop/quote/address.ts'
import { pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import {
  findOpenQuote,
  findPickupShop,
  findProvinceName,
  lockCustomer,
  updateRecipient,
} from '#shop/quote/quote-store.ts'
import { quoteView, type OpenQuote } from '#shop/quote/quote.ts'
import { planClaim } from '#shop/stock/stock-store.ts'

/** Saves who buys, who receives and where, and answers the checkout with what that costs. */
export async function setAddress(
  tx: Tx,
  customer_id: number,
  address: CheckedAddress,
): Promise<Quote> {
  await lockCustomer(tx, customer_id)
  const quote = await findOpenQuote(tx, customer_id)
  if (!quote) throw contract.setAddress.refuse('quote_not_found')
  const { goes_to, ...buyer } = address
  const destination =
    goes_to.method === 'store_pickup'
      ? await pickUpAt(tx, quote, goes_to.shop_id)
      : await bringTo(tx, goes_to)
  const addressed = { ...quote, recipient: { ...buyer, ...destination } }
  const priced = pricedOrRefused(addressed)
  await updateRecipient(tx, quote.quote_id, addressed.recipient, priced.totals.grand_total)
  return quoteView(addressed, priced)
}

type Destination = Omit<Recipient, Exclude<keyof CheckedAddress, 'goes_to'>>

async function pickUpAt(tx: Tx, quote: OpenQuote, shop_id: number): Promise<Destination> {
  const shop = await findPickupShop(tx, shop_id)
  if (!shop) throw contract.setAddress.refuse('shop_not_found')
  const wanted = quote.lines.map(({ item, item_quantity }) => ({
    item_id: item.item_id,
    item_quantity,
  }))
  const { shortages } = await planClaim(tx, wanted, { shop_id })
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
    district_id: null,
    ward_id: null,
    ward_name: null,
    street: null,
    erp_shop_id: shop.shop_id,
    shop_name: shop.name,
    address_text: addressText([shop.name, shop.address]),
  }
}

async function bringTo(
  tx: Tx,
  home: Extract<CheckedAddress['goes_to'], { method: 'home_delivery' }>,
): Promise<Destination> {
  const province = await findProvinceName(tx, home.province_id)
  if (province === null) throw new InvalidInput({ province_id: no_such_province })
  const { method, ...place } = home
  return {
    shipping_method: method,
    ...place,
    erp_shop_id: null,
    shop_name: null,
    address_text: addressText([home.street, home.ward_name, province]),
  }
}
