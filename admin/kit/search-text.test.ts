import { expect, test } from 'vitest'
import { searchText } from '#admin/kit/search-text.ts'
import { pickupQrText } from '#shop/order/pickup-qr.ts'

test('the QR code of a shopper is searched without its pick-up code, any other text as it is', () => {
  expect(searchText(` ${pickupQrText('DH261120-7K3M9QXZ', '482913')} `)).toBe('DH261120-7K3M9QXZ')
  for (const text of ['DH261120-7K3M9QXZ', '0912.345678', 'iPhone 17.482913']) {
    expect(searchText(text)).toBe(text)
  }
})
