import { memberSecurity as contract } from '#contracts/member-site/security.ts'
import { transaction } from '#platform/database/postgres.ts'
import { nationalForm } from '#platform/text/vietnamese-phone.ts'
import type { Service } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { requireConfirmed, requireMember } from '#shop/flows/member/account/require-member.ts'
import {
  checkMemberPasskey,
  type MemberPasskeyDeps,
} from '#shop/flows/member/security/check-member-passkey.ts'
import { isByCode, passkeyProof } from '#shop/flows/member/security/second-proof.ts'
import { beginMemberSession } from '#shop/identity/begin-member-session.ts'
import {
  deleteMemberPasskey,
  findMemberPasskeys,
  insertMemberChallenge,
  insertMemberPasskey,
  takeMemberChallenge,
  updatePasskeyName,
} from '#shop/identity/member/member-passkey-store.ts'
import { endWaitingMerges } from '#shop/identity/member/member-merge-store.ts'
import { lockMember } from '#shop/identity/member-store.ts'
import {
  challenge_life_s,
  challengeIn,
  checkCreation,
  creationOptions,
  max_passkeys,
  newChallenge,
  signingOptions,
} from '#shop/identity/passkey.ts'
import { notifyMember } from '#shop/notification/notify-store.ts'
import { newAttempt, tokenHash } from '#shop/identity/session.ts'

type Passkeys = Pick<
  Service<typeof contract>,
  | 'signInChallenge'
  | 'signInByPasskey'
  | 'passkeys'
  | 'passkeyChallenge'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
>

/** Passkeys of members: sign-in, and the list that its owner keeps (decision 188). */
export function memberPasskeys(deps: MemberPasskeyDeps): Passkeys {
  const { db, now, passkey_site } = deps
  return {
    signInChallenge: async (_caller, input) => {
      const challenge = newChallenge()
      // Two tabs of a browser have one token, so that the newer one does not end the older one.
      const attempt = input.attempt === '' ? newAttempt() : input.attempt
      const owner = { attempt_hash: tokenHash(attempt) }
      await insertMemberChallenge(db, {
        ...{ challenge, purpose: 'sign_in', owner, expires_at: challengeEnd(now()) },
      })
      return { options: { ...(await signingOptions(passkey_site, challenge, [])) }, attempt }
    },
    signInByPasskey: async (_caller, { attempt, passkey, from }) => {
      const owner = { attempt_hash: tokenHash(attempt) }
      const asked = { passkey, purpose: 'sign_in', owner, customer_id: null } as const
      const checked = await checkMemberPasskey(deps, asked, (tx, customer_id, own) => {
        const { counts_from } = own
        if (counts_from > now()) {
          const data = { counts_from: counts_from.toISOString() }
          throw contract.signInByPasskey.refuse('passkey_waits', data)
        }
        const proof = passkeyProof(own, now())
        return beginMemberSession({ db: tx, now }, customer_id, {
          ...{ ...from, is_confirmed: true, ...proof },
        })
      })
      if (checked.fault !== null) throw contract.signInByPasskey.refuse(checked.fault)
      return checked.result
    },
    passkeys: async (_caller, { token }) => {
      const { customer_id } = await requireMember(deps, token, contract.passkeys)
      const rows = await findMemberPasskeys(db, customer_id)
      return rows.map(({ member_passkey_id, name, created_at, used_at, counts_from }) => ({
        ...{ passkey_id: member_passkey_id, name, created_at: created_at.toISOString() },
        used_at: used_at?.toISOString() ?? null,
        counts_from: counts_from > now() ? counts_from.toISOString() : null,
      }))
    },
    passkeyChallenge: (_caller, input) => passkeyChallenge(deps, input),
    addPasskey: (_caller, input) => addPasskey(deps, input),
    renamePasskey: async (_caller, { token, passkey_id, name }) => {
      const { customer_id } = await requireMember(deps, token, contract.renamePasskey)
      const own = { customer_id, member_passkey_id: passkey_id }
      if (!(await updatePasskeyName(db, own, name))) {
        throw contract.renamePasskey.refuse('passkey_not_found')
      }
      return {}
    },
    removePasskey: async (_caller, { token, passkey_id }) => {
      const { customer_id } = await requireConfirmed(deps, token, contract.removePasskey)
      const own = { customer_id, member_passkey_id: passkey_id }
      if (!(await deleteMemberPasskey(db, own))) {
        throw contract.removePasskey.refuse('passkey_not_found')
      }
      return {}
    },
  }
}

