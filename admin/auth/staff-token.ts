import { createHash, timingSafeEqual } from 'node:crypto'
import { permissions } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'

/** All staff share one token, which gives all permissions. */
const token_holder: StaffActor = {
  kind: 'staff',
  name: 'holder of the staff token',
  permissions,
}

/** Returns the staff actor if an Authorization header (HTTP Basic, any user name) has the staff token, else null. */
export function staffActor(
  authorization: string | undefined,
  staff_token: string,
): StaffActor | null {
  return isSame(passwordOf(authorization), staff_token) ? token_holder : null
}

function passwordOf(authorization: string | undefined): string {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1] ?? ''
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return password.join(':')
}

// Both are hashed first, so that the time depends neither on the length nor on the position of a difference.
function isSame(password: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(password), hash(expected))
}
