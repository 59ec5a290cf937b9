import { redirect } from 'react-router'
import { parcelPath } from '#admin/addresses/paths.ts'
import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import { parcels as contract, type ParcelRow, type ParcelState } from '#contracts/staff/parcels.ts'

export interface ParcelsData {
  rows: ParcelRow[]
  has_next: boolean
  counts: { state: ParcelState; count: number; is_capped: boolean }[]
  now: number
}

/** /noi-bo/van-don: every parcel. A scanned code that finds one parcel opens it. */
export const page = staffPage<ParcelsData>({
  needs: 'parcels.parcels',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const query = filledQuery(searchParams)
    const input = contract.parcels.input.safeParse(query).data ?? {}
    const list = await services.parcels.parcels(actor, input)
    const [only, ...others] = list.rows
    if (query['q'] && only && others.length === 0 && query['state'] === undefined) {
      throw redirect(parcelPath(only.code))
    }
    return { ...list, now: Date.now() }
  },
})
