import type { OtpPurpose } from '#contracts/storefront/otp.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

/**
 * The purposes that Zalo carries. The words of a template are fixed by Zalo and say that the code opens a Smember
 * account; whoever changes a phone or merges accounts reads by short message what the code is for.
 */
const by_zalo: ReadonlySet<OtpPurpose> = new Set(['sign_in', 'reset_password', 'confirm'])

export function goesByZalo(purpose: OtpPurpose): boolean {
  return by_zalo.has(purpose)
}

/** What the registered template says, for the list of messages. Zalo itself gets the code alone. */
export function otpZalo(code: string, sender: Sender): RenderedMessage {
  const body = `${code} là mã xác thực tài khoản Smember tại ${sender.name}, dùng trong 5 phút. Không đưa mã này cho bất kỳ ai, kể cả nhân viên.`
  return { subject: null, body, html: null }
}
