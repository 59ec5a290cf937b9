import { randomBytes, randomInt } from 'node:crypto'
import type { OtpPurpose } from '#contracts/storefront/otp.ts'

/** How long a code counts. */
export const otp_life_s = 5 * 60
/** How often a code may be entered. Then a new one must be asked for. */
export const max_otp_attempts = 5
/** A second code is sent after a minute, each further one after twice the time of the one before. */
const first_wait_s = 60
const longest_wait_s = 15 * 60
/** Codes of this time count for the wait before the next one. */
export const wait_window_s = 3_600

/** Six random digits. */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

/** The token of the browser that asks for a code: 256 random bits. Only its hash is stored. */
export function newOtpToken(): string {
  return `o_${randomBytes(32).toString('base64url')}`
}

/** Seconds between the newest of `sent` codes and the next one; 0 before the first. */
export function waitAfter(sent: number): number {
  return sent === 0 ? 0 : Math.min(longest_wait_s, first_wait_s * 2 ** (sent - 1))
}

/** Under which label a code is encrypted. */
export function otpLabel(token_hash: Buffer, purpose: OtpPurpose): string {
  return `otp:${purpose}:${token_hash.toString('hex')}`
}
