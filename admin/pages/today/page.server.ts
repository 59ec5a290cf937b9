import { waitingMark } from '#admin/live/waiting-mark.ts'
import { staffPage } from '#admin/runtime/page.ts'
import type { Tile } from '#contracts/staff/today.ts'

export interface TodayData {
  tiles: Tile[]
  /** Names this state of the tiles, as the event stream does. */
  mark: string
  now: number
}

/** /noi-bo: what waits for the member of staff. */
export const page = staffPage<TodayData>({
  loader: async ({ services, actor }) => {
    const tiles = await services.today.waiting(actor, {})
    return { tiles, mark: waitingMark(tiles), now: Date.now() }
  },
})
