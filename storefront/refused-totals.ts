import type { OfferProblem } from '#contracts/price-parts.ts'
import type { ShownRefusal } from '#storefront/runtime/shown-refusal.ts'

/** The new total of the order, and the previous one if it is known. */
export function readTotals(refusal: ShownRefusal) {
  switch (refusal.code) {
    case 'grand_total_change': {
      const { previous_total, grand_total } = refusal.data
      return previous_total === grand_total ? null : { previous_total, grand_total }
    }
    case 'exceed_ordered_item_flashsale':
    case 'no_available_slot':
    case 'temporary_no_slot':
      return { previous_total: null, grand_total: refusal.data.grand_total }
    default:
      return null
  }
}

/** Whether a total changed because the quantity exceeds the student offer (contract §8). */
export function isStudentLimit(problems: readonly OfferProblem[]): boolean {
  return problems.some(({ reason }) => reason === 'student')
}

/** Whether an order would have fewer gifts than its shopper saw. */
export function isGiftGone(problems: readonly OfferProblem[]): boolean {
  return problems.some(({ reason }) => reason === 'gift')
}
