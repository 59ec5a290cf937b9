import { redirect } from 'react-router'
import { packPath } from '#admin/addresses/paths.ts'
import { staffPage } from '#admin/runtime/page.ts'
import type { OrderToPack } from '#contracts/staff/parcels.ts'

export interface PackingData {
  rows: OrderToPack[]
  /** What was scanned and names no order here. */
  unknown_scan: string | null
  now: number
}

/** /noi-bo/dong-goi: what waits to be packed. A scanned order or SKU opens the order. */
export const page = staffPage<PackingData>({
  needs: 'parcels.packQueue',
  loader: async ({ services, actor, url }) => {
    const scan = (url.searchParams.get('scan') ?? '').slice(0, 60)
    const { rows, found } = await services.parcels.packQueue(actor, { scan })
    if (found !== null) {
      const query =
        found.scanned === null ? '' : `?${new URLSearchParams({ scanned: found.scanned })}`
      throw redirect(packPath(found.order_code) + query)
    }
    return { rows, unknown_scan: scan === '' ? null : scan, now: Date.now() }
  },
})
