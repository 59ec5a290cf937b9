import { describe, expect, test } from 'vitest'
import { quote } from '#contracts/quote.ts'
import { addressText, checkAddress } from '#shop/quote/address.ts'

const home = {
  name: 'Nguyễn Thị Ánh',
  phone: '+84 912.345.678',
  shipping_method: 'home_delivery',
  province_id: '30',
  ward_name: 'Phường Tân Định',
  street: '12 Trần Quang Khải',
}
const check = (given: Record<string, unknown>) =>
  checkAddress(quote.setAddress.input.parse({ ...home, ...given }))

describe('checkAddress', () => {
  test('a delivery needs a name, a mobile number and a street', () => {
    expect(check({}).address).toEqual({
      name: 'Nguyễn Thị Ánh',
      phone: '0912345678',
      email: null,
      recipient_name: null,
      recipient_phone: null,
      note: null,
      goes_to: {
        method: 'home_delivery',
        province_id: 30,
        district_id: null,
        ward_id: null,
        ward_name: 'Phường Tân Định',
        street: '12 Trần Quang Khải',
      },
    })
    expect(check({ street: '  ' }).problems).toEqual({ street: expect.stringMatching(/số nhà/) })
  })

  test('a pick-up needs a shop and ignores the fields of a delivery', () => {
    const pickup = { shipping_method: 'store_pickup', street: '', ward_id: '' }
    expect(check({ ...pickup, erp_shop_id: '2' }).address?.goes_to).toEqual({
      method: 'store_pickup',
      shop_id: 2,
    })
    expect(check({ ...pickup, erp_shop_id: '' }).problems).toHaveProperty('erp_shop_id')
  })

  test('another recipient has a name and a phone, or neither', () => {
    expect(check({ recipient_name: 'Bình' }).problems).toHaveProperty('recipient_phone')
    expect(check({ recipient_phone: '0987654321' }).problems).toHaveProperty('recipient_name')
    expect(check({ recipient_name: 'Bình', recipient_phone: '028 3822 1111' }).problems).toEqual({
      recipient_phone: expect.stringMatching(/cố định/),
    })
    expect(
      check({ recipient_name: 'Bình', recipient_phone: '0987 654 321' }).address,
    ).toMatchObject({ recipient_name: 'Bình', recipient_phone: '0987654321' })
  })

  test('every wrong field is named at once', () => {
    const { problems } = check({ name: '123', phone: '12', email: 'a@b', street: '' })
    expect(Object.keys(problems ?? {}).toSorted()).toEqual(['email', 'name', 'phone', 'street'])
  })

  test('an email is optional and must be one', () => {
    expect(check({ email: '' }).address?.email).toBeNull()
    expect(check({ email: ' anh@vi.du.vn ' }).address?.email).toBe('anh@vi.du.vn')
    expect(check({ email: 'anh@' }).problems).toEqual({ email: expect.stringMatching(/Email/) })
  })
})

test('an address is one line without holes', () => {
  expect(addressText(['12 Trần Quang Khải', null, '', 'Hà Nội'])).toBe('12 Trần Quang Khải, Hà Nội')
})
