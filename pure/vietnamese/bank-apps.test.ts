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
