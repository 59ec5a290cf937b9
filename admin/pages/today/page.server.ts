import type { Waiting } from '#admin/kit/frame-data.ts'
import { waitingNow } from '#admin/live/waiting.ts'
import { staffPage } from '#admin/runtime/page.ts'
import { type Sales, today as contract } from '#contracts/staff/today.ts'
import { mayCall } from '#pure/access.ts'

export interface TodayData extends Waiting {
  /** Null: not for those who see no orders. */
  sales: Sales | null
}

/** /noi-bo: what waits for the member of staff, and what was sold in their shops. */
export const page = staffPage<TodayData>({
  needs: 'today.waiting',
  loader: async ({ services, actor }) => {
    const [waiting, sales] = await Promise.all([
      waitingNow(services, actor),
      mayCall(contract.sales, actor) ? services.today.sales(actor, {}) : null,
    ])
    return { ...waiting, sales }
  },
})
