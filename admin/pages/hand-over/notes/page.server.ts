import { type HandedOver, parcels as contract } from '#contracts/staff/parcels.ts'
import { filledQuery, staffPage } from '#admin/runtime/page.ts'

export interface NotesData {
  day: string
  rows: HandedOver[]
}

/** /noi-bo/ban-giao/bien-ban: the notes of a day, to be printed again. */
export const page = staffPage<NotesData>({
  needs: 'parcels.handedOver',
  loader: ({ services, actor, url: { searchParams } }) => {
    const input = contract.handedOver.input.safeParse(filledQuery(searchParams))
    return services.parcels.handedOver(actor, input.data ?? {})
  },
})
