import { returnPath } from '#admin/addresses/paths.ts'
import { type Problem, problemOrThrow, staffPage, unclear } from '#admin/runtime/page.ts'
import { type ReturnableOrder, returns as contract } from '#contracts/staff/returns.ts'
import { isRefusal } from '#pure/contract.ts'

export interface NewReturnData {
  q: string
  /** Null: nothing was found. */
  order: (ReturnableOrder & { scanned: { position: number; unit_code: string } | null }) | null
}

/** /noi-bo/doi-tra/moi: what of an order can come back, and the form that takes it. */
export const page = staffPage<NewReturnData>({
  needs: 'returns.returnable',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const q = searchParams.get('q') ?? ''
    try {
      return { q, order: await services.returns.returnable(actor, { q: q.slice(0, 40) }) }
    } catch (error) {
      if (isRefusal(error, contract.returnable, 'nothing_to_return')) return { q, order: null }
      throw error
    }
  },
  action: async ({ services, actor }, { unit_code = '', ...fields }) => {
    const input = contract.open.input.safeParse({ ...fields, ...(unit_code && { unit_code }) })
    if (!input.success) return unclear
    try {
      const { code } = await services.returns.open(actor, input.data)
      return { location: returnPath(code) }
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  },
})

const { open } = contract

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, open, 'returned_already')) {
    const { left } = error.data
    const problem =
      left === 0 ? 'Món này đã có phiếu đổi trả.' : `Món này chỉ còn ${left} chiếc chưa trả.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, open, 'return_too_late')) {
    const problem = `Đã ${error.data.day} ngày từ lúc giao: quá hạn trả vì lý do này.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, open, 'unit_differs')) {
    return { status: error.status, problem: 'IMEI này không thuộc đơn. Xem lại máy và đơn.' }
  }
  if (isRefusal(error, open, 'unit_needed')) {
    return { status: error.status, problem: 'Hàng có mã riêng: quét IMEI hoặc serial của máy.' }
  }
  if (isRefusal(error, open, 'shop_not_found')) {
    return { status: error.status, problem: 'Bạn không làm việc ở cửa hàng này.' }
  }
  if (isRefusal(error, open, 'nothing_to_return')) {
    return { status: error.status, problem: 'Đơn này chưa giao hoặc không có món này.' }
  }
  return null
}
