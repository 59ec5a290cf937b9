import type { CustomerGroups } from '#shop/customer/customer-group.ts'
import { priceAt, type Price } from '#shop/pricing/price/price.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import type { Offers } from '#shop/pricing/promotion/offers.ts'

interface Question {
  province_id: number
  now: Date
}

/** The price of one unit for a guest, and the lowest prices for members and students. */
export interface PricesByPerson {
  guest: Price
  /** Null where members pay the price of a guest; likewise for students. */
  member: Price | null
  student: Price | null
}

/** Returns the prices of one unit for guests, members and students; null if the item has no price. */
export function pricesByPerson(
  rows: readonly PriceRow[],
  offers: Offers,
  question: Question,
  groups: CustomerGroups,
): PricesByPerson | null {
  const guest = priceAt(rows, offers, { ...question, customer_group_id: null })
  if (guest === null) return null
  const priceFor = (customer_group_id: number, is_student: boolean) =>
    priceAt(rows, offers, { ...question, customer_group_id, is_student })
  const has_rows = rows.some((row) => row.customer_group_id !== null)
  const groupsFor = (ids: readonly number[]) => groupsToPrice(ids, rows, offers)
  const has_flash = offers.flash.some(({ needs_member }) => needs_member)
  const member = hasOfferFor(offers, ['member']) || has_rows || has_flash
  const student = hasOfferFor(offers, ['student']) || has_rows
  return {
    guest,
    member: member
      ? cheapest(
          guest,
          groupsFor(groups.member).map((id) => priceFor(id, false)),
        )
      : null,
    student: student
      ? cheapest(
          guest,
          groupsFor(groups.student).map((id) => priceFor(id, true)),
        )
      : null,
  }
}

/**
 * Returns how much members and students save. The saving of students is left out unless it exceeds that of
 * members.
 */
export function savingsOf({ guest, member, student }: PricesByPerson): {
  member_saving?: number
  student_saving?: number
} {
  const member_saving = member ? guest.final_price - member.final_price : 0
  const student_saving = student ? guest.final_price - student.final_price : 0
  return {
    ...(member_saving > 0 ? { member_saving } : {}),
    ...(student_saving > member_saving ? { student_saving } : {}),
  }
}

/** Groups that no row and no promotion names have the same price: only one of them is priced. */
function groupsToPrice(
  ids: readonly number[],
  rows: readonly PriceRow[],
  { promotions }: Offers,
): number[] {
  const named = new Set(
    [...rows, ...promotions].flatMap(({ customer_group_id }) => customer_group_id ?? []),
  )
  const unnamed = ids.find((id) => !named.has(id))
  return [...ids.filter((id) => named.has(id)), ...(unnamed === undefined ? [] : [unnamed])]
}

function hasOfferFor({ promotions }: Offers, kinds: readonly string[]): boolean {
  return promotions.some(
    (promotion) => kinds.includes(promotion.kind) || promotion.customer_group_id !== null,
  )
}

function cheapest(guest: Price, prices: readonly (Price | null)[]): Price | null {
  const [least] = prices
    .filter((price) => price !== null)
    .toSorted((one, other) => one.final_price - other.final_price)
  return least !== undefined && least.final_price < guest.final_price ? least : null
}
