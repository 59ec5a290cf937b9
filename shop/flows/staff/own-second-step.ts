import { account as contract, type OwnSecondSteps } from '#contracts/staff/account.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Log } from '#platform/observe/log.ts'
import { hasFreshSecondStep } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import { newPasskey } from '#shop/identity/new-passkey.ts'
import { deletePasskey, findPasskeys } from '#shop/identity/passkey-store.ts'
import type { PasskeySite } from '#shop/identity/passkey.ts'
import type { PasswordHasher } from '#shop/identity/password-hasher.ts'
import { confirmSecondStep } from '#shop/identity/staff-second-step.ts'
import { renewSecondStep } from '#shop/identity/staff-session-store.ts'
import {
  countWrongPasswords,
  findGrants,
  findStaff,
  insertLoginAttempt,
  lockStaff,
  type StaffAccount,
} from '#shop/identity/staff-store.ts'
import {
  max_wrong_own_passwords,
  needsSecondStep,
  own_password_window_ms,
} from '#shop/identity/staff.ts'

export interface AccountDeps {
  db: Database
  now: Now
  log: Log
  write: WriteAsStaff
  hasher: PasswordHasher
  /** Encrypts the secrets of authenticator apps. */
  box: SecretBox
  /** Whom passkeys are for. */
  site: PasskeySite
}

type SecondSteps = Pick<
  Service<typeof contract>,
  'secondSteps' | 'confirm' | 'addPasskey' | 'removePasskey'
>

/** The second steps of the member of staff who acts: to confirm who they are, and their passkeys (decision 148). */
export function ownSecondStepService(deps: AccountDeps): SecondSteps {
  const { now, log, write } = deps
  return {
    secondSteps: (actor) => ownSecondSteps(deps, actor),
    confirm: (actor, proof) => confirm(deps, actor, proof),
    addPasskey: async (actor, { name, passkey }) => {
      const { refuse } = contract.addPasskey
      const { staff_id, staff_session_id } = actor
      // Only a session with a fresh second step gets a challenge for it.
      const asked = { passkey, purpose: 'add', owner: { staff_session_id } } as const
      const made = await newPasskey(deps, asked)
      if ('fault' in made) throw refuse(made.fault)
      await write({ actor, operation: 'account.addPasskey' }, async (tx) => {
        await lockStaff(tx, staff_id)
        if (!(await made.insert(tx, { staff_id, name }))) throw refuse('passkey_not_allowed')
      })
      log.info({ staff_id }, 'a member of staff added a passkey')
      return {}
    },
    removePasskey: async (actor, { staff_passkey_id }) => {
      const { refuse } = contract.removePasskey
      const { staff_id } = actor
      if (!hasFreshSecondStep(actor, now())) throw refuse('second_step_needed')
      await write({ actor, operation: 'account.removePasskey' }, async (tx) => {
        // Two that remove the last two passkeys wait for each other here.
        const account = await lockStaff(tx, staff_id)
        if (!(await deletePasskey(tx, staff_id, staff_passkey_id)))
          throw refuse('passkey_not_found')
        const has_other = account?.totp_secret || (await findPasskeys(tx, staff_id)).length > 0
        if (!has_other && needsSecondStep(await findGrants(tx, staff_id))) {
          throw refuse('last_second_step')
        }
      })
      log.info({ staff_id }, 'a member of staff removed a passkey')
      return {}
    },
  }
}

/** How the member of staff can confirm who they are. */
export async function ownSecondSteps(
  { db, now }: AccountDeps,
  actor: StaffActor,
): Promise<OwnSecondSteps> {
  const [account, passkeys, grants] = await Promise.all([
    findStaff(db, actor.staff_id),
    findPasskeys(db, actor.staff_id),
    findGrants(db, actor.staff_id),
  ])
  const has_totp = account !== null && account.totp_secret !== null
  return {
    is_fresh: hasFreshSecondStep(actor, now()),
    has_totp,
    has_passkey: passkeys.length > 0,
    takes_password: !has_totp && !needsSecondStep(grants),
  }
}

interface Proof {
  code?: string | undefined
  passkey?: string | undefined
  password?: string | undefined
}

async function confirm(deps: AccountDeps, actor: StaffActor, { password, ...proof }: Proof) {
  const { now, write } = deps
  const { refuse } = contract.confirm
  const act = { actor, operation: 'account.confirm' } as const
  if (proof.code || proof.passkey) {
    const is_right = await confirmSecondStep(deps, actor, proof, (work) => write(act, work))
    if (!is_right) throw refuse(proof.passkey ? 'wrong_passkey' : 'wrong_code')
    return {}
  }
  const { takes_password } = await ownSecondSteps(deps, actor)
  if (!password || !takes_password) throw refuse('second_step_needed')
  await checkedByPassword(deps, actor, password)
  await write(act, (tx) => renewSecondStep(tx, actor.staff_session_id, now()))
  return {}
}

/** Checks the present password of whoever is signed in, within a limit. Returns the account. */
export async function checkedByPassword(
  { db, now, hasher }: AccountDeps,
  { staff_id }: StaffActor,
  password: string,
): Promise<StaffAccount> {
  const { refuse } = contract.confirm
  const at = now()
  const since = new Date(at.getTime() - own_password_window_ms)
  if ((await countWrongPasswords(db, staff_id, since)) >= max_wrong_own_passwords) {
    throw refuse('too_many_attempts')
  }
  const known = await findStaff(db, staff_id)
  const checked = await hasher.check(password, known?.password_hash ?? null)
  if (checked === null) throw refuse('too_busy')
  if (known !== null && checked.is_right) return known
  const login_name = known?.login_name ?? null
  const place = { address: '', device: '' }
  const outcome = 'wrong_password' as const
  await insertLoginAttempt(db, { attempted_at: at, staff_id, login_name, ...place, outcome })
  throw refuse('wrong_password')
}
