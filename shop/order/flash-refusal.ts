import type { flashRefusals } from '#contracts/offer-refusals.ts'
import type { QuoteLine } from '#contracts/storefront/quote.ts'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import type { RefusalData } from '#pure/contract.ts'
import type { ClaimProblem, ClaimReason } from '#shop/inventory/reservation/reservation.ts'
import { flashLimitKey } from '#shop/pricing/price/item-rules.ts'
import { flashItemOf } from '#shop/pricing/price/price.ts'
import {
  type Asker,
  type FlashOffer,
  isFlashFor,
  isWithin,
} from '#shop/pricing/promotion/offers.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'

type Code = keyof typeof flashRefusals

/** The refusal code (contract §8) for each reason why a claim of a flash sale is refused. */
const flash_codes: Readonly<Record<ClaimReason, Code>> = {
  no_customer: 'invalid_customer',
  too_many: 'exceed_quantity_flashsale',
  had_before: 'exceed_ordered_item_flashsale',
  all_reserved: 'temporary_no_slot',
  all_sold: 'no_available_slot',
}

/** Of several problems, the one that comes first here decides the refusal. */
const reasons_by_priority: readonly ClaimReason[] = [
  'no_customer',
  'too_many',
  'had_before',
  'all_reserved',
]

export interface FlashRefusal {
  code: Code
  data: RefusalData<(typeof flashRefusals)[Code]>
  /** The claim that other customers have reserved but not paid yet: its slots may become free. */
  reserved_claim?: QuotaClaim
}

/** The refusal for refused flash claims; null when no problem concerns a flash sale. */
export function flashRefusal(
  problems: readonly ClaimProblem[],
  normalTotal: () => number,
): FlashRefusal | null {
  const flash = problems.filter(({ claim }) => claim.reason === 'flash')
  const worst =
    reasons_by_priority
      .map((reason) => flash.find((problem) => problem.reason === reason))
      .find(Boolean) ?? flash[0]
  if (worst === undefined) return null
  const { item_id, name, customer_limit } = worst.claim
  const code = flash_codes[worst.reason]
  if (code === 'invalid_customer') return { code, data: { item_id, name } }
  if (code === 'temporary_no_slot' || code === 'no_available_slot') {
    const refused = { code, data: { item_id, name, grand_total: normalTotal() } }
    if (code === 'no_available_slot') return refused
    const same = flash.filter(({ claim }) => claim.quota_id === worst.claim.quota_id)
    const quantity = same.reduce((sum, { claim }) => sum + claim.quantity, 0)
    return { ...refused, reserved_claim: { ...worst.claim, quantity } }
  }
  const limited = { item_id, name, per_customer: customer_limit?.max ?? 1 }
  if (code === 'exceed_quantity_flashsale') return { code, data: limited }
  return { code, data: { ...limited, grand_total: normalTotal() } }
}

interface Lost {
  code: Exclude<Code, 'exceed_quantity_flashsale' | 'exceed_ordered_item_flashsale'>
  item: StoredLine['item']
  reserved_claim: Pick<FlashRefusal, 'reserved_claim'>
}

/**
 * The refusal for a line that was shown at a flash price and no longer has it, because the slots are taken or the
 * sale is over (contract §8). Null when every such line still has its flash price.
 */
export function flashLost(
  lines: readonly StoredLine[],
  items: readonly QuoteLine[],
  asker: Pick<Asker, 'now' | 'customer_group_id'>,
  normalTotal: () => number,
): FlashRefusal | null {
  const has = new Set(
    items.filter((line) => flashItemOf(line.price_trace) !== null).map(({ item_id }) => item_id),
  )
  const lost = lines.flatMap((line): Lost[] => {
    const { flash_sale_item_id, item } = line
    if (flash_sale_item_id === null || has.has(item.item_id)) return []
    const sale = item.offers.flash.find((offer) => offer.flash_sale_item_id === flash_sale_item_id)
    const is_open = sale !== undefined && isWithin(sale, asker.now.getTime())
    // Shown before the window was for members, or to a member who is one no more.
    if (is_open && !isFlashFor(sale, asker)) {
      return [{ code: 'invalid_customer', item, reserved_claim: {} }]
    }
    // With slots left another offer gives a lower price: the changed total shows it.
    if (is_open && sale.slots_left > 0) return []
    const code = !is_open
      ? 'flashsale_ended'
      : sale.slots_reserved > 0
        ? 'temporary_no_slot'
        : 'no_available_slot'
    const reserved_claim =
      sale && code === 'temporary_no_slot' ? { reserved_claim: claimOf(sale, lines) } : {}
    return [{ code, item, reserved_claim }]
  })
  const [first] = lost
  if (first === undefined) return null
  const { item_id, name } = first.item
  if (first.code === 'invalid_customer') return { code: first.code, data: { item_id, name } }
  return {
    code: first.code,
    data: { item_id, name, grand_total: normalTotal() },
    ...first.reserved_claim,
  }
}

/** The claim of these lines on the sale's quota. */
function claimOf(sale: FlashOffer, lines: readonly StoredLine[]): QuotaClaim {
  const own = lines.filter((line) => line.flash_sale_item_id === sale.flash_sale_item_id)
  return {
    reason: 'flash',
    name: sale.name,
    item_id: own[0]?.item.item_id ?? null,
    quantity: own.reduce((sum, { item_quantity }) => sum + item_quantity, 0),
    quota_id: sale.quota_id,
    customer_limit: { key: flashLimitKey(sale), max: sale.per_customer },
  }
}
