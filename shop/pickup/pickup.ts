import { randomInt } from 'node:crypto'
import { isSame } from '#platform/http/signature.ts'

/** A new pick-up code: six digits, which a shopper can read aloud. */
export function newPickupCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** What a shopper shows: the pick-up code, or the last four digits of the phone of the order. */
interface Presented {
  /** Null where it does not say which order it belongs to. */
  order_code: string | null
  way: 'code' | 'phone'
  digits: string
}

/** Reads what was scanned or typed: "DH261120-7K3M9QXZ.482913", "482 913" or "5678"; null if it is none of them. */
export function presentedOf(text: string): Presented | null {
  const plain = text.toUpperCase().replace(/\s+/g, '')
  const [, order_code, of_qr] = /^(DH\d{6}-[0-9A-Z]{8})\.(\d{6})$/.exec(plain) ?? []
  if (order_code !== undefined && of_qr !== undefined) {
    return { order_code, way: 'code', digits: of_qr }
  }
  if (/^\d{6}$/.test(plain)) return { order_code: null, way: 'code', digits: plain }
  return /^\d{4}$/.test(plain) ? { order_code: null, way: 'phone', digits: plain } : null
}

/** Whether what was shown proves that the shopper of the order shows it. */
export function isProof(
  { way, digits }: Presented,
  { code, phones }: { code: string; phones: readonly string[] },
): boolean {
  if (way === 'code') return isSame(digits, code)
  return phones.some((phone) => isSame(digits, phone.slice(-4)))
}

/** After so many wrong codes none is accepted for a while. */
const wrong_codes_at_once = 5
const first_block_ms = 15 * 60_000
const longest_block_ms = 24 * 3_600_000

/**
 * Until when no code is accepted after `wrong_codes` of them: 15 minutes after the fifth, twice as long after each
 * five more, a day at most. Null: the next one is accepted.
 */
export function blockedUntil(wrong_codes: number, now: Date): Date | null {
  if (wrong_codes % wrong_codes_at_once > 0) return null
  const blocks = wrong_codes / wrong_codes_at_once
  return new Date(now.getTime() + Math.min(longest_block_ms, first_block_ms * 2 ** (blocks - 1)))
}

/** How many wrong codes are still accepted after `wrong_codes` of them. */
export function codesLeft(wrong_codes: number): number {
  return wrong_codes_at_once - (wrong_codes % wrong_codes_at_once)
}

/** How long a proof counts: the shopper stands there. */
const proof_lasts_ms = 30 * 60_000

export function isProven(verified_at: Date | null, now: Date): boolean {
  return verified_at !== null && now.getTime() - verified_at.getTime() < proof_lasts_ms
}
