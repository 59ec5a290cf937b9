import type { login_name_refused, password_refused } from '#contracts/staff/sign-in.ts'
import type { Refusal } from '#pure/contract.ts'
import type { z } from 'zod'

type PasswordReason = z.infer<typeof password_refused.data>['reason']
type LoginNameReason = z.infer<typeof login_name_refused.data>['reason']

const passwords: Record<PasswordReason, string> = {
  too_short: 'Mật khẩu cần ít nhất 12 ký tự.',
  too_long: 'Mật khẩu dài nhất 200 ký tự.',
  like_login_name: 'Mật khẩu quá giống tên đăng nhập.',
}
const login_names: Record<LoginNameReason, string> = {
  wrong_form:
    'Tên đăng nhập có 3 đến 40 ký tự: chữ, số, dấu chấm, gạch ngang; bắt đầu bằng chữ hoặc số.',
  taken: 'Tên đăng nhập này đã có người dùng.',
}
const texts: Readonly<Record<string, string>> = {
  wrong_login: 'Tên đăng nhập hoặc mật khẩu không đúng.',
  wrong_code: 'Mã không đúng hoặc đã được dùng. Hãy chờ mã mới rồi nhập lại.',
  sign_in_expired: 'Đã quá lâu hoặc sai quá nhiều lần. Hãy đăng nhập lại.',
  invite_not_found: 'Lời mời này không còn dùng được. Hãy xin người quản lý một lời mời mới.',
  account_exists: 'Đã có tài khoản Điều hành.',
  too_busy: 'Nhiều người đang đăng nhập. Hãy thử lại sau vài giây.',
  wrong_password: 'Mật khẩu hiện tại không đúng.',
  too_many_attempts: 'Sai mật khẩu quá nhiều lần. Hãy thử lại sau 10 phút.',
  passkey_expired: 'Lần thử này đã quá 5 phút hoặc đã dùng rồi. Hãy bấm lại.',
  wrong_passkey: 'Passkey không đúng. Hãy thử lại ở đúng địa chỉ của cửa hàng.',
  unknown_passkey: 'Passkey này không thuộc tài khoản đang hoạt động nào. Hãy dùng cách khác.',
  copied_passkey:
    'Passkey này có thể đã bị sao chép nên không được nhận. Hãy dùng cách khác và báo người quản lý.',
  passkey_not_allowed: 'Thiết bị này đã có passkey, hoặc tài khoản không thể thêm passkey nữa.',
  too_many_challenges: 'Đã thử quá nhiều lần. Hãy thử lại sau 5 phút.',
  second_step_needed: 'Hãy xác nhận lại là bạn trước khi thay đổi.',
  last_second_step:
    'Đây là cách xác thực duy nhất của bạn, và vai trò của bạn cần có. Hãy thêm passkey khác trước.',
  passkey_not_found: 'Passkey này đã được xóa.',
  session_not_found: 'Phiên này đã kết thúc.',
}

/** The text for a refusal around accounts. */
export function authProblem({ code, data }: Refusal): string {
  const { reason, wait_s } = (data ?? {}) as { reason?: string; wait_s?: number }
  if (wait_s !== undefined) return waitText(wait_s)
  if (code === 'password_refused') return passwords[reason as PasswordReason]
  if (code === 'login_name_refused') return login_names[reason as LoginNameReason]
  return texts[code] ?? code
}

/** Which second steps an account has. */
export function secondStepText(steps: { has_totp: boolean; has_passkey: boolean }): string {
  const { has_totp, has_passkey } = steps
  if (has_totp && has_passkey) return 'Đang bật: ứng dụng xác thực, passkey'
  if (has_totp) return 'Đang bật: ứng dụng xác thực'
  return has_passkey ? 'Đang bật: passkey' : 'Chưa bật'
}

/** The text for somebody who must wait. */
export function waitText(wait_s: number): string {
  return `Sai quá nhiều lần. Vui lòng thử lại sau ${Math.ceil(wait_s / 60)} phút.`
}
