import { authProblem } from '#admin/auth/auth-texts.ts'
import type { Problem } from '#admin/runtime/page.ts'
import { Refusal } from '#pure/contract.ts'

const problems: Readonly<Record<string, string>> = {
  own_account: 'Không ai tự đổi vai trò hay khóa tài khoản của mình.',
  last_director: 'Đây là tài khoản Điều hành cuối cùng: hãy thêm một tài khoản khác trước.',
  role_or_shop_not_found: 'Vai trò hoặc cửa hàng không còn. Hãy tải lại trang.',
  person_changed:
    'Chưa lưu: người khác vừa đổi vai trò hoặc cửa hàng của người này. Xem lại rồi chọn lần nữa.',
  staff_not_found: 'Không có nhân viên này.',
}

/** Runs a change of staff. A refusal becomes a text for the page, except that the page may not be used at all. */
export async function changed<T>(change: () => Promise<T>): Promise<T | Problem> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 403) throw error
    return { status: error.status, problem: problems[error.code] ?? authProblem(error) }
  }
}
