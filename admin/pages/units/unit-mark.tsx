import { unit_state_looks, unit_state_titles } from '#admin/pages/units/unit-texts.ts'
import type { UnitState } from '#contracts/staff/units.ts'

export function UnitMark({ state }: { state: UnitState }) {
  return (
    <span
      className={`inline-block rounded-md px-2 text-xs leading-6 font-bold whitespace-nowrap ${unit_state_looks[state]}`}
    >
      {unit_state_titles[state]}
    </span>
  )
}
