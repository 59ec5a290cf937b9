import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import { type GoodsToCollect, parcels as contract } from '#contracts/staff/parcels.ts'

export interface CollectData {
  rows: GoodsToCollect[]
  shops: { value: string; title: string }[]
  printed_at: number
}

/** /noi-bo/dong-goi/nhat-hang: what is collected from the shelves for all orders that wait to be packed. */
export const page = staffPage<CollectData>({
  needs: 'parcels.goodsToCollect',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.goodsToCollect.input.safeParse(filledQuery(searchParams))
    const found = await services.parcels.goodsToCollect(actor, input.data ?? {})
    return { ...found, printed_at: Date.now() }
  },
})
