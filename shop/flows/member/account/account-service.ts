import { memberAccount as contract } from '#contracts/member-site/account.ts'
import type { MemberPlace } from '#contracts/member-site/member-fields.ts'
import { transaction } from '#platform/database/postgres.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import type { Service } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { beginMemberSession } from '#shop/identity/begin-member-session.ts'
import { type OtpDeps, phoneOfOtp, sendOtp, takeOtp } from '#shop/flows/member/account/otp-flow.ts'
import { endOthers } from '#shop/flows/member/account/end-others.ts'
import { accountErasure } from '#shop/flows/member/account/erase-account.ts'
import {
  isConfirmed,
  requireConfirmed,
  requireMember,
} from '#shop/flows/member/account/require-member.ts'
import {
  hasOldPassword,
  isByCode,
  isGuarded,
  passwordProof,
  secondProof,
} from '#shop/flows/member/security/second-proof.ts'
import { endWaitingMerges } from '#shop/identity/member/member-merge-store.ts'
import { endPhoneChange } from '#shop/identity/member/phone-change-store.ts'
import { endByToken, findOpenSessions } from '#shop/identity/member-session-store.ts'
import {
  findAccountByPhone,
  findMember,
  findSignedIn,
  insertMember,
  notePhoneProven,
  updatePassword,
  updateProfile,
} from '#shop/identity/member-store.ts'
import type { PasswordHasher } from '#shop/identity/password-hasher.ts'
import { memberPasswordProblem } from '#shop/identity/password.ts'
import { tokenHash } from '#shop/identity/session.ts'
import { notifyMember } from '#shop/notification/notify-store.ts'
import { nameProblem } from '#shop/quote/address-letters.ts'

export interface MemberDeps extends OtpDeps {
  hasher: PasswordHasher
}

const email_form = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Accounts of members: sign-in, password, profile, sessions (contract §4, §6; decision 187). */
export function memberAccountService(deps: MemberDeps): Service<typeof contract> {
  const { db, now } = deps
  return {
    sendCode: (_caller, input) => sendOtp(deps, input),
    signInByCode: async (_caller, { from, ...entered }) => {
      const phone = await takeOtp(deps, { ...entered, purpose: 'sign_in' })
      const { customer_id, is_new } = await memberOf(deps, phone)
      return {
        ...(await beginMemberSession(deps, customer_id, { ...from, is_confirmed: true })),
        is_new,
      }
    },
    signInByPassword: (_caller, input) => signInByPassword(deps, input),
    resetPassword: (_caller, input) => resetPassword(deps, input),
    member: async (_caller, { token }) => {
      const member = await findSignedIn(db, tokenHash(token), now())
      if (member === null) return null
      const { customer_id, phone, name, email, password_hash, created_at, expires_at } = member
      return {
        ...{ customer_id, phone, name, email, has_password: password_hash !== null },
        signed_in_at: inSeconds(created_at),
        expires_at: inSeconds(expires_at),
        is_confirmed: await isConfirmed(deps, member),
        is_email_proven: member.email_proven_at !== null,
      }
    },
    profile: async (_caller, { customer_id }) => {
      const member = await findMember(db, customer_id as CustomerId)
      return member && { phone: member.phone, name: member.name, email: member.email }
    },
    saveProfile: async (_caller, { token, ...typed }) => {
      const member = await requireMember(deps, token, contract.saveProfile)
      const { customer_id } = member
      const name = typed.name.normalize('NFC').replace(/\s+/g, ' ').trim() || null
      const email = typed.email.trim() || null
      const is_email = email === null || email_form.test(email)
      const problem =
        (name === null ? null : nameProblem(name)) ??
        (is_email ? null : 'Email không đúng. Ví dụ: ten@gmail.com')
      if (problem !== null) throw contract.saveProfile.refuse('profile_refused', { problem })
      // The address is told what happens to the account, also before it is proven: whoever holds an open phone must not
      // empty it or put theirs there.
      const is_changed = member.email !== null && email !== member.email
      if (is_changed) await requireConfirmed(deps, token, contract.saveProfile)
      const at = now()
      const by_code = await isByCode(deps, { ...member, session: member })
      await transaction(db, async (tx) => {
        await updateProfile(tx, customer_id, { name, email }, by_code ? at : null)
        if (!is_changed) return
        const key = `${customer_id}:${at.toISOString()}`
        const to = { phone: by_code ? member.phone : null, email: member.email, key }
        await notifyMember(tx, to, { about: 'email_changed' }, at)
      })
      return {}
    },
    setPassword: (_caller, input) => setPassword(deps, input),
    sessions: async (_caller, { token }) => {
      const member = await requireMember(deps, token, contract.sessions)
      const rows = await findOpenSessions(db, member.customer_id, now())
      return rows.map(({ created_at, seen_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        seen_at: seen_at.toISOString(),
        is_this: row.session_id === member.session_id,
      }))
    },
    endSessions: async (_caller, { token, session_id }) => {
      const member = await requireMember(deps, token, contract.endSessions)
      const which = session_id === null ? { except: member.session_id } : { only: session_id }
      return { ended: await endOthers(deps, member, which) }
    },
    sendOwnCode: async (_caller, { token, ...asked }) => {
      const { phone } = await requireMember(deps, token, contract.sendOwnCode)
      // Counted by another phone, this one would have no limit.
      if (asked.phone !== phone) throw contract.sendOwnCode.refuse('signed_out')
      return sendOtp(deps, asked)
    },
    ...accountErasure(deps),
    signOut: async (_caller, { token }) => {
      await endByToken(db, tokenHash(token), now())
      return {}
    },
  }
}

