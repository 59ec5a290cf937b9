import { memberSecurity as contract } from '#contracts/member-site/security.ts'
import type { Service } from '#pure/contract.ts'
import { takeOtp } from '#shop/flows/member/account/otp-flow.ts'
import { requireMember } from '#shop/flows/member/account/require-member.ts'
import { addedByCode } from '#shop/flows/member/security/added-by-code.ts'
import { checkMemberPasskey } from '#shop/flows/member/security/check-member-passkey.ts'
import { phoneChanges } from '#shop/flows/member/security/change-phone.ts'
import { emailCodes } from '#shop/flows/member/security/email-codes.ts'
import {
  passkeyProof,
  passwordProof,
  secondProof,
  secondWays,
} from '#shop/flows/member/security/second-proof.ts'
import { mergingAccounts } from '#shop/flows/member/security/merge-accounts.ts'
import { memberPasskeys } from '#shop/flows/member/security/member-passkeys.ts'
import type { SecurityDeps } from '#shop/flows/member/security/security-deps.ts'
import { findMemberPasskeys } from '#shop/identity/member/member-passkey-store.ts'
import { maskedEmail } from '#shop/order/masked-contact.ts'
import { updateConfirmed } from '#shop/identity/member-session-store.ts'

/** How members prove who they are, beside code and password (decision 188). */
export function memberSecurityService(deps: SecurityDeps): Service<typeof contract> {
  return {
    ...memberPasskeys(deps),
    ...confirming(deps),
    ...phoneChanges(deps),
    ...mergingAccounts(deps),
    ...emailCodes(deps),
    ...addedByCode(deps),
  }
}

type Confirming = Pick<
  Service<typeof contract>,
  'confirmWays' | 'confirmByPassword' | 'confirmByPasskey' | 'confirmByCode'
>

function confirming(deps: SecurityDeps): Confirming {
  const { db, now, hasher } = deps
  return {
    confirmWays: async (_caller, { token }) => {
      const member = await requireMember(deps, token, contract.confirmWays)
      const { password, email, passkeys } = await secondWays(deps, member)
      const shown = email === null ? null : maskedEmail(email)
      if ((await secondProof(deps, member)) === 'needed') {
        const is_other = { phone: false, password, passkey: passkeys.size > 0 }
        return { ...is_other, email: shown }
      }
      const has_passkey = (await findMemberPasskeys(db, member.customer_id)).length > 0
      const has_password = member.password_hash !== null
      return { phone: true, password: has_password, passkey: has_passkey, email: shown }
    },
    confirmByPassword: async (_caller, { token, password }) => {
      const { refuse } = contract.confirmByPassword
      const member = await requireMember(deps, token, contract.confirmByPassword)
      const checked = await hasher.check(password, member.password_hash)
      if (checked === null) throw refuse('too_busy')
      if (!checked.is_right) throw refuse('wrong_login')
      const proof = passwordProof(member, now())
      await updateConfirmed(db, member.session_id, { now: now(), ...proof })
      return {}
    },
    confirmByPasskey: async (_caller, { token, passkey }) => {
      const { session_id, customer_id } = await requireMember(
        deps,
        token,
        contract.confirmByPasskey,
      )
      const asked = { passkey, purpose: 'confirm', owner: { session_id }, customer_id } as const
      const checked = await checkMemberPasskey(deps, asked, (tx, _owner, own) =>
        updateConfirmed(tx, session_id, { now: now(), ...passkeyProof(own, now()) }),
      )
      if (checked.fault !== null) throw contract.confirmByPasskey.refuse(checked.fault)
      return {}
    },
    confirmByCode: async (_caller, { token, ...entered }) => {
      const { refuse } = contract.confirmByCode
      const member = await requireMember(deps, token, contract.confirmByCode)
      const phone = await takeOtp(deps, { ...entered, purpose: 'confirm' })
      if (phone !== member.phone) throw refuse('otp_is_expired')
      await updateConfirmed(db, member.session_id, { now: now(), has_second_proof: false })
      return {}
    },
  }
}
