import type { OtpPurpose } from '#contracts/storefront/otp.ts'
import { mailCode, mailPage } from '#shop/notification/templates/mail-frame.ts'
import { unaccented } from '#shop/notification/templates/order-sms.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

/** What the code is for, so that nobody reads it out to a stranger who says something else. */
const purposes: Readonly<Record<OtpPurpose, string>> = {
  sign_in: 'đăng nhập Smember',
  reset_password: 'đặt lại mật khẩu Smember',
  change_phone: 'đổi số điện thoại Smember',
  merge: 'gộp tài khoản Smember',
  confirm: 'xác nhận thay đổi Smember',
  link_identity: 'liên kết tài khoản Smember',
  prove_phone: 'xác minh số điện thoại',
  lookup: 'tra cứu đơn hàng',
  notice: 'nhận thông báo sản phẩm',
  talk: 'gửi đánh giá',
  email_sign_in: 'đăng nhập Smember',
  email_confirm: 'xác nhận thay đổi Smember',
  email_prove: 'xác minh email Smember',
}

/** The mail of a one-time password: the same words, with accents. */
export function otpMail(purpose: OtpPurpose, code: string, sender: Sender): RenderedMessage {
  const subject = `Mã ${purposes[purpose]}`
  const paragraphs = [`Nhập mã này để ${purposes[purpose]}. Mã dùng trong 5 phút.`, warning]
  const middle = mailCode('Mã của bạn', code)
  return {
    subject,
    body: textOf(purpose, code, sender),
    html: mailPage({ subject, title: subject, paragraphs, middle, button: null }, sender),
  }
}

/** The short message of a one-time password: the code, what it is for, how long it counts. No link (contract §5). */
export function otpSms(purpose: OtpPurpose, code: string, sender: Sender): RenderedMessage {
  return { subject: null, body: unaccented(textOf(purpose, code, sender)), html: null }
}

const warning = 'Không đưa mã này cho bất kỳ ai, kể cả nhân viên.'

function textOf(purpose: OtpPurpose, code: string, sender: Sender): string {
  return `${sender.name}: ${code} là mã ${purposes[purpose]}, dùng trong 5 phút. ${warning}`
}
