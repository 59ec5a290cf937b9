import { staffPage, unclear } from '#admin/runtime/page.ts'
import {
  stock as contract,
  type StockList,
  type StockMovement,
  type StockRow,
} from '#contracts/staff/stock.ts'
import { isRefusal } from '#pure/contract.ts'

export interface StockData {
  list: StockList
  /** The row whose movements are shown instead. */
  shown: { row: StockRow; movements: StockMovement[]; order_codes: string[] } | null
}

const no_list: StockList = { rows: [], has_next: false, shops: [] }

/** /noi-bo/ton-kho: stock by product and shop; with product_id and shop_id the movements of one row. */
export const page = staffPage<StockData>({
  needs: 'stock.stockRows',
  loader: async ({ services, actor, url }) => {
    const query = Object.fromEntries(url.searchParams)
    const wanted = contract.stockRows.input.safeParse(query).data ?? {}
    const key = contract.stockRow.input.safeParse(query).data
    if (key === undefined) {
      return { list: await services.stock.stockRows(actor, wanted), shown: null }
    }
    try {
      return { list: no_list, shown: await services.stock.stockRow(actor, key) }
    } catch (error) {
      if (!isRefusal(error, contract.stockRow, 'stock_row_not_found')) throw error
      return { list: no_list, shown: null }
    }
  },
  action: async ({ services, actor }, fields) => {
    const input = contract.countStock.input.safeParse(fields)
    if (!input.success) {
      const is_reason = input.error.issues.some(({ path }) => path[0] === 'reason')
      return is_reason ? { status: 422, problem: 'Cần ghi lý do.' } : unclear
    }
    try {
      await services.stock.countStock(actor, input.data)
      return null
    } catch (error) {
      if (isRefusal(error, contract.countStock, 'stock_changed')) {
        const problem = `Tồn tại kệ vừa đổi thành ${error.data.on_hand}. Đếm lại rồi gửi lần nữa.`
        return { status: error.status, problem }
      }
      if (isRefusal(error, contract.countStock, 'units_are_named')) {
        const problem = `Kho đang có ${error.data.named} máy có IMEI/serial ở đây. Ghi máy nào thiếu ở trang Kiểm kê hoặc IMEI.`
        return { status: error.status, problem }
      }
      if (isRefusal(error, contract.countStock, 'used_device_not_counted')) {
        const problem = 'Máy cũ chỉ có một chiếc, không đếm số lượng. Chuyển máy theo IMEI/serial.'
        return { status: error.status, problem }
      }
      if (isRefusal(error, contract.countStock, 'above_limit')) {
        const problem = 'Chênh lệch vượt mức bạn được quyết. Nhờ kế toán hoặc điều hành.'
        return { status: error.status, problem }
      }
      if (!isRefusal(error, contract.countStock, 'stock_row_not_found')) throw error
      return { status: error.status, problem: 'Không có sản phẩm hay cửa hàng này.' }
    }
  },
})