async function passkeyChallenge(
  deps: MemberPasskeyDeps,
  { token, purpose }: { token: string; purpose: 'add' | 'confirm' },
) {
  const { db, now, passkey_site } = deps
  const { refuse } = contract.passkeyChallenge
  const member = await (purpose === 'add'
    ? requireConfirmed(deps, token, contract.passkeyChallenge)
    : requireMember(deps, token, contract.passkeyChallenge))
  const known = await findMemberPasskeys(db, member.customer_id)
  const credential_ids = known.map(({ credential_id }) => credential_id)
  const challenge = newChallenge()
  if (purpose === 'add' && known.length >= max_passkeys) throw refuse('passkeys_full')
  const phone = nationalForm(member.phone)
  const owner = { ...{ login_name: phone, name: member.name ?? phone }, credential_ids }
  const options = await (purpose === 'add'
    ? creationOptions(passkey_site, challenge, { ...owner, passkey_handle: member.passkey_handle })
    : signingOptions(passkey_site, challenge, credential_ids))
  await insertMemberChallenge(db, {
    ...{ challenge, purpose, owner: { session_id: member.session_id } },
    expires_at: challengeEnd(now()),
  })
  return { options: { ...options } }
}

interface Adding {
  token: string
  name: string
  passkey: string
}

async function addPasskey(deps: MemberPasskeyDeps, { token, name, passkey }: Adding) {
  const { db, now, passkey_site } = deps
  const { refuse } = contract.addPasskey
  const member = await requireConfirmed(deps, token, contract.addPasskey)
  const { customer_id, session_id } = member
  const challenge = challengeIn(passkey)
  if (challenge === null) throw refuse('wrong_passkey')
  const asked = { challenge, purpose: 'add', owner: { session_id } } as const
  if (!(await takeMemberChallenge(db, asked, now()))) throw refuse('passkey_expired')
  const created = await checkCreation(passkey_site, passkey, challenge)
  if (created === null) throw refuse('wrong_passkey')
  const by_code = await isByCode(deps, { ...member, session: member })
  const created_at = now()
  const counts_from = by_code ? new Date(created_at.getTime() + day_ms) : created_at
  await transaction(db, async (tx) => {
    const locked = await lockMember(tx, customer_id)
    if (locked === null) throw refuse('signed_out')
    const known = await findMemberPasskeys(tx, customer_id)
    const passkey_row = { customer_id, name, ...created, created_at, by_code, counts_from }
    const added = known.length < max_passkeys && (await insertMemberPasskey(tx, passkey_row))
    if (!added) throw refuse('passkey_not_allowed')
    // Its owner is here: a merge that only a code has asked for is asked for again.
    await endWaitingMerges(tx, customer_id, created_at, 'leaving')
    const key = `${customer_id}:${created_at.toISOString()}`
    // Whoever has just used more than the phone need not be told there.
    const to = { phone: by_code ? locked.phone : null, email: locked.email, key }
    const from = by_code ? counts_from.toISOString() : null
    await notifyMember(tx, to, { about: 'passkey_added', counts_from: from }, created_at)
  })
  return { counts_from: by_code ? counts_from.toISOString() : null }
}

function challengeEnd(now: Date): Date {
  return new Date(now.getTime() + challenge_life_s * 1_000)
}
