import { staffPage } from '#admin/runtime/page.ts'
import type { ParcelLabel } from '#contracts/staff/parcels.ts'

/** /noi-bo/van-don/:code/tem: the label of a parcel. Opening it is written to the order's history. */
export const page = staffPage<ParcelLabel>({
  loader: ({ services, actor, params }) =>
    services.parcels.label(actor, { code: params['code'] ?? '' }),
})
