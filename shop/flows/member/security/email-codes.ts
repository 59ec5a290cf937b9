import { memberSecurity as contract } from '#contracts/member-site/security.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Service } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import type { MemberDeps } from '#shop/flows/member/account/account-service.ts'
import { sendOtpByEmail, takeEmailOtp } from '#shop/flows/member/account/otp-flow.ts'
import { requireConfirmed, requireMember } from '#shop/flows/member/account/require-member.ts'
import {
  emailProof,
  isByCode,
  isOld,
  secondWays,
} from '#shop/flows/member/security/second-proof.ts'
import { beginMemberSession } from '#shop/identity/begin-member-session.ts'
import { hasKnownDevice, updateConfirmed } from '#shop/identity/member-session-store.ts'
import { endWaitingMerges } from '#shop/identity/member/member-merge-store.ts'
import { findAccountByPhone, type MemberAccount, proveEmail } from '#shop/identity/member-store.ts'
import { deviceHash } from '#shop/identity/session.ts'
import { notifyMember } from '#shop/notification/notify-store.ts'
import { maskedEmail } from '#shop/order/masked-contact.ts'

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
      const member = await requireConfirmed(deps, token, contract.proveEmail)
      const { customer_id, phone } = member
      const proven = await takeEmailOtp(deps, { ...entered, purpose: 'email_prove' })
      const by_code = await isByCode(deps, { ...member, session: member })
      const at = now()
      await transaction(db, async (tx) => {
        // The address was changed meanwhile, or the code is one of another account.
        const done = await proveEmail(tx, { customer_id, ...proven }, at, by_code)
        if (!done) throw refuse('otp_is_expired')
        // Its owner is here: a merge that only a code has asked for is asked for again.
        await endWaitingMerges(tx, customer_id, at, 'leaving')
        const key = `${customer_id}:${at.toISOString()}`
        const notice = { about: 'email_proven', email: maskedEmail(proven.email) } as const
        // Whoever has just used more than the phone need not be told there.
        await notifyMember(tx, { phone: by_code ? phone : null, email: null, key }, notice, at)
      })
      return {}
    },
    confirmByEmail: async (_caller, { token, ...entered }) => {
      const { refuse } = contract.confirmByEmail
      const member = await requireMember(deps, token, contract.confirmByEmail)
      const proven = await takeEmailOtp(deps, { ...entered, purpose: 'email_confirm' })
      const { email } = await secondWays(deps, member)
      if (proven.phone !== member.phone || proven.email !== email) throw refuse('otp_is_expired')
      await updateConfirmed(db, member.session_id, { now: now(), ...emailProof(member, now()) })
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
      const email = is_known && account !== null ? signInEmail(account, now()) : null
      return sendOtpByEmail(deps, { ...asker, purpose: 'email_sign_in', phone, email })
    },
    signInByEmail: async (_caller, { from, ...entered }) => {
      const { refuse } = contract.signInByEmail
      const { phone, email } = await takeEmailOtp(deps, { ...entered, purpose: 'email_sign_in' })
      const account = await findAccountByPhone(db, phone)
      if (account === null || signInEmail(account, now()) !== email) throw refuse('otp_is_expired')
      const begins = { ...from, is_confirmed: true, ...emailProof(account, now()) }
      return beginMemberSession(deps, account.customer_id, begins)
    },
  }
}

/** The address that signs in. One that a code alone has set or proven does so from the next day on (decision 234). */
function signInEmail(account: MemberAccount, now: Date): string | null {
  const { email, email_proven_at, email_by_code_at } = account
  if (email_proven_at === null) return null
  return email_by_code_at === null || isOld(email_by_code_at, now) ? email : null
}
