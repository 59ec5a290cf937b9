import type { PasswordReason } from '#contracts/member-site/account.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import type { Refusal } from '#pure/contract.ts'
import type { TooManyRequests } from '#pure/too-many-requests.ts'

const passwords: Record<PasswordReason, string> = {
  too_short: 'Mật khẩu cần ít nhất 8 ký tự.',
  too_long: 'Mật khẩu dài nhất 200 ký tự.',
  common: 'Mật khẩu này quá phổ biến nên dễ bị đoán. Hãy chọn mật khẩu khác.',
  like_phone: 'Mật khẩu không được chứa số điện thoại của bạn.',
}
const texts: Readonly<Record<string, string>> = {
  wrong_login: 'Số điện thoại hoặc mật khẩu không đúng. Bạn có thể đăng nhập bằng mã.',
  too_busy: 'Nhiều người đang đăng nhập. Vui lòng thử lại sau vài giây.',
  otp_is_expired: 'Mã không còn dùng được. Vui lòng bấm “Gửi lại mã”.',
  confirm_needed: 'Đã quá lâu. Vui lòng tải lại trang để xác nhận đây đúng là bạn.',
  passkey_expired: 'Lần thử này đã quá 5 phút hoặc đã dùng rồi. Vui lòng bấm lại.',
  wrong_passkey: 'Passkey không đúng. Vui lòng thử lại ở đúng địa chỉ của Smember.',
  unknown_passkey: 'Passkey này không thuộc tài khoản nào. Vui lòng đăng nhập cách khác.',
  copied_passkey:
    'Passkey này có thể đã bị sao chép nên không được nhận. Vui lòng đăng nhập cách khác rồi xóa nó.',
  passkey_not_allowed: 'Thiết bị này đã có passkey, hoặc tài khoản đã có đủ 10 passkey.',
  passkeys_full: 'Tài khoản đã có đủ 10 passkey. Hãy xóa một passkey trước.',
  passkey_not_found: 'Passkey này đã được xóa.',
  same_phone: 'Đây đang là số của tài khoản.',
  change_not_found: 'Lần đổi số này đã kết thúc. Vui lòng làm lại từ đầu.',
  proof_not_enough:
    'Chưa đúng. Mật khẩu và passkey phải có từ hôm qua hoặc sớm hơn mới dùng được ở đây.',
  phone_has_account:
    'Số mới đang là một tài khoản Smember khác. Hãy gộp tài khoản đó vào tài khoản này (trang Tài khoản và bảo mật).',
  no_other_account:
    'Số này chưa có tài khoản Smember nên không cần gộp. Bạn có thể đổi sang số này.',
  nothing_to_merge: 'Đã quá lâu, hoặc tài khoản kia không còn. Vui lòng xác minh lại.',
  merge_from_other:
    'Tài khoản kia đăng nhập bằng passkey. Hãy đăng nhập tài khoản đó rồi gộp tài khoản này vào.',
  attempt_expired: 'Lần đăng nhập này không còn dùng được. Vui lòng đăng nhập lại.',
  provider_refused: 'Chưa xác minh được tài khoản. Vui lòng thử lại hoặc đăng nhập bằng mã.',
  provider_not_reachable: 'Hiện chưa kết nối được. Vui lòng thử lại hoặc đăng nhập bằng mã.',
  identity_taken: 'Tài khoản này đang liên kết với một tài khoản Smember khác.',
  identities_full: 'Tài khoản Smember đã có đủ 5 liên kết. Hãy hủy bớt trước.',
  identity_not_found: 'Liên kết này đã được hủy.',
  no_email: 'Tài khoản chưa có email dùng được cho việc này.',
  signed_out: 'Phiên đăng nhập đã kết thúc. Vui lòng đăng nhập lại.',
}

/** The answer to a form that the page does not have. */
export const unclear = { problem: 'Chưa rõ yêu cầu.', status: 422 }

interface Data extends Partial<TooManyRequests> {
  problem?: string
  reason?: PasswordReason
  wait_s?: number
  attempts_left?: number
  counts_from?: string
}

/** The text for a refusal: what happened and what to do next. */
export function problemText({ code, data, message }: Refusal): string {
  const { problem, reason, wait_s, attempts_left, counts_from, need_recaptcha, retry_after } =
    (data ?? {}) as Data
  if (problem !== undefined) return problem
  if (reason !== undefined) return passwords[reason]
  if (counts_from !== undefined) {
    const what = code === 'passkey_waits' ? 'Passkey' : 'Liên kết'
    return `${what} này mới được thêm, dùng được từ ${formatDateTime(new Date(counts_from))}. Bây giờ hãy đăng nhập bằng mã, mật khẩu hoặc passkey.`
  }
  if (attempts_left !== undefined) return `Mã không đúng. Bạn còn ${attempts_left} lần nhập.`
  if (wait_s !== undefined) return waitText(wait_s)
  if (need_recaptcha === true) return message
  if (retry_after !== undefined) return waitText(retry_after)
  return texts[code] ?? 'Chưa làm được. Vui lòng thử lại.'
}

/** The text for whoever must wait. */
export function waitText(wait_s: number): string {
  const wait = wait_s <= 90 ? `${wait_s} giây` : `${Math.ceil(wait_s / 60)} phút`
  return `Quý khách thao tác quá nhanh, vui lòng thử lại sau ${wait}.`
}

/** The captcha that a refusal asks for. */
export function captchaOf({ data }: Refusal): TooManyRequests['captcha'] {
  const { need_recaptcha, captcha } = (data ?? {}) as Data
  return need_recaptcha === true ? captcha : undefined
}
