import type { CustomerId, QuoteId } from '#pure/ids.ts'
import { type ItemType, item_types } from '#pure/formats/item-types.ts'
import type { Adjustment, DeliveryTerms, OfferProblem } from '#contracts/price-parts.ts'
import type {
  Quote,
  QuoteLine,
  Recipient,
  ShippingMethod,
  Totals,
} from '#contracts/storefront/quote.ts'
import { mainLineOf, type StoredLine } from '#shop/cart/cart-line.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import type { PricedBasket, PricedLine } from '#shop/pricing/basket/basket.ts'
import type { BasketLine } from '#shop/pricing/basket/basket-parts.ts'
import { priceByChoice } from '#shop/pricing/basket/choices.ts'
import { guest_standing, personOf, pointsFor, type Standing } from '#shop/loyalty/standing.ts'
import { shippingFee } from '#shop/delivery/delivery-fee.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import type { VoucherOffer } from '#shop/pricing/voucher/voucher-rule.ts'
import { giftsAtShop, leftOutGifts, type LeftOutGift } from '#shop/quote/pickup-gifts.ts'
import { isSellable, type Item } from '#shop/pricing/item/item.ts'

/** An open checkout with the current data of its items. */
export interface OpenQuote {
  quote_id: QuoteId
  customer_id: CustomerId
  type: ItemType
  province_id: number
  installment_type: number | null
  recipient: Recipient | null
  grand_total_seen: number
  voucher_code: string | null
  /** Null for a code that no longer exists. */
  voucher: VoucherOffer | null
  /** The shopper chose to order without flash prices. */
  is_without_flash: boolean
  /** Why a voucher left the checkout, as a text for the shopper. */
  voucher_lost?: string | null
  /** What staff take off the total, in đồng. */
  staff_discount?: number
  /** The member's tier, card and points; absent for a guest. */
  standing?: Standing | null
  /** The member pays a part with points. */
  uses_points?: boolean
  /** What a delivery costs. */
  delivery: DeliveryTerms
  lines: StoredLine[]
  /** The items that promotions of the lines may give, by item_id. */
  gift_items: ReadonlyMap<number, Item>
  /** The stock of gifts at the pick-up shop, by item_id; absent for home delivery. */
  gifts_at_shop?: ReadonlyMap<number, number>
  /** Gifts that the shopper was shown as left out. */
  gifts_seen?: readonly number[]
}

/** The part of a checkout that its price depends on. */
export type QuoteToPrice = Pick<
  OpenQuote,
  | 'province_id'
  | 'voucher_code'
  | 'voucher'
  | 'is_without_flash'
  | 'staff_discount'
  | 'standing'
  | 'uses_points'
  | 'delivery'
  | 'lines'
  | 'gift_items'
  | 'gifts_at_shop'
> & { recipient: { shipping_method: ShippingMethod } | null }

/** The terms a checkout is priced on. Who buys stands in the checkout. */
export interface PricingTerms extends Pick<PriceQuestion, 'now' | 'without'> {
  /** Prices without flash sales, whatever the checkout says. */
  without_flash?: boolean
  /** The payment method and the offers for payment methods; absent: no such offer applies. */
  payment?: { method: string; offers: readonly PaymentOffer[] }
}

export interface PricedQuote {
  items: QuoteLine[]
  totals: Totals
  /** The claims these prices depend on: an order gets all of them or is refused. */
  claims: QuotaClaim[]
  /** Offers that do not apply to such a high quantity. */
  problems: OfferProblem[]
  /** `problem` is a text that says why it does not apply. */
  voucher: { code: string; name: string; problem: string | null } | null
  is_online_only: boolean
  gifts_left_out: LeftOutGift[]
}

/** Sums the shown lines and adjustments, and nothing else (architecture §5.2). */
export function totalsOf(
  lines: readonly Pick<QuoteLine, 'item_quantity' | 'price' | 'line_total' | 'is_gift'>[],
  adjustments: readonly Adjustment[],
  method: ShippingMethod | null,
  delivery: DeliveryTerms,
): Totals {
  const list_total = sum(lines, (line) => line.price * line.item_quantity)
  const subtotal = sum(lines, (line) => line.line_total)
  const shipping_fee = lines.length === 0 ? 0 : shippingFee(delivery, subtotal, method)
  const grand_total = subtotal - sum(adjustments, ({ amount }) => amount) + shipping_fee
  if (![list_total, subtotal, grand_total].every(Number.isSafeInteger)) {
    throw new RangeError('a total is larger than the largest safe integer')
  }
  return {
    item_quantity: sum(lines, (line) => (line.is_gift ? 0 : line.item_quantity)),
    list_total,
    discount: list_total - subtotal,
    subtotal,
    adjustments: [...adjustments],
    shipping_fee,
    grand_total,
  }
}

