import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import {
  type FlashSaleRow,
  type FlashSaleState,
  flashSales as contract,
} from '#contracts/staff/offers/flash-sales.ts'

export interface FlashSalesData {
  rows: FlashSaleRow[]
  has_next: boolean
  counts: { state: FlashSaleState; count: number; is_capped: boolean }[]
  may_change: boolean
}

/** /noi-bo/flash-sale: windows of flash sales. */
export const page = staffPage<FlashSalesData>({
  needs: 'flashSales.flashSales',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.flashSales.input.safeParse(filledQuery(searchParams)).data ?? {}
    return services.flashSales.flashSales(actor, input)
  },
})
