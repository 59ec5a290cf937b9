import { expect, test } from 'vitest'
import { isNamedProvince } from '#pure/vietnamese/province-words.ts'

const ho_chi_minh = ['Hồ Chí Minh', 'Bà Rịa - Vũng Tàu', 'Bình Dương']

test.each([
  ...['', 'hồ chí', 'Ho Chi Minh', 'TP.HCM', 'tphcm', 'tp hồ chí minh', 'Thành phố Hồ Chí Minh'],
  ...['HCM', 'sài gòn', 'sai', 'Bình Dương', 'tỉnh Bình Dương', 'vũng tàu', 'ba ria-vung tau'],
])('%j finds Hồ Chí Minh', (typed) => expect(isNamedProvince(ho_chi_minh, typed)).toBe(true))

test.each(['Hà Nội', 'hn', 'đồng nai', 'tp huế'])('%j does not', (typed) =>
  expect(isNamedProvince(ho_chi_minh, typed)).toBe(false),
)

test('the kind in front and a former name do not decide', () => {
  expect(isNamedProvince(['Đồng Nai', 'Bình Phước'], 'tỉnh Đồng Nai')).toBe(true)
  expect(isNamedProvince(['Đồng Nai', 'Bình Phước'], 'thành phố đồng nai')).toBe(true)
  expect(isNamedProvince(['Huế'], 'Thừa Thiên Huế')).toBe(true)
  expect(isNamedProvince(['Hà Tĩnh'], 'tinh')).toBe(true)
})
