import type { z } from 'zod'
import { type Draft, drafts as contract } from '#contracts/staff/orders/drafts.ts'
import type { Database } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { default_province_id } from '#pure/default-province.ts'
import { draftState } from '#shop/draft/draft.ts'
import { type DraftOrder, findDraft } from '#shop/draft/draft-store.ts'
import { maxDiscount } from '#shop/flows/staff/drafts/change-draft.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { findWard, listOfficialProvinces, listWardsOf } from '#shop/location/units-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { offeredGateway } from '#shop/payment/gateways/gateway.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import { isSellable } from '#shop/pricing/item/item.ts'
import { findPaymentOffers } from '#shop/pricing/payment-offer/payment-offer-store.ts'
import { findOpenQuote } from '#shop/quote/quote-store.ts'
import { type OpenQuote, priceQuote } from '#shop/quote/quote.ts'
import { findFreeGoods, findSellingShops } from '#shop/views/stock/sellable-goods-store.ts'

type Asked = z.output<typeof contract.draft.input>

const max_found = 12

/** One draft at the prices of this moment. Writes nothing. */
export async function readDraft(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { draft_id, q = '', province_code }: Asked,
): Promise<Draft> {
  const { db, now } = deps
  const draft = await findDraft(db, draft_id, reachOf(contract.draft, actor))
  if (draft === null) throw contract.draft.refuse('draft_not_found')
  const state = draftState(draft, now())
  const is_ours = state === 'open' || state === 'shared'
  const quote = is_ours ? await findOpenQuote(db, draft.customer_id, now()) : null
  const address = await shownAddress(db, draft)
  const chosen_province = province_code ?? address?.province_code ?? null
  const [shops, provinces, wards] = await Promise.all([
    findSellingShops(db),
    listOfficialProvinces(db),
    chosen_province === null ? [] : listWardsOf(db, chosen_province),
  ])
  const { discount, discount_reason, maker: made_by, version, order_code, shared_until } = draft
  const { shop_id, follows_code, worth } = draft
  const highest = maxDiscount(actor, draft)
  return {
    ...{ draft_id, version, state, made_by, order_code, shop_id, discount, discount_reason },
    address: address?.typed ?? null,
    ...(await priced(deps, quote)),
    max_discount: highest > 0 ? Math.min(highest, 1_000_000_000) : null,
    found: is_ours && q !== '' ? await found(deps, q, quote, draft) : null,
    shops: shops.map((shop) => ({ value: String(shop.shop_id), title: shop.name })),
    provinces: provinces.map((one) => ({ value: one.province_code, title: one.name })),
    province_code: chosen_province,
    wards: wards.map(({ ward_id, name }) => ({ value: String(ward_id), title: name })),
    shared_until: shared_until?.toISOString() ?? null,
    follows: follows_code === null ? null : { order_code: follows_code, worth },
  }
}

type Priced = Pick<
  Draft,
  'lines' | 'totals' | 'gone' | 'voucher_code' | 'voucher_lost' | 'on_delivery'
>

async function priced(
  { db, now, gateways }: StaffFlowDeps,
  quote: OpenQuote | null,
): Promise<Priced> {
  const none = { lines: [], totals: null, gone: [], on_delivery: null }
  if (quote === null) return { ...none, voucher_code: null, voucher_lost: null }
  const { voucher_code, voucher_lost = null } = quote
  const vouchers = { voucher_code, voucher_lost }
  const gone = quote.lines.filter(({ item }) => !isSellable(item))
  if (gone.length > 0) {
    const named = gone.map(({ line_id, item }) => ({ line_id, name: item.name }))
    return { ...none, ...vouchers, gone: named }
  }
  const { priced: shown } = priceQuote(quote, { now: now() })
  if (shown === null) return { ...none, ...vouchers }
  const offers = await findPaymentOffers(db, now())
  const payment = { method: cashOnDelivery.code, offers }
  const paid = priceQuote(quote, { now: now(), payment }).priced ?? shown
  const { grand_total } = paid.totals
  const { is_online_only } = paid
  const shipping_method = quote.recipient?.shipping_method ?? 'home_delivery'
  const payable = { amount: grand_total, shipping_method, is_online_only }
  const gateway = offeredGateway(gateways.all, cashOnDelivery.code, payable)
  return {
    ...vouchers,
    lines: shown.items,
    totals: shown.totals,
    gone: [],
    on_delivery: gateway && { method: gateway.code, grand_total },
  }
}

/** The address as typed, with the province whose wards the form lists. */
async function shownAddress(db: Database, { address }: DraftOrder) {
  if (address === null) return null
  const { name, phone, email, note, goes_to } = address
  const home = goes_to.method === 'home_delivery' ? goes_to : null
  const ward = home?.ward_id == null ? null : await findWard(db, home.ward_id)
  const typed = {
    ...{ name, phone: maskedPhone(phone), email, note },
    shipping_method: goes_to.method,
    ward_id: home?.ward_id ?? null,
    street: home?.street ?? null,
    shop_id: goes_to.method === 'store_pickup' ? goes_to.shop_id : null,
  }
  return { typed, province_code: ward?.province_code ?? null }
}

async function found(
  { db, now }: StaffFlowDeps,
  q: string,
  quote: OpenQuote | null,
  { shop_id }: DraftOrder,
): Promise<NonNullable<Draft['found']>> {
  const goods = await findFreeGoods(db, { q, shop_id, limit: max_found })
  const province_id = quote?.province_id ?? default_province_id
  const question = { province_id, customer_group_id: null, now: now() }
  const items = await findItems(
    db,
    goods.map(({ item_id }) => item_id),
    question,
  )
  return goods.flatMap(({ item_id, free, free_here }) => {
    const item = items.find((one) => one.item_id === item_id)
    if (!isSellable(item)) return []
    const { sku, name, color_name, price } = item
    return [{ item_id, sku, name, color_name, price: price.final_price, free, free_here }]
  })
}
