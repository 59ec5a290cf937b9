import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readVietQr, vietQrText } from '#pure/vietnamese/vietqr.ts'

const published =
  '00020101021138530010A0000007270123000697041601092576788590208QRIBFTTA53037045802VN6304AE9F'

test('a static code equals the published example', () => {
  const code = { bank_bin: '970416', account_number: '257678859', amount: null, purpose: null }
  expect(vietQrText(code)).toBe(published)
  expect(readVietQr(published)).toEqual(code)
})

test('a dynamic code has amount and purpose in their own fields', () => {
  const text = vietQrText({
    bank_bin: '970422',
    account_number: '0987654321',
    amount: 30_990_000,
    purpose: 'DH2611207K3M9QXZ',
  })
  expect(text.slice(0, 12)).toBe('000201010212')
  expect(text).toContain('540830990000')
  expect(text).toContain('5802VN62200816DH2611207K3M9QXZ6304')
})

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max })
const words = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHJKMNPQRSTVWXYZ0123456789 '),
  minLength: 1,
  maxLength: 25,
})
const anyCode = fc.record({
  bank_bin: digits(6, 6),
  account_number: digits(1, 19),
  amount: fc.option(fc.integer({ min: 1, max: 499_999_999 })),
  purpose: fc.option(words),
})

test('a written code is read back, and a changed character is detected', () => {
  fc.assert(
    fc.property(anyCode, fc.nat(), (code, offset) => {
      const text = vietQrText(code)
      expect(readVietQr(text)).toEqual(code)
      const at = offset % text.length
      const wrong = text[at] === '7' ? '8' : '7'
      expect(readVietQr(text.slice(0, at) + wrong + text.slice(at + 1))).toBeNull()
    }),
  )
})

test.each([
  { bank_bin: '97042' },
  { account_number: '' },
  { account_number: '12345678901234567890' },
  { amount: 0 },
  { amount: 1.5 },
  { amount: -1 },
  { purpose: 'Đơn hàng' },
  { purpose: 'A'.repeat(26) },
])('%o is refused', (wrong) => {
  const code = { bank_bin: '970422', account_number: '1', amount: 1, purpose: 'A', ...wrong }
  expect(() => vietQrText(code)).toThrow(RangeError)
})

test.each(['', '6304', 'https://example.com', published.slice(0, -1), `9${published}`])(
  '%j is not a VietQR code',
  (text) => expect(readVietQr(text)).toBeNull(),
)
