import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const step_s = 30
const digits = 6
const secret_bytes = 20
/** How many steps the clock of a phone may be early or late. */
const tolerated_steps = 1
const base32_letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns a new shared secret for an authenticator app (RFC 6238). */
export function newTotpSecret(): Buffer {
  return randomBytes(secret_bytes)
}

/** Returns the code of a time step (RFC 4226 with the step as counter). */
export function totpCode(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** length).padStart(length, '0')
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1_000 / step_s)
}

/**
 * Returns the time step whose code was typed: the current one, or one before or after it. Null if the code is
 * wrong, or its step was used already. The store checks the last used step once more in its statement.
 */
export function matchedStep(
  { secret, used_step }: { secret: Buffer; used_step: number | null },
  typed: string,
  now: Date,
): number | null {
  const code = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return null
  const current = totpStep(now)
  for (let step = current - tolerated_steps; step <= current + tolerated_steps; step++) {
    const is_unused = used_step === null || step > used_step
    if (is_unused && isSameCode(code, totpCode(secret, step))) return step
  }
  return null
}

/** The secret as people type it into an authenticator app. */
export function base32(secret: Buffer): string {
  const bits = [...secret].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32_letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The address that an authenticator app reads from a QR code. */
export function totpAddress(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${digits}&period=${step_s}`
}

function isSameCode(code: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(code), Buffer.from(expected))
}
