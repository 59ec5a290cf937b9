import { staffPage } from '#admin/runtime/page.ts'
import type { StaffServices } from '#contracts/staff/all.ts'

export type SlipData = Awaited<ReturnType<StaffServices['tickets']['slip']>>

/** /noi-bo/sua-chua/:code/phieu: the slip of the customer and the label of the device, on paper. */
export const page = staffPage<SlipData>({
  needs: 'tickets.slip',
  loader: ({ services, actor, params }) =>
    services.tickets.slip(actor, { code: params['code'] ?? '' }),
})
