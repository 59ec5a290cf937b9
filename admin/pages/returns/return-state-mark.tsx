import { return_state_looks, return_state_titles } from '#admin/pages/returns/return-texts.ts'
import type { ReturnState } from '#contracts/staff/returns.ts'

/** The state of a return. */
export function ReturnStateMark({ state }: { state: ReturnState }) {
  return (
    <span
      className={`inline-block rounded-md px-2 text-xs leading-6 font-bold whitespace-nowrap ${return_state_looks[state]}`}
    >
      {return_state_titles[state]}
    </span>
  )
}
