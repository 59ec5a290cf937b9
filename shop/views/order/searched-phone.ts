import { orders } from '#contracts/staff/orders.ts'
import { mayCall } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'

const shown_digits = 4
/** A phone without its prefix. */
const whole_digits = 9

/**
 * The end of a phone that a member of staff may search by, as a pattern. Whoever may see no phones searches by the last
 * four digits or by the whole number. More digits would tell the hidden ones: ten searches find the next one.
 */
export function searchedPhone(phone_end: string | null, actor: StaffActor): string | null {
  if (phone_end === null || mayCall(orders.showPhone, actor)) return phone_end
  const digits = phone_end.length - 1
  return digits < whole_digits ? `${phone_end.slice(0, shown_digits)}%` : phone_end
}
