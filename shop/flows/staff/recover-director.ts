import type { Tables } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/postgres.ts'
import type { KeySource } from '#platform/files/own-key.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import type { OpenTerminal } from '#platform/processes/terminal.ts'
import { openPersonKeys } from '#shop/change-log/person-keys.ts'
import { openStaffWrites, type WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import { deletePasskeys } from '#shop/identity/passkey-store.ts'
import { newInvite } from '#shop/identity/staff-invite.ts'
import { endSessions } from '#shop/identity/staff-session-store.ts'
import { findByLoginName, lockDirectors } from '#shop/identity/staff-store.ts'
import { loginName } from '#shop/identity/staff.ts'

interface Deps {
  now: Now
  write: WriteAsStaff
}

/** `npm run recover -- LOGIN_NAME`. `inviteUrl` makes the link of an invitation. */
export async function recoverCommand(
  args: readonly string[],
  openTerminal: OpenTerminal,
  { now, inviteUrl, ...source }: KeySource & { now: Now; inviteUrl: (invite: string) => string },
): Promise<void> {
  const [typed, ...more] = args
  if (typed === undefined || more.length > 0) {
    throw new CommandProblem('Usage: npm run recover -- LOGIN_NAME')
  }
  const { url, say } = await openTerminal()
  const db = openDatabase<Tables>(url, { max: 2 })
  try {
    const write = openStaffWrites({ db, now, person_keys: openPersonKeys(source) })
    const { name, invite } = await recoverDirector({ now, write }, typed)
    say(`${name} opens this link once, within three days, and sets a new password and second step:`)
    say(inviteUrl(invite))
    say('All sessions of the account have ended, and its passkeys are removed.')
    say('The ledger says that this command was used.')
  } finally {
    await db.destroy()
  }
}

/**
 * Invites a director again who has lost password or second step, for whoever has the server. Others are invited by a
 * director. Throws CommandProblem.
 */
export async function recoverDirector(
  { now, write }: Deps,
  typed: string,
): Promise<{ name: string; invite: string }> {
  return write({ actor: 'command', operation: 'command.recover' }, async (tx) => {
    const directors = await lockDirectors(tx)
    const login_name = loginName(typed)
    const account = login_name === null ? null : await findByLoginName(tx, login_name)
    const is_director = directors.some(({ staff_id }) => staff_id === account?.staff_id)
    if (account === null || !is_director || account.is_demo) {
      throw new CommandProblem(
        `There is no active director with the login name ${typed}. Other accounts are invited again at /noi-bo/nhan-vien.`,
      )
    }
    await endSessions(tx, account.staff_id, now())
    // Whoever has found the lost device must not sign in until the invitation is used.
    await deletePasskeys(tx, account.staff_id)
    return { name: account.name, invite: await newInvite(tx, account.staff_id, now()) }
  })
}
