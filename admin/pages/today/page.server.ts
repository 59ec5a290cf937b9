import type { Waiting } from '#admin/kit/frame-data.ts'
import { waitingNow } from '#admin/live/waiting.ts'
import { staffPage } from '#admin/runtime/page.ts'

/** /noi-bo: what waits for the member of staff. */
export const page = staffPage<Waiting>({
  loader: ({ services, actor }) => waitingNow(services, actor),
})
