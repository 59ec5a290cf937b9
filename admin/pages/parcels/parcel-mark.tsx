import { parcel_state_looks, parcel_state_titles } from '#admin/pages/parcels/parcel-texts.ts'
import type { ParcelState } from '#contracts/staff/parcels.ts'

export function ParcelMark({ state }: { state: ParcelState }) {
  return (
    <span
      className={`inline-block rounded-md px-2 text-xs leading-6 font-bold whitespace-nowrap ${parcel_state_looks[state]}`}
    >
      {parcel_state_titles[state]}
    </span>
  )
}