/** The member of a phone that was proven just now. A phone without one gets one. */
async function memberOf({ db, now }: MemberDeps, phone: string) {
  const at = now()
  const made = await transaction(db, (tx) => insertMember(tx, { phone, name: null }, at))
  if (made !== null) return { customer_id: made, is_new: true }
  const known = await findAccountByPhone(db, phone)
  // Erased between the two statements: then the phone is free again.
  if (known === null) throw contract.signInByCode.refuse('otp_is_expired')
  await notePhoneProven(db, known.customer_id, at)
  return { customer_id: known.customer_id, is_new: false }
}

interface ByPassword {
  phone: string
  password: string
  from: MemberPlace
}

async function signInByPassword(deps: MemberDeps, { phone: typed, password, from }: ByPassword) {
  const { refuse } = contract.signInByPassword
  const { e164 } = readMobile(typed)
  const account = e164 === null ? null : await findAccountByPhone(deps.db, e164)
  // Without an account, or one without a password, the same work is done.
  const checked = await deps.hasher.check(password, account?.password_hash ?? null)
  if (checked === null) throw refuse('too_busy')
  if (account === null || !checked.is_right) throw refuse('wrong_login')
  if (checked.new_hash !== null) {
    await updatePassword(deps.db, account.customer_id, checked.new_hash)
  }
  const proof = passwordProof(account, deps.now())
  return beginMemberSession(deps, account.customer_id, { ...from, is_confirmed: true, ...proof })
}

interface Reset {
  otp_token: string
  code: string
  password: string
  from: MemberPlace
}

async function resetPassword(deps: MemberDeps, { password, from, ...entered }: Reset) {
  const { refuse } = contract.resetPassword
  // Checked before the code is used up, so that a refused password costs no code.
  const asked = await phoneOfOtp(deps, { ...entered, purpose: 'reset_password' })
  if (asked === null) throw refuse('otp_is_expired')
  const reason = memberPasswordProblem(password, asked)
  if (reason !== null) throw refuse('password_refused', { reason })
  const password_hash = await deps.hasher.hash(password)
  if (password_hash === null) throw refuse('too_busy')
  const phone = await takeOtp(deps, { ...entered, purpose: 'reset_password' })
  const { customer_id, is_new } = await memberOf(deps, phone)
  const session = await beginMemberSession(deps, customer_id, { ...from, is_confirmed: true })
  const member = await findSignedIn(deps.db, tokenHash(session.token), deps.now())
  if (member === null) throw refuse('otp_is_expired')
  const at = deps.now()
  const by_code = await isByCode(deps, { ...member, session: member })
  // The password of before would be needed today, and this code must not stand in for it (decision 234).
  const is_guarded = by_code && (hasOldPassword(member, at) || isGuarded(member, at))
  const guarded_until = is_guarded ? new Date(at.getTime() + day_ms) : null
  await storePassword(deps, customer_id, { password_hash, by_code, guarded_until })
  // Whoever has the phone of the account does not wait for another one.
  await endPhoneChange(deps.db, customer_id, 'cancelled', at)
  await endWaitingMerges(deps.db, customer_id, at, 'leaving')
  await endOthers(deps, member, { except: member.session_id })
  return { ...session, is_new }
}

interface NewPassword {
  token: string
  current: string
  password: string
}

async function setPassword(deps: MemberDeps, { token, current, password }: NewPassword) {
  const { db, now, hasher } = deps
  const { refuse } = contract.setPassword
  const member = await requireMember(deps, token, contract.setPassword)
  const reason = memberPasswordProblem(password, member.phone)
  if (reason !== null) throw refuse('password_refused', { reason })
  if (member.password_hash !== null) {
    const checked = await hasher.check(current, member.password_hash)
    if (checked === null) throw refuse('too_busy')
    if (!checked.is_right) throw refuse('wrong_login')
    // A password from before is a second proof.
    const is_enough =
      hasOldPassword(member, now()) || (await secondProof(deps, member)) !== 'needed'
    if (!is_enough) throw refuse('confirm_needed')
  } else if (!(await isConfirmed(deps, member))) throw refuse('confirm_needed')
  const password_hash = await hasher.hash(password)
  if (password_hash === null) throw refuse('too_busy')
  const by_code =
    !hasOldPassword(member, now()) && (await isByCode(deps, { ...member, session: member }))
  await storePassword(deps, member.customer_id, { password_hash, by_code, guarded_until: null })
  // Its owner is here, and a code alone does not prove it any more.
  await endWaitingMerges(db, member.customer_id, now(), 'leaving')
  return { ended: await endOthers(deps, member, { except: member.session_id }) }
}

interface StoredPassword {
  password_hash: string
  by_code: boolean
  guarded_until: Date | null
}

/** Stores a new password and tells the member by mail: somebody else may have had a code. */
async function storePassword(
  { db, now }: MemberDeps,
  customer_id: CustomerId,
  { password_hash, by_code, guarded_until }: StoredPassword,
): Promise<void> {
  const at = now()
  await transaction(db, async (tx) => {
    const set = { password_set_at: at, password_by_code: by_code, guarded_until }
    await updatePassword(tx, customer_id, password_hash, set)
    const email = (await findMember(tx, customer_id))?.email ?? null
    const key = `${customer_id}:${at.toISOString()}`
    await notifyMember(tx, { phone: null, email, key }, { about: 'password_set' }, at)
  })
}

function inSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000)
}
