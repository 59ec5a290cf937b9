import { describe, expect, test } from 'vitest'
import {
  base32,
  matchedStep,
  newTotpSecret,
  totpAddress,
  totpCode,
  totpStep,
} from '#shop/identity/totp.ts'

/** The secret of the test vectors of RFC 6238, appendix B. */
const rfc_secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238 at second %i: %s', (second, code) => {
  expect(totpCode(rfc_secret, totpStep(new Date(second * 1_000)), 8)).toBe(code)
})

describe('matchedStep', () => {
  const secret = rfc_secret
  const now = new Date('2026-11-23T03:00:10Z')
  const step = totpStep(now)
  const codeOf = (offset: number) => totpCode(secret, step + offset)

  test('accepts the step before, the current one and the one after, also typed in two groups', () => {
    for (const offset of [-1, 0, 1]) {
      expect(matchedStep({ secret, used_step: null }, codeOf(offset), now)).toBe(step + offset)
    }
    const grouped = `${codeOf(0).slice(0, 3)} ${codeOf(0).slice(3)}`
    expect(matchedStep({ secret, used_step: null }, grouped, now)).toBe(step)
  })

  test('refuses other steps, used steps and what is no code', () => {
    for (const offset of [-2, 2]) {
      expect(matchedStep({ secret, used_step: null }, codeOf(offset), now)).toBeNull()
    }
    expect(matchedStep({ secret, used_step: step }, codeOf(0), now)).toBeNull()
    expect(matchedStep({ secret, used_step: step }, codeOf(-1), now)).toBeNull()
    expect(matchedStep({ secret, used_step: step - 1 }, codeOf(0), now)).toBe(step)
    for (const typed of ['', '12345', '1234567', 'abcdef', `${codeOf(0)}0`]) {
      expect(matchedStep({ secret, used_step: null }, typed, now)).toBeNull()
    }
  })
})

test('a secret has 160 random bits, and an app reads it from the address', () => {
  expect(newTotpSecret()).toHaveLength(20)
  expect(newTotpSecret()).not.toEqual(newTotpSecret())
  // RFC 4648, section 10.
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(base32(rfc_secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(totpAddress(rfc_secret, 'Điện Thoại', 'lan')).toBe(
    'otpauth://totp/%C4%90i%E1%BB%87n%20Tho%E1%BA%A1i:lan?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
      '&issuer=%C4%90i%E1%BB%87n%20Tho%E1%BA%A1i&algorithm=SHA1&digits=6&period=30',
  )
})
