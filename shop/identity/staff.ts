import { randomBytes } from 'node:crypto'
import { money_permissions } from '#contracts/staff/permissions.ts'
import type { Tables } from '#db/schema.ts'
import type { StaffGrant } from '#pure/contract.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'

/** One shift. Then everybody signs in again. */
export const session_life_s = 12 * 3_600
/** How long the code of the second step may be typed after the password. */
export const second_step_s = 10 * 60
/** Wrong codes after which the password must be typed again. */
export const max_wrong_codes = 5
/** An invitation travels by chat or on paper. */
export const invite_life_s = 3 * 24 * 3_600
/** How often a session notes that it was used: not at every request. */
export const seen_every_ms = 60_000
/** Wrong passwords in `own_password_window_ms` after which the own password cannot be changed for a while. */
export const max_wrong_own_passwords = 5
export const own_password_window_ms = 10 * 60_000

/** The role that manages staff. One active account always has it. */
export const director = 'director'

const login_form = /^[a-z0-9][a-z0-9._-]{2,39}$/
const longest_device = 200

/** Folds a typed login name: "Lan.Nguyễn " is lan.nguyen. Null if it cannot be one. */
export function loginName(typed: string): string | null {
  const name = fold(typed.normalize('NFKC').trim())
  return login_form.test(name) ? name : null
}

/** A new token of a session or invitation: 256 random bits. Only its hash is stored. */
export function newStaffToken(): string {
  return `s_${randomBytes(32).toString('base64url')}`
}

/** How a sign-in ended. */
export type LoginOutcome = Tables['staff_login_attempt']['outcome']

/** What a passkey is asked for. */
export type PasskeyPurpose = Tables['staff_passkey_challenge']['purpose']

/** One permission that a role gives. */
export interface PermissionGrant extends StaffGrant {
  permission: string
}

/** Whether somebody with these grants needs a second step: they see money, or all shops. */
export function needsSecondStep(grants: readonly PermissionGrant[]): boolean {
  return grants.some(
    ({ permission, scope }) => scope === 'all' || money_permissions.has(permission),
  )
}

/** The grants by permission, as an actor carries them. */
export function grantsByPermission(
  grants: readonly PermissionGrant[],
): ReadonlyMap<string, readonly StaffGrant[]> {
  return Map.groupBy(grants, ({ permission }) => permission)
}

/** The name of a browser, cut to what is worth storing. */
export function shortDevice(user_agent: string): string {
  return user_agent.slice(0, longest_device)
}

export function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000)
}
