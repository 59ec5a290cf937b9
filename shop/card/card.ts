import { type CardKind, type CardSide, type CardState } from '#contracts/storefront/cards.ts'
import { day_ms } from '#pure/vietnam-time.ts'

/** Of the words by which members agree that staff look at the pictures of a card. A new text is a new version. */
export const consent_version = 1

/** The sides that a request needs. A licence of a company may have one page. */
export function neededSides(kind: CardKind): readonly CardSide[] {
  return kind === 'business' ? ['front'] : ['front', 'back']
}

/** The name of the group whose prices a card gives. */
export const card_names: Readonly<Record<CardKind, string>> = {
  student: 'S-Student',
  teacher: 'S-Teacher',
  business: 'S-Business',
}

/** What the staff may do in each state. */
export function staffMoves(state: CardState): readonly ('accept' | 'refuse' | 'end')[] {
  if (state === 'waiting') return ['accept', 'refuse']
  return state === 'accepted' ? ['end'] : []
}

/** The longest time that an acceptance holds, in days: two years. */
const longest_days = 731

/** Why a card cannot be accepted until this day (YYYY-MM-DD); null: it can. */
export function endProblem(
  ends_on: string,
  { today, valid_until }: { today: string; valid_until: string | null },
): 'past' | 'after_card' | 'too_late' | null {
  if (ends_on < today) return 'past'
  if (valid_until !== null && ends_on > valid_until) return 'after_card'
  const days = (Date.parse(ends_on) - Date.parse(today)) / day_ms
  return days > longest_days ? 'too_late' : null
}

/** The day that staff are offered: the end of the card, or a year from today. */
export function offeredEnd(today: string, valid_until: string | null): string {
  const year = Number(today.slice(0, 4)) + 1
  // There is no 29 February a year later.
  const next = `${String(year)}${today.slice(4).replace('-02-29', '-02-28')}`
  return valid_until !== null && valid_until < next ? valid_until : next
}
