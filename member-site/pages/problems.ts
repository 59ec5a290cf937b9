import type { PasswordReason } from '#contracts/member-site/account.ts'
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
  signed_out: 'Phiên đăng nhập đã kết thúc. Vui lòng đăng nhập lại.',
}

interface Data extends Partial<TooManyRequests> {
  problem?: string
  reason?: PasswordReason
  wait_s?: number
  attempts_left?: number
}

/** The text for a refusal: what happened and what to do next. */
export function problemText({ code, data, message }: Refusal): string {
  const { problem, reason, wait_s, attempts_left, need_recaptcha, retry_after } = (data ??
    {}) as Data
  if (problem !== undefined) return problem
  if (reason !== undefined) return passwords[reason]
  if (attempts_left !== undefined) return `Mã không đúng. Bạn còn ${attempts_left} lần nhập.`
  if (wait_s !== undefined) return waitText(wait_s)
  if (need_recaptcha === true) return message
  if (retry_after !== undefined) return waitText(retry_after)
  return texts[code] ?? 'Chưa làm được. Vui lòng thử lại.'
}

/** The text for whoever must wait. */
export function waitText(wait_s: number): string {
  const wait = wait_s <= 90 ? `${wait_s} giây` : `${Math.ceil(wait_s / 60)} phút`
  return `Vui lòng thử lại sau ${wait}.`
}

/** The captcha that a refusal asks for. */
export function captchaOf({ data }: Refusal): TooManyRequests['captcha'] {
  const { need_recaptcha, captcha } = (data ?? {}) as Data
  return need_recaptcha === true ? captcha : undefined
}
