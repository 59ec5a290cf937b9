import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ProvinceChanges as Changes } from '#contracts/storefront/quote.ts'
import { ProvinceChanges } from '#storefront/commerce/province/province-changes.tsx'

const changes: Changes = {
  province_id: 24,
  province_name: 'Hà Nội',
  lines: [],
  offers: [
    { rule: 'voucher', name: 'Mã A', payment_method: null, previous_amount: 90_000, amount: 0 },
    { rule: 'voucher', name: 'Mã B', payment_method: null, previous_amount: 0, amount: 70_000 },
    { rule: 'voucher', name: 'Mã C', payment_method: null, previous_amount: 9_000, amount: 8_000 },
    { rule: 'payment', name: 'Ví D', payment_method: 'momo', previous_amount: 0, amount: 50_000 },
  ],
  previous_shipping_fee: 0,
  shipping_fee: 0,
  previous_total: 400_000,
  grand_total: 400_000,
}

test('every offer that starts, ends or changes in the new province is shown with its amount', () => {
  const text = renderToStaticMarkup(<ProvinceChanges changes={changes} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(text).toContain('Mã A Không áp dụng tại Hà Nội')
  expect(text).toContain('Mã B Giảm thêm 70.000đ')
  expect(text).toContain('Mã C Giảm Trước 9.000đ nay 8.000đ')
  expect(text).toContain('Ví D Giảm thêm 50.000đ khi thanh toán theo cách này')
})
