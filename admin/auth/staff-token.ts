import { createHash, timingSafeEqual } from 'node:crypto'
import { permissions } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'

/** Who knows the one token that all staff share may do everything. */
const holder: StaffActor = {
  kind: 'staff',
  name: 'holder of the staff token',
  permissions,
}

/** The member of staff that an Authorization header (HTTP Basic, any name) speaks for, or null. */
export function staffActor(
  authorization: string | undefined,
  staff_token: string,
): StaffActor | null {
  return isSame(passwordOf(authorization), staff_token) ? holder : null
}

function passwordOf(authorization: string | undefined): string {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1] ?? ''
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return password.join(':')
}

// Hashed first, so that neither length nor position of a difference shows in the time.
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
