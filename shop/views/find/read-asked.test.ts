import { describe, expect, test } from 'vitest'
import { type Asked, readAsked } from '#shop/views/find/read-asked.ts'

/** What a text may name: only what is not null. */
function asked(text: string): Partial<Asked> {
  return Object.fromEntries(Object.entries(readAsked(text)).filter(([, value]) => value !== null))
}

describe('a text of the search box', () => {
  test.each([
    ['356938035643809', { unit_code: '356938035643809' }],
    ['35-693803-564380-9', { unit_code: '356938035643809' }],
    ['IMEI 1: 356938035643809', { unit_code: '356938035643809' }],
    ['dh261120-7k3m9qxz', { order_code: 'DH261120-7K3M9QXZ' }],
    [' DH261120 7K3M9QXZ ', { order_code: 'DH261120-7K3M9QXZ' }],
    ['DH2611207K3M9QXZ', { order_code: 'DH261120-7K3M9QXZ' }],
    ['vd7k3m9qxzt', { parcel_code: 'VD7K3M9QXZT' }],
    ['PN12', { receipt_code: 'PN000012' }],
    ['ck 0000007', { transfer_code: 'CK000007' }],
    ['dt-12', { return_code: 'DT000012' }],
    ['KK1234567', { count_code: 'KK1234567' }],
  ])('%s has a form of its own', (text, expected) => {
    expect(asked(text)).toEqual(expected)
  })

  test.each(['0912 345 678', '+84 912.345.678', '84912345678', '0084-912-345-678', '912345678'])(
    '%s is a phone in one of its spellings',
    (text) => {
      expect(asked(text).phone_end).toBe('876543219%')
    },
  )

  test('of few digits is the end of a phone, and may be another number', () => {
    expect(asked('5678')).toEqual({
      ...{ phone_end: '8765%', parcel_code: '5678', sku: '5678%', reference: '5678' },
    })
    expect(asked('567')).toEqual({})
    expect(asked('')).toEqual({})
    expect(asked('?!')).toEqual({})
  })

  test('of words is a name of somebody or something, or of a transfer', () => {
    expect(asked('Nguyễn  Văn Đạt')).toEqual({
      names: 'nguyen & van & dat',
      product_words: ['%nguyen%', '%van%', '%dat%'],
      transfer_text: '%NGUYEN VAN DAT%',
    })
    const text = 'CT DEN 2611 DH2611207K3M9QXZ mua hang'
    expect(asked(text)).toEqual({
      order_code: 'DH261120-7K3M9QXZ',
      transfer_text: `%${text.toUpperCase()}%`,
    })
  })

  test('of one word with digits may be a code of anybody; its signs are no patterns', () => {
    expect(asked('s18_24')).toEqual({
      ...{ unit_code: String.raw`S18\_24%`, parcel_code: 'S18_24', sku: String.raw`S18\_24%` },
      ...{ reference: 'S18_24', product_words: ['%s18%', '%24%'] },
      transfer_text: '%S18 24%',
    })
  })
})
