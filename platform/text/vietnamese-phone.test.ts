import { describe, expect, test } from 'vitest'
import { nationalForm, readMobile, storedForm } from '#platform/text/vietnamese-phone.ts'

describe('readMobile', () => {
  test.each([
    '0912345678',
    '+84912345678',
    '84912345678',
    '0084912345678',
    '+84 0912 345 678',
    '+84 (0) 912 345 678',
    '0912.345.678',
    '0912-345-678',
    '(091) 234 5678',
    ' 091 234 5678 ',
    '０９１２３４５６７８',
    '＋84 912 345 678',
    '0912\u00a0345\u00a0678',
    '0912–345–678',
  ])('%j is the mobile +84912345678', (text) => {
    expect(readMobile(text)).toEqual({ e164: '+84912345678', problem: null })
  })

  test.each([
    ...['0522345678', '0523456789', '0528123456', '0559123456', '0561234567', '0581234567'],
    ...['0591234567', '0701234567', '0775123456', '0876123456', '0879123456', '0896123456'],
    ...['0899123456', '0321234567', '0391234567', '0981234567'],
  ])('%s belongs to a mobile network', (text) => {
    expect(readMobile(text).e164).toBe(`+84${text.slice(1)}`)
  })

  test.each([
    ...['0521234567', '0551234567', '0891234567', '0711234567', '0801234567'],
    ...['0501234567', '0531234567', '0541234567', '0571234567'],
    ...['', 'abc', '091234567', '09123456789', '912345678', '+1 202 555 0143', '+840', '0'],
    ...['abc0912345678', '0912345678;ext=5', '0912345678 hoặc 0987654321', '٠٩١٢٣٤٥٦٧٨'],
    ...['+84+84912345678', '0'.repeat(15), '0912345678\u0000'],
  ])('%j is no mobile number', (text) => {
    expect(readMobile(text)).toEqual({ e164: null, problem: expect.stringMatching(/10 chữ số/) })
  })

  test.each([
    ['01234567890', '0123', '083'],
    ['0168 234 5678', '0168', '038'],
    ['+84 120 345 6789', '0120', '070'],
    ['01993456789', '0199', '059'],
  ])('%s gets a hint of the new prefix and is not converted', (text, old, now) => {
    expect(readMobile(text)).toEqual({
      e164: null,
      problem: `Đầu số ${old} đã đổi thành ${now}. Vui lòng nhập số mới có 10 chữ số.`,
    })
  })

  test.each([
    ...['0301234567', '0312345678', '031 382 2111', '+84 31 382 2111', '0511234567'],
    ...['0511 382 2111', '0084312345678', '(030) 387 1156', '0313.822.111'],
  ])('%s is the number of a former landline', (text) => {
    expect(readMobile(text)).toEqual({
      e164: null,
      problem: expect.stringMatching(/số máy bàn cũ/),
    })
  })

  test.each(['030', '0311', '031234567890123'])('%s is too short or too long for one', (text) => {
    expect(readMobile(text).problem).not.toMatch(/máy bàn/)
  })

  test('landlines and hotlines get different messages', () => {
    expect(readMobile('028 3822 1111').problem).toMatch(/cố định/)
    expect(readMobile('+84 28 3822 1111').problem).toMatch(/cố định/)
    expect(readMobile('1900 1234').problem).toMatch(/tổng đài/)
    expect(readMobile('1800 2064').problem).toMatch(/tổng đài/)
  })
})

test('a stored number is shown in the national form', () => {
  expect(nationalForm('+84912345678')).toBe('0912345678')
  expect(storedForm('0912345678')).toBe('+84912345678')
})
