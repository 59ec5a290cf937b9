import { memberSecurity as contract } from '#contracts/member-site/security.ts'
import type { Service } from '#pure/contract.ts'
import { takeOtp } from '#shop/flows/members/otp-flow.ts'
import { requireMember } from '#shop/flows/members/require-member.ts'
import { checkMemberPasskey } from '#shop/flows/members/security/check-member-passkey.ts'
import { phoneChanges } from '#shop/flows/members/security/change-phone.ts'
import { mergingAccounts } from '#shop/flows/members/security/merge-accounts.ts'
import { memberPasskeys } from '#shop/flows/members/security/member-passkeys.ts'
import type { SecurityDeps } from '#shop/flows/members/security/security-deps.ts'
import { updateConfirmed } from '#shop/identity/member-session-store.ts'

/** How members prove who they are, beside code and password (decision 188). */
export function memberSecurityService(deps: SecurityDeps): Service<typeof contract> {
  return {
    ...memberPasskeys(deps),
    ...confirming(deps),
    ...phoneChanges(deps),
    ...mergingAccounts(deps),
  }
}

type Confirming = Pick<
  Service<typeof contract>,
  'confirmByPassword' | 'confirmByPasskey' | 'confirmByCode'
>

function confirming(deps: SecurityDeps): Confirming {
  const { db, now, hasher } = deps
  return {
    confirmByPassword: async (_caller, { token, password }) => {
      const { refuse } = contract.confirmByPassword
      const member = await requireMember(deps, token, contract.confirmByPassword)
      const checked = await hasher.check(password, member.password_hash)
      if (checked === null) throw refuse('too_busy')
      if (!checked.is_right) throw refuse('wrong_login')
      await updateConfirmed(db, member.session_id, now())
      return {}
    },
    confirmByPasskey: async (_caller, { token, passkey }) => {
      const { session_id, customer_id } = await requireMember(
        deps,
        token,
        contract.confirmByPasskey,
      )
      const asked = { passkey, purpose: 'confirm', owner: { session_id }, customer_id } as const
      const checked = await checkMemberPasskey(deps, asked, (tx) =>
        updateConfirmed(tx, session_id, now()),
      )
      if (checked.fault !== null) throw contract.confirmByPasskey.refuse(checked.fault)
      return {}
    },
    confirmByCode: async (_caller, { token, ...entered }) => {
      const { refuse } = contract.confirmByCode
      const member = await requireMember(deps, token, contract.confirmByCode)
      const phone = await takeOtp(deps, { ...entered, purpose: 'confirm' })
      if (phone !== member.phone) throw refuse('otp_is_expired')
      await updateConfirmed(db, member.session_id, now())
      return {}
    },
  }
}
