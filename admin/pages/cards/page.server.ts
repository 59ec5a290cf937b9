import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import {
  type CardRow,
  cards as contract,
  type SeenCardState,
} from '#contracts/staff/members/cards.ts'

export interface CardsData {
  rows: CardRow[]
  has_next: boolean
  counts: { state: SeenCardState; count: number; is_capped: boolean }[]
  now: number
}

/** /noi-bo/khach-hang/the: requests for S-Student, S-Teacher and S-Business. */
export const page = staffPage<CardsData>({
  needs: 'cards.cards',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.cards.input.safeParse(filledQuery(searchParams)).data ?? {}
    return { ...(await services.cards.cards(actor, input)), now: Date.now() }
  },
})
