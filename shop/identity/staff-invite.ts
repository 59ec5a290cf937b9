import { staffSignIn as contract } from '#contracts/staff/sign-in.ts'
import type { Tx } from '#db/schema.ts'
import type { StaffId } from '#pure/ids.ts'
import { staffPasswordProblem } from '#shop/identity/password.ts'
import { deletePasskeys } from '#shop/identity/passkey-store.ts'
import { tokenHash } from '#shop/identity/session.ts'
import { consumeInvite, findInvite, insertInvite } from '#shop/identity/staff-invite-store.ts'
import { endSessions } from '#shop/identity/staff-session-store.ts'
import type { StaffSignInDeps } from '#shop/identity/staff-sign-in-deps.ts'
import { forgetTotp, updatePassword } from '#shop/identity/staff-store.ts'
import { after, invite_life_s, newStaffToken } from '#shop/identity/staff.ts'

/** Gives a new invitation and returns its token. Only the hash of the token is stored. */
export async function newInvite(tx: Tx, staff_id: StaffId, created_at: Date): Promise<string> {
  const invite = newStaffToken()
  const expires_at = after(created_at, invite_life_s)
  await insertInvite(tx, { token_hash: tokenHash(invite), staff_id, created_at, expires_at })
  return invite
}

export async function shownInvite({ db, now }: StaffSignInDeps, invite: string) {
  const found = await findInvite(db, tokenHash(invite), now())
  if (found === null) throw contract.invite.refuse('invite_not_found')
  return { name: found.name, login_name: found.login_name }
}

/** Sets the password of whom the invitation is for. They enrol the second step anew at the next sign-in. */
export async function acceptInvite(
  { db, now, log, hasher, write }: StaffSignInDeps,
  { invite, password }: { invite: string; password: string },
) {
  const { refuse } = contract.acceptInvite
  const at = now()
  const found = await findInvite(db, tokenHash(invite), at)
  if (found === null) throw refuse('invite_not_found')
  const { staff_id, login_name } = found
  const reason = staffPasswordProblem(password, login_name)
  if (reason !== null) throw refuse('password_refused', { reason })
  const password_hash = await hasher.hash(password)
  if (password_hash === null) throw refuse('too_busy')
  const act = { actor: { staff_id }, operation: 'signIn.acceptInvite' } as const
  await write(act, async (tx) => {
    if (!(await consumeInvite(tx, tokenHash(invite), at))) throw refuse('invite_not_found')
    await updatePassword(tx, staff_id, password_hash)
    await forgetTotp(tx, staff_id)
    await deletePasskeys(tx, staff_id)
    await endSessions(tx, staff_id, at)
  })
  log.info({ staff_id }, 'an invitation of staff was accepted')
  return { login_name }
}