/** Applies cached prices to the checkout of another customer, which has equal items but other line_ids. */
export function forLinesOf(
  priced: PricedQuote,
  from: Pick<OpenQuote, 'lines'>,
  to: Pick<OpenQuote, 'lines'>,
): PricedQuote {
  const ids = new Map<number | null, number | null>(
    from.lines.map(({ line_id }, index) => [line_id, to.lines[index]?.line_id ?? null]),
  )
  const items = priced.items.map((item) => ({
    ...item,
    line_id: ids.get(item.line_id) ?? null,
    parent_line_id: ids.get(item.parent_line_id) ?? null,
  }))
  return { ...priced, items }
}

/** Prices a checkout on these terms; returns its lines and totals, or the first item that is no longer sold. Pure. */
export function priceQuote(
  quote: QuoteToPrice,
  terms: PricingTerms,
): { priced: PricedQuote; gone: null } | { priced: null; gone: Item } {
  const lines: (StoredLine & BasketLine)[] = []
  for (const { item, ...line } of quote.lines) {
    if (!isSellable(item)) return { priced: null, gone: item }
    lines.push({ ...line, item })
  }
  const { voucher, recipient, delivery } = quote
  const gift_items = giftsAtShop(quote.gift_items, quote.gifts_at_shop)
  const payment_method = terms.payment?.method ?? null
  const payment_offers = terms.payment?.offers ?? []
  const basket = { lines, gift_items, voucher, payment_method, payment_offers }
  const question = questionOf(quote, terms)
  const priced = priceByChoice(basket, question)
  const gifts_left_out =
    gift_items === quote.gift_items
      ? []
      : leftOutGifts(priceByChoice({ ...basket, gift_items: quote.gift_items }, question), priced)
  const items = priced.lines.map((line) => quoteLine(line, lines))
  const with_staff = [...priced.adjustments, ...discountOfStaff(quote, items, priced.adjustments)]
  const adjustments = [...with_staff, ...paidWithPoints(quote, items, with_staff)]
  const totals = totalsOf(items, adjustments, recipient?.shipping_method ?? null, delivery)
  const { claims, problems, is_online_only } = priced
  const shown = { voucher: voucherView(quote, priced), is_online_only, gifts_left_out }
  return { priced: { items, totals, claims, problems, ...shown }, gone: null }
}

/** What staff take off, after every offer and never more than the goods still cost. */
function discountOfStaff(
  { staff_discount = 0 }: QuoteToPrice,
  items: readonly Pick<QuoteLine, 'line_total'>[],
  adjustments: readonly Adjustment[],
): Adjustment[] {
  const left = sum(items, (line) => line.line_total) - sum(adjustments, ({ amount }) => amount)
  const amount = Math.min(staff_discount, left)
  if (amount <= 0) return []
  const about = { reference: null, name: 'Giảm giá riêng', valid_until: null, excludes: [] }
  return [{ rule: 'staff', ...about, amount }]
}

/** What the member's points pay, after every offer: never more than the shop's rule allows. */
function paidWithPoints(
  { uses_points = false, standing }: QuoteToPrice,
  items: readonly Pick<QuoteLine, 'line_total'>[],
  adjustments: readonly Adjustment[],
): Adjustment[] {
  const left = sum(items, (line) => line.line_total) - sum(adjustments, ({ amount }) => amount)
  const amount = uses_points ? pointsFor(left, standing ?? guest_standing) : 0
  if (amount <= 0) return []
  const about = { reference: null, name: 'Dùng điểm Smember', valid_until: null, excludes: [] }
  return [{ rule: 'points', ...about, amount }]
}

