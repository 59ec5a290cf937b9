import { expect, test } from 'vitest'
import { loanOf } from '#shop/pricing/installment/loan.ts'
import { zeroRateText } from '#storefront/commerce/installment/loan-texts.ts'

const terms = {
  ...{ months: 6, flat_rate_month: 0, fee_rate: 0, insurance_rate: 0, collect_fee_month: 0 },
}
const textOf = (more: object) => zeroRateText(loanOf(6_000_000, 0, { ...terms, ...more }))

test('a rate of zero is not printed alone where something else is paid', () => {
  expect(textOf({})).toBe('Lãi 0%')
  expect(textOf({ collect_fee_month: 12_000 })).toBe('Lãi 0%, phí 72.000đ')
  expect(textOf({ insurance_rate: 500 })).toBe('Lãi 0%, bảo hiểm 300.000đ')
  expect(textOf({ flat_rate_month: 100 })).toBeNull()
})
