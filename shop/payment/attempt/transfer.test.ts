import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newOrderCode } from '#shop/order/order.ts'
import { codeEnd, ordersNamedIn, transferPurpose } from '#shop/payment/attempt/transfer.ts'

const code = 'DH261120-7K3M9QXZ'
const noon = new Date('2026-11-20T05:00:00Z')

describe('an order code in a transfer text', () => {
  test.each([
    'DH2611207K3M9QXZ',
    'dh2611207k3m9qxz',
    'DH261120-7K3M9QXZ',
    'MBVCB.3278907687.DH2611207K3M9QXZ.CT tu 0123499999 NGUYEN VAN A toi 0987654321',
    'NGUYEN VAN A chuyen tien DH261120 7K3M9QXZ',
    'IBFT DH26112\n07K3M9QXZ-201126-10:02:11 098765',
    'DHDH2611207K3M9QXZ',
    'DH2611207K3M9QXZ DH2611207K3M9QXZ',
  ])('is found in %j', (text) => {
    expect(ordersNamedIn(text)).toContain(code)
  })

  test('a second code is found too', () => {
    expect(ordersNamedIn('DH2611207K3M9QXZ | DH2611200000000A')).toEqual([
      code,
      'DH261120-0000000A',
    ])
  })

  test.each(['', 'Chuyển tiền', 'DH261120', 'DH2611207K3M9QX', 'DH2611207K3M9QIL'])(
    'is not found in %j',
    (text) => expect(ordersNamedIn(text)).toEqual([]),
  )

  test('every code fits into 25 plain characters and is read back from any bank’s text', () => {
    const anyText = fc.string({
      unit: fc.constantFrom(...'ABCXYZabc .-/|0123456789'),
      maxLength: 40,
    })
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (before, after, is_small) => {
        const own = newOrderCode(noon)
        const purpose = transferPurpose(own)
        expect(purpose).toMatch(/^[A-Z0-9]{1,25}$/)
        const sent = is_small ? purpose.toLowerCase() : purpose
        expect(ordersNamedIn(`${before}${sent}${after}`)).toContain(own)
      }),
    )
  })
})

test('a code is valid for 300 s, never longer than the deadline of its order', () => {
  expect(codeEnd(noon, null).getTime() - noon.getTime()).toBe(300_000)
  const soon = new Date(noon.getTime() + 60_000)
  expect(codeEnd(noon, soon)).toEqual(soon)
})
