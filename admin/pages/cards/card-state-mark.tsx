import { card_state_looks, card_state_titles } from '#admin/pages/cards/card-texts.ts'
import type { SeenCardState } from '#contracts/staff/members/cards.ts'

/** The state of a request. */
export function CardStateMark({ state }: { state: SeenCardState }) {
  return (
    <span
      className={`inline-block rounded-md px-2 text-xs leading-6 font-bold whitespace-nowrap ${card_state_looks[state]}`}
    >
      {card_state_titles[state]}
    </span>
  )
}
