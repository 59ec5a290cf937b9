import type { SignInOrigin } from '#contracts/staff/sign-in.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Log } from '#platform/observe/log.ts'
import type { StaffId } from '#pure/ids.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import type { PasskeySite } from '#shop/identity/passkey.ts'
import type { PasswordHasher } from '#shop/identity/password-hasher.ts'
import {
  findFailedLogins,
  insertLoginAttempt,
  type StaffAccount,
} from '#shop/identity/staff-store.ts'
import { type LoginOutcome, shortDevice } from '#shop/identity/staff.ts'

export interface StaffSignInDeps {
  db: Database
  now: Now
  log: Log
  write: WriteAsStaff
  /** Encrypts the secrets of authenticator apps. */
  box: SecretBox
  hasher: PasswordHasher
  /** Whom passkeys are for. */
  site: PasskeySite
  mode: 'demo' | 'live'
  /** The shop's name in the authenticator app. */
  shop_name: string
}

/** Stores an attempt. Of an unknown account the typed name is not stored: it may be a password in the wrong field. */
export async function noteAttempt(
  { db, now }: Pick<StaffSignInDeps, 'db' | 'now'>,
  account: Pick<StaffAccount, 'staff_id' | 'login_name'> | null,
  { address, device }: SignInOrigin,
  outcome: LoginOutcome,
): Promise<void> {
  await insertLoginAttempt(db, {
    attempted_at: now(),
    staff_id: account?.staff_id ?? null,
    login_name: account?.login_name ?? null,
    address,
    device: shortDevice(device),
    outcome,
  })
}

/** Whether somebody has failed to sign in to this account between its last two sign-ins. */
export async function hasFailedLogins(db: Database, staff_id: StaffId): Promise<boolean> {
  return (await findFailedLogins(db, staff_id)).length > 0
}
