import { staffPage } from '#admin/runtime/page.ts'
import type { Tile } from '#contracts/staff/today.ts'

export interface TodayData {
  tiles: Tile[]
  now: number
}

/** /noi-bo: what waits for the member of staff. */
export const page = staffPage<TodayData>({
  loader: async ({ services, actor }) => ({
    tiles: await services.today.waiting(actor, {}),
    now: Date.now(),
  }),
})