/** The conditions that a checkout is priced on. */
export function questionOf(quote: QuoteToPrice, terms: PricingTerms): PriceQuestion {
  const { now, without, without_flash } = terms
  return {
    ...personOf(quote.standing),
    province_id: quote.province_id,
    now,
    without_flash: without_flash === true || quote.is_without_flash,
    ...(without === undefined ? {} : { without }),
  }
}

function quoteLine(
  { item, item_quantity, price, is_gift, index }: PricedLine,
  lines: readonly StoredLine[],
): QuoteLine {
  const { item_id, sku, name, color_name, url_path, thumbnail } = item
  const line = lines[index]
  const parent = is_gift ? line : line && mainLineOf(line, lines)
  return {
    line_id: is_gift ? null : (line?.line_id ?? null),
    parent_line_id: parent?.line_id ?? null,
    item_id,
    item_type: line?.item_type ?? item_types.normal,
    item_quantity,
    sku,
    name,
    color_name,
    url_path,
    thumbnail,
    price: price.list_price,
    mechanic_price: price.mechanic_price,
    final_price: price.final_price,
    line_total: price.final_price * item_quantity,
    price_trace: price.trace,
    is_gift,
    parent_item_id: parent?.item.item_id ?? null,
    main_product_combo_id: is_gift ? null : (line?.main_product_combo_id ?? null),
    combo_item_id: is_gift ? null : (line?.combo_item_id ?? null),
    flash: price.flash,
    ...(item.used == null ? {} : { meta: { imei_id: item.used.imei_id } }),
  }
}

function voucherView(
  { voucher_code, voucher }: QuoteToPrice,
  { voucher_problem }: PricedBasket,
): PricedQuote['voucher'] {
  if (voucher_code === null) return null
  if (voucher) return { code: voucher.code, name: voucher.name, problem: voucher_problem }
  return { code: voucher_code, name: '', problem: `Mã ${voucher_code} không còn hiệu lực.` }
}

/** Why the voucher leaves the checkout or left it before, as a text for the shopper; null: none left. */
export function lostVoucher(
  { voucher_lost = null }: Pick<OpenQuote, 'voucher_lost'>,
  { voucher }: Pick<PricedQuote, 'voucher'>,
): string | null {
  if (!voucher?.problem) return voucher_lost
  return `Mã ${voucher.code} đã được bỏ khỏi đơn hàng. ${voucher.problem}`
}

/** The view of a checkout for its shopper. */
export function quoteView(
  quote: Pick<
    OpenQuote,
    | 'quote_id'
    | 'type'
    | 'province_id'
    | 'installment_type'
    | 'recipient'
    | 'voucher_lost'
    | 'delivery'
    | 'standing'
    | 'uses_points'
    | 'lines'
  >,
  { items, totals, voucher, is_online_only, gifts_left_out }: PricedQuote,
): Quote {
  const { quote_id, type, province_id, installment_type, recipient, delivery } = quote
  return {
    quote_id,
    type,
    province_id,
    installment_type,
    items,
    recipient,
    totals,
    voucher: voucher && !voucher.problem ? { code: voucher.code, name: voucher.name } : null,
    voucher_lost: lostVoucher(quote, { voucher }),
    is_online_only,
    delivery,
    offers_data_transfer: hasDevice(quote),
    gifts_left_out: gifts_left_out.map((gift) => {
      return { ...gift, shop_name: recipient?.shop_name ?? '' }
    }),
    ...pointsView(quote, totals),
  }
}

/** Whether a bought device can take over the data of an old one. */
export function hasDevice({ lines }: Pick<OpenQuote, 'lines'>): boolean {
  return lines.some(({ item }) => item.holds_data === true)
}

/** The points of a member, and how many of them the checkout may be paid with. */
function pointsView(
  { standing, uses_points = false }: Pick<OpenQuote, 'standing' | 'uses_points'>,
  { grand_total, shipping_fee, adjustments }: Totals,
): Pick<Quote, 'points'> {
  if (standing == null) return {}
  const used = adjustments.find(({ rule }) => rule === 'points')?.amount ?? 0
  const most = pointsFor(grand_total + used - shipping_fee, standing)
  return { points: { balance: standing.points, most, are_used: uses_points } }
}

function sum<T>(list: readonly T[], amount: (entry: T) => number): number {
  return list.reduce((total, entry) => total + amount(entry), 0)
}
