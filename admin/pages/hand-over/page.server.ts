import { staffPage } from '#admin/runtime/page.ts'
import {
  type HandOverReceipt,
  type ParcelRow,
  parcels as contract,
} from '#contracts/staff/parcels.ts'

/** What the page shows after scanning: the note that courier and shop sign. */
export interface HandOverAnswer {
  receipt: HandOverReceipt
  at: string
  staff_name: string
}

/** /noi-bo/ban-giao: parcels are scanned and handed over together, with a note for two signatures. */
export const page = staffPage<ParcelRow[]>({
  needs: 'parcels.waiting',
  loader: ({ services, actor }) => services.parcels.waiting(actor, {}),
  action: async ({ services, actor }, fields) => {
    const input = contract.handOver.input.safeParse(fields)
    if (!input.success) return { status: 422, problem: 'Hãy quét ít nhất một vận đơn.' }
    const receipt = await services.parcels.handOver(actor, input.data)
    const answer: HandOverAnswer = {
      receipt,
      at: new Date().toISOString(),
      staff_name: actor.name,
    }
    return { answer }
  },
})
