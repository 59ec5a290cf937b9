import { describe, expect, test } from 'vitest'
import { quote } from '#contracts/storefront/quote.ts'
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
      salutation: null,
      name: 'Nguyễn Thị Ánh',
      phone: '0912345678',
      email: null,
      recipient_name: null,
      recipient_phone: null,
      note: null,
      promotion_announcement: false,
      company_invoice: null,
      data_transfer: false,
      goes_to: {
        method: 'home_delivery',
        province_id: 30,
        province_code: null,
        district_id: null,
        ward_id: null,
        new_ward_id: null,
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

  test('all wrong fields are returned at once', () => {
    const { problems } = check({ name: '123', phone: '12', email: 'a@b', street: '' })
    expect(Object.keys(problems ?? {}).toSorted()).toEqual(['email', 'name', 'phone', 'street'])
  })

  test('an email is optional and must be valid', () => {
    expect(check({ email: '' }).address?.email).toBeNull()
    expect(check({ email: ' anh@vi.du.vn ' }).address?.email).toBe('anh@vi.du.vn')
    expect(check({ email: 'anh@' }).problems).toEqual({ email: expect.stringMatching(/Email/) })
  })
})

describe('a ward', () => {
  test('with its id needs no province', () => {
    expect(check({ province_id: '', ward_id: '26740' }).address?.goes_to).toMatchObject({
      ward_id: 26_740,
      province_id: null,
    })
  })

  test('is required if only the province is known', () => {
    const missing = check({ province_id: '', province_code: '79', ward_name: '' })
    expect(missing.problems).toEqual({ ward_id: 'Vui lòng chọn phường, xã.' })
    expect(check({ province_id: '' }).problems).toHaveProperty('province_id')
  })
})

describe('an invoice for a company', () => {
  const company = {
    wants_company_invoice: '1',
    company_name: 'Công ty TNHH Ánh Sao',
    company_tax_code: '0314 409 058',
    company_address: '1 Lê Lợi, Phường Sài Gòn, TP.HCM',
    company_email: 'ketoan@anhsao.vn',
  }

  test('has a name, a checked tax code, an address and an e-mail', () => {
    expect(check(company).address?.company_invoice).toEqual({
      name: 'Công ty TNHH Ánh Sao',
      tax_code: '0314409058',
      address: '1 Lê Lợi, Phường Sài Gòn, TP.HCM',
      email: 'ketoan@anhsao.vn',
    })
  })

  test('returns all missing or wrong fields', () => {
    expect(Object.keys(check({ wants_company_invoice: 'on' }).problems ?? {})).toEqual(
      expect.arrayContaining(['company_name', 'company_tax_code', 'company_address']),
    )
    const wrong = check({ ...company, company_tax_code: '0314409059', company_email: 'a@' })
    expect(wrong.problems).toEqual({
      company_tax_code: expect.stringMatching(/không đúng/),
      company_email: expect.stringMatching(/Email/),
    })
  })

  test('is not created or checked if it is not wanted', () => {
    const { wants_company_invoice: _, ...typed } = company
    expect(check({ ...typed, company_tax_code: '1' }).address?.company_invoice).toBeNull()
  })
})

test('consent to announcements must be given, it is never the default', () => {
  expect(check({}).address?.promotion_announcement).toBe(false)
  expect(check({ promotion_announcement: 'on' }).address?.promotion_announcement).toBe(true)
})

test('an address is one line without empty parts', () => {
  expect(addressText(['12 Trần Quang Khải', null, '', 'Hà Nội'])).toBe('12 Trần Quang Khải, Hà Nội')
})
