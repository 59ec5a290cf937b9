import { memberSecurity as contract } from '#contracts/member-site/security.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import type { Service } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import type { MemberDeps } from '#shop/flows/member/account/account-service.ts'
import { sendOtpByEmail, takeEmailOtp } from '#shop/flows/member/account/otp-flow.ts'
import { requireConfirmed, requireMember } from '#shop/flows/member/account/require-member.ts'
import { isOld, secondWays } from '#shop/flows/member/security/second-proof.ts'
import { beginMemberSession } from '#shop/identity/begin-member-session.ts'
import { hasKnownDevice, updateConfirmed } from '#shop/identity/member-session-store.ts'
import { findAccountByPhone, proveEmail } from '#shop/identity/member-store.ts'
import { deviceHash } from '#shop/identity/session.ts'

type EmailCodes = Pick<
  Service<typeof contract>,
  'sendEmailCode' | 'proveEmail' | 'confirmByEmail' | 'sendEmailSignIn' | 'signInByEmail'
>

/** Codes by e-mail, where the phone gets none (decision 210). */
export function emailCodes(deps: MemberDeps): EmailCodes {
  const { db, now } = deps
  return {
    sendEmailCode: async (_caller, { token, purpose, phone, email: named, ...asker }) => {
      const { refuse } = contract.sendEmailCode
      const is_proving = purpose === 'email_prove'
      const member = await (is_proving
        ? requireConfirmed(deps, token, contract.sendEmailCode)
        : requireMember(deps, token, contract.sendEmailCode))
      const email = is_proving ? member.email : (await secondWays(deps, member)).email
      if (email === null) throw refuse('no_email')
      // Counted by somebody else, these would have no limit.
      if (phone !== member.phone || named !== email) throw refuse('signed_out')
      return sendOtpByEmail(deps, { ...asker, purpose, phone, email })
    },
    proveEmail: async (_caller, { token, ...entered }) => {
      const { refuse } = contract.proveEmail
      const { customer_id } = await requireConfirmed(deps, token, contract.proveEmail)
      const proven = await takeEmailOtp(deps, { ...entered, purpose: 'email_prove' })
      // The address was changed meanwhile, or the code is one of another account.
      const done = await proveEmail(db, { customer_id, ...proven }, now())
      if (!done) throw refuse('otp_is_expired')
      return {}
    },
    confirmByEmail: async (_caller, { token, ...entered }) => {
      const { refuse } = contract.confirmByEmail
      const member = await requireMember(deps, token, contract.confirmByEmail)
      const proven = await takeEmailOtp(deps, { ...entered, purpose: 'email_confirm' })
      const { email } = await secondWays(deps, member)
      if (proven.phone !== member.phone || proven.email !== email) throw refuse('otp_is_expired')
      await updateConfirmed(db, member.session_id, { now: now(), has_second_proof: true })
      return {}
    },
    sendEmailSignIn: async (_caller, { phone: typed, ...asker }) => {
      const { e164: phone, problem } = readMobile(typed)
      if (phone === null) throw contract.sendEmailSignIn.refuse('phone_is_invalid', { problem })
      const account = await findAccountByPhone(db, phone)
      const device = {
        customer_id: account?.customer_id ?? null,
        device_hash: deviceHash(asker.device_id),
        session_id: null,
      }
      // Asked for every phone, so that all answers take the same time.
      const is_known = await hasKnownDevice(db, device, new Date(now().getTime() - day_ms))
      const email = is_known && account?.email_proven_at ? account.email : null
      return sendOtpByEmail(deps, { ...asker, purpose: 'email_sign_in', phone, email })
    },
    signInByEmail: async (_caller, { from, ...entered }) => {
      const { refuse } = contract.signInByEmail
      const { phone, email } = await takeEmailOtp(deps, { ...entered, purpose: 'email_sign_in' })
      const account = await findAccountByPhone(db, phone)
      if (account === null || account.email !== email || account.email_proven_at === null) {
        throw refuse('otp_is_expired')
      }
      const has_second_proof = isOld(account.email_proven_at, now())
      const begins = { ...from, is_confirmed: true, has_second_proof }
      return beginMemberSession(deps, account.customer_id, begins)
    },
  }
}
