import { describe, expect, test } from 'vitest'
import {
  guestTokenExpiry,
  hasTokenForm,
  newGuestToken,
  sessionState,
  tokenHash,
} from '#shop/identity/session.ts'

const now = new Date('2026-11-20T08:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const minute = 60_000
const day = 86_400_000

test('a token has 256 random bits and a form of its own', () => {
  const token = newGuestToken()
  expect(token).toMatch(/^g_[\w-]{43}$/)
  expect(newGuestToken()).not.toBe(token)
  expect(hasTokenForm(token)).toBe(true)
  expect(tokenHash(token)).toHaveLength(32)
  for (const other of ['', 'g_', token.slice(1), `${token}x`, ` ${token}`, 'null', 'undefined']) {
    expect(hasTokenForm(other)).toBe(false)
  }
})

describe('sessionState', () => {
  const expires_at = guestTokenExpiry(now)

  test('lives seven days', () => {
    expect(expires_at).toEqual(after(7 * day))
    expect(
      sessionState({ expires_at, replaced_at: null, ended_at: null }, after(7 * day - 1)),
    ).toBe('live')
    expect(sessionState({ expires_at, replaced_at: null, ended_at: null }, after(7 * day))).toBe(
      'expired',
    )
  })

  test('is forgotten ninety days after that, as if it was never issued', () => {
    expect(sessionState({ expires_at, replaced_at: null, ended_at: null }, after(97 * day))).toBe(
      'expired',
    )
    expect(
      sessionState({ expires_at, replaced_at: null, ended_at: null }, after(97 * day + 1)),
    ).toBe('forgotten')
    expect(sessionState(null, now)).toBe('forgotten')
  })

  test('a replaced session gives access to its cart for ten more minutes', () => {
    const replaced = { expires_at: now, replaced_at: now, ended_at: null }
    expect(sessionState(replaced, after(10 * minute))).toBe('expired')
    expect(sessionState(replaced, after(10 * minute + 1))).toBe('forgotten')
  })
})
