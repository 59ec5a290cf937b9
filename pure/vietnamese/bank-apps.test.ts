import { expect, test } from 'vitest'
import { bank_apps, bankAppUrl } from '#pure/vietnamese/bank-apps.ts'
import { banks } from '#pure/vietnamese/banks.ts'

const transfer = {
  bank: { bin: '970436' },
  account_number: '113366668888',
  account_name: 'NGUYEN VAN A',
  amount: 790_000,
  content: 'DH261127ABCD',
}

test('a link names app, account, amount and content in the form of vietqr.io', () => {
  expect(bankAppUrl('ocb', transfer, 'https://shop.example/cart')).toBe(
    'https://dl.vietqr.io/pay?app=ocb&am=790000&tn=DH261127ABCD&ba=113366668888@vcb&bn=NGUYEN%20VAN%20A&url=https://shop.example/cart',
  )
})

test('an account at a bank without a code opens the app only, and no field adds another', () => {
  expect(bankAppUrl('mb', { ...transfer, bank: { bin: '999999' } }, 'https://shop.example')).toBe(
    'https://dl.vietqr.io/pay?app=mb',
  )
  const odd = bankAppUrl('mb', { ...transfer, account_number: '1&am=1', content: 'A&B' }, 'x')
  expect([...new URL(odd).searchParams.keys()]).toEqual(['app', 'am', 'tn', 'ba', 'bn', 'url'])
})

test('each app belongs to a bank of the list', () => {
  for (const { bin } of bank_apps) expect(banks.map((bank) => bank.bin)).toContain(bin)
})

test('a mark is a name that customers say, short enough for its tile, and white text on its colour is readable', () => {
  const marks = bank_apps.map(({ mark }) => mark)
  expect(new Set(marks).size).toBe(bank_apps.length)
  expect(marks).toEqual(expect.arrayContaining(['Vietin', 'Agri', 'VCB', 'TCB']))
  for (const { mark, color } of bank_apps) {
    expect(mark.length).toBeLessThanOrEqual(6)
    expect([mark, contrastWithWhite(color) >= 4.5]).toEqual([mark, true])
  }
})

/** The contrast of WCAG 2 between white and a colour as `#rrggbb`. */
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
