import type { FlashState } from '#contracts/price-parts.ts'
import type { Dong } from '#pure/money.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

/** The period that a limit per customer counts for, in Vietnamese time. */
export type Period = 'day' | 'month' | 'year'

/** Returns the end of a limit's key: ":2026-11-21", ":2026-11" or ":2026"; empty if the limit counts forever. */
export function periodKey(period: Period | null, now: Date): string {
  if (period === null) return ''
  return `:${vietnamDay(now).slice(0, { day: 10, month: 7, year: 4 }[period])}`
}

/** A promotion of a product; the target's own percent, value or price has replaced that of the promotion. */
export interface PromotionOffer {
  promotion_id: number
  uuid: string
  kind: 'catalogue' | 'member' | 'student' | 'gift'
  name: string
  /** Milliseconds since 1970, like all times here; null: no limit. */
  starts_at: number | null
  ends_at: number | null
  percent: number | null
  value: Dong | null
  price: Dong | null
  max_discount: Dong | null
  /** The minimum price of one unit by the price table; for a gift, the minimum total of the line. */
  min_total: Dong
  customer_group_id: number | null
  province_ids: number[] | null
  excludes: string[]
  choice_group: string | null
  gift_product_id: number | null
  gift_quantity: number
  quota_id: number | null
  /** Null: unlimited. */
  quota_left: number | null
  per_customer: number | null
  /** How long a limit per customer counts; null: forever. */
  period: Period | null
  position: number
}

/** A flash sale window of a product, with its slots as last read. */
export interface FlashOffer {
  flash_sale_item_id: number
  flash_sale_id: number
  name: string
  price: Dong
  starts_at: number
  ends_at: number
  per_customer: number
  /** The version: units of all its colours count together for one customer. */
  kind_id: number
  is_online_only: boolean
  /** Only members have this price. */
  needs_member: boolean
  excludes: string[]
  quota_id: number
  slots: number
  slots_left: number
  slots_reserved: number
}

/** The offers that may lower the price of one product. They are read with it; `priceAt` decides. */
export interface Offers {
  promotions: PromotionOffer[]
  flash: FlashOffer[]
}

export const no_offers: Offers = { promotions: [], flash: [] }

/** Leaves out flash sales of goods that cannot be bought: nobody gets the price of their slots. */
export function offersOnSale(offers: Offers, is_on_sale: boolean): Offers {
  return is_on_sale || offers.flash.length === 0 ? offers : { ...offers, flash: [] }
}

/** The customer, province and time for which promotions are selected. */
export interface Asker {
  province_id: number
  /** The group of the member's tier; null for a guest. */
  customer_group_id: number | null
  /** The group of the member's verified card; its offers apply beside those of the tier. */
  card_group_id?: number | null
  /** The customer, for vouchers of one customer. */
  customer_id?: number | null
  /** A student or teacher with a verified card. */
  is_student?: boolean
  now: Date
}

/** Returns the promotions that apply to a customer now, as sorted by staff. Used up promotions are left out. */
export function promotionsFor(
  promotions: readonly PromotionOffer[],
  asker: Asker,
): PromotionOffer[] {
  if (promotions.length === 0) return []
  const at = asker.now.getTime()
  return promotions
    .filter((one) => isWithin(one, at) && one.quota_left !== 0 && isFor(one, asker))
    .toSorted((a, b) => a.position - b.position || a.promotion_id - b.promotion_id)
}

function isFor({ kind, province_ids, customer_group_id }: PromotionOffer, asker: Asker): boolean {
  if (province_ids !== null && !province_ids.includes(asker.province_id)) return false
  if (kind === 'student' && asker.is_student !== true) return false
  if (kind === 'member' && asker.customer_group_id === null) return false
  return customer_group_id === null || isInGroup(asker, customer_group_id)
}

/** Whether the customer is in a group, by tier or by card. */
export function isInGroup(
  { customer_group_id, card_group_id = null }: Pick<Asker, 'customer_group_id' | 'card_group_id'>,
  group_id: number,
): boolean {
  return group_id === customer_group_id || group_id === card_group_id
}

/** Whether a customer may have the price of a window. */
export function isFlashFor(
  { needs_member }: Pick<FlashOffer, 'needs_member'>,
  { customer_group_id }: Pick<Asker, 'customer_group_id'>,
): boolean {
  return !needs_member || customer_group_id !== null
}

/**
 * Returns the window to show: a running window with slots, else a sold out one, else the next one. Windows that the
 * customer cannot have come after others in the same state.
 */
export function flashToShow(
  flash: readonly FlashOffer[],
  { now, ...asker }: Pick<Asker, 'now' | 'customer_group_id'>,
): FlashOffer | null {
  const at = now.getTime()
  const open = flash.filter((one) => at < one.ends_at)
  const rank = (one: FlashOffer) => (at < one.starts_at ? 2 : one.slots_left > 0 ? 0 : 1)
  const order = (a: FlashOffer, b: FlashOffer) =>
    rank(a) - rank(b) ||
    Number(isFlashFor(b, asker)) - Number(isFlashFor(a, asker)) ||
    (rank(a) === 2 ? a.starts_at - b.starts_at : a.price - b.price) ||
    a.flash_sale_item_id - b.flash_sale_item_id
  return open.toSorted(order)[0] ?? null
}

/** Converts a window to the form of the contract. */
export function flashState(flash: FlashOffer, now: Date): FlashState {
  const { flash_sale_id, flash_sale_item_id, name, price, per_customer } = flash
  const { is_online_only, needs_member } = flash
  const is_coming = now.getTime() < flash.starts_at
  return {
    flash_sale_id,
    flash_sale_item_id,
    name,
    state: is_coming ? 'coming' : flash.slots_left > 0 ? 'running' : 'sold_out',
    price,
    starts_at: new Date(flash.starts_at).toISOString(),
    ends_at: new Date(flash.ends_at).toISOString(),
    slots: flash.slots,
    slots_left: flash.slots_left,
    slots_reserved: flash.slots_reserved,
    per_customer,
    is_online_only,
    needs_member,
  }
}

/** Whether a time is in a window: from its beginning (inclusive) to its end (exclusive). */
export function isWithin(
  { starts_at, ends_at }: { starts_at: number | null; ends_at: number | null },
  at: number,
): boolean {
  return (starts_at === null || starts_at <= at) && (ends_at === null || at < ends_at)
}
