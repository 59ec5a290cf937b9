import type { Problem } from '#admin/runtime/page.ts'
import { pickups as contract } from '#contracts/staff/pickups.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** The words for a refused code of a shopper; null for any other error. */
export function problemOfCode(error: unknown): Problem | null {
  if (isRefusal(error, contract.verify, 'code_not_readable')) {
    const problem = 'Quét mã QR của khách, hoặc gõ 6 số mã nhận hàng, hoặc 4 số cuối điện thoại.'
    return { status: 422, problem }
  }
  if (isRefusal(error, contract.verify, 'code_names_other_order')) {
    return { status: 422, problem: 'Mã QR này thuộc đơn khác.' }
  }
  if (isRefusal(error, contract.verify, 'code_wrong')) {
    return { status: 422, problem: `Mã không đúng. Còn thử được ${error.data.left} lần.` }
  }
  if (isRefusal(error, contract.verify, 'code_blocked')) {
    const until = formatDateTime(new Date(error.data.blocked_until))
    return { status: 429, problem: `Sai quá nhiều lần. Thử lại lúc ${until}.` }
  }
  if (isRefusal(error, contract.verify, 'pickup_not_possible')) {
    return { status: 409, problem: 'Đơn này không chờ khách lấy. Xem trạng thái của đơn.' }
  }
  return null
}
