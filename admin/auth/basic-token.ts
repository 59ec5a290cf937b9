import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether an Authorization header (HTTP Basic, any user name) has the staff token. It opens the first account only. */
export function hasStaffToken(authorization: string | undefined, staff_token: string): boolean {
  return isSame(passwordOf(authorization), staff_token)
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
