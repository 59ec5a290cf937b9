import type { flashRefusals } from '#contracts/offer-refusals.ts'
import type { QuoteLine } from '#contracts/storefront/quote.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import type { RefusalData } from '#pure/contract.ts'
import type { ClaimProblem, ClaimReason } from '#shop/inventory/reservation/reservation.ts'
import { flashLimitKey } from '#shop/pricing/price/item-rules.ts'
import { flashItemOf } from '#shop/pricing/price/price.ts'
import { type FlashOffer, isWithin } from '#shop/pricing/promotion/offers.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'

type Code = keyof typeof flashRefusals

/** What contract §8 calls it when a flash sale's claim cannot be had. */
const flash_codes: Readonly<Record<ClaimReason, Code>> = {
  no_customer: 'invalid_customer',
  too_many: 'exceed_quantity_flashsale',
  had_before: 'exceed_ordered_item_flashsale',
  all_reserved: 'temporary_no_slot',
  all_sold: 'no_available_slot',
}

const said_first: readonly ClaimReason[] = ['no_customer', 'too_many', 'had_before', 'all_reserved']

export interface FlashRefusal {
  code: Code
  data: RefusalData<(typeof flashRefusals)[Code]>
  /** What others hold and may give back: to be waited for. */
  held?: QuotaClaim
}

/** The refusal for flash claims that cannot be had; null when none is among the problems. */
export function flashRefusal(
  problems: readonly ClaimProblem[],
  normalTotal: () => number,
): FlashRefusal | null {
  const flash = problems.filter(({ claim }) => claim.reason === 'flash')
  const worst =
    said_first.map((reason) => flash.find((one) => one.reason === reason)).find(Boolean) ?? flash[0]
  if (worst === undefined) return null
  const { item_id, name, customer_limit } = worst.claim
  const code = flash_codes[worst.reason]
  if (code === 'invalid_customer') return { code, data: { item_id, name } }
  if (code === 'temporary_no_slot' || code === 'no_available_slot') {
    const refused = { code, data: { item_id, name, grand_total: normalTotal() } }
    if (code === 'no_available_slot') return refused
    const same = flash.filter(({ claim }) => claim.quota_id === worst.claim.quota_id)
    const quantity = same.reduce((sum, { claim }) => sum + claim.quantity, 0)
    return { ...refused, held: { ...worst.claim, quantity } }
  }
  return { code, data: { item_id, name, per_customer: customer_limit?.most ?? 1 } }
}

/**
 * A line that was shown at the price of a flash sale and has it no more: its slots are taken, or the
 * sale is over (contract §8). Null when every line that was shown a flash price still has one.
 */
export function flashLost(
  lines: readonly StoredLine[],
  items: readonly QuoteLine[],
  now: Date,
  normalTotal: () => number,
): FlashRefusal | null {
  const has = new Set(
    items.filter((line) => flashItemOf(line.price_trace) !== null).map((one) => one.item_id),
  )
  const lost = lines.flatMap((line) => {
    const { flash_sale_item_id, item } = line
    if (flash_sale_item_id === null || has.has(item.item_id)) return []
    const sale = item.offers.flash.find((one) => one.flash_sale_item_id === flash_sale_item_id)
    const is_open = sale !== undefined && isWithin(sale, now.getTime())
    // With slots left the price is a better one: the total says so.
    if (is_open && sale.slots_left > 0) return []
    const code: Code = !is_open
      ? 'flashsale_ended'
      : sale.slots_held > 0
        ? 'temporary_no_slot'
        : 'no_available_slot'
    const held = sale && code === 'temporary_no_slot' ? { held: claimOf(sale, lines) } : {}
    return [{ code, item, held }]
  })
  const [first] = lost
  if (first === undefined) return null
  const { item_id, name } = first.item
  return {
    code: first.code,
    data: { item_id, name, grand_total: normalTotal() },
    ...first.held,
  }
}

/** What these lines would take of the window. */
function claimOf(sale: FlashOffer, lines: readonly StoredLine[]): QuotaClaim {
  const own = lines.filter((line) => line.flash_sale_item_id === sale.flash_sale_item_id)
  return {
    reason: 'flash',
    name: sale.name,
    item_id: own[0]?.item.item_id ?? null,
    quantity: own.reduce((sum, { item_quantity }) => sum + item_quantity, 0),
    quota_id: sale.quota_id,
    customer_limit: { key: flashLimitKey(sale), most: sale.per_customer },
  }
}
