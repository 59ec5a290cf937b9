import { describe, expect, test } from 'vitest'
import type { FlashState } from '#contracts/price-parts.ts'
import {
  countdownText,
  dayOf,
  hour,
  hourAndDay,
  ruleText,
  slotText,
} from '#storefront/commerce/flash-sale/flash-texts.ts'

const flash: FlashState = {
  flash_sale_id: 1,
  flash_sale_item_id: 2,
  name: 'Khung 09h',
  state: 'running',
  price: 1_000,
  starts_at: '2026-11-21T02:00:00.000Z',
  ends_at: '2026-11-21T17:30:00.000Z',
  slots: 10,
  slots_left: 3,
  slots_reserved: 0,
  per_customer: 1,
  is_online_only: true,
  needs_member: false,
}

test('a countdown has two digits per part and counts days as hours', () => {
  expect(countdownText(0)).toBe('00:00:00')
  expect(countdownText(0.9)).toBe('00:00:01')
  expect(countdownText(2 * 3_600 + 14 * 60 + 33)).toBe('02:14:33')
  expect(countdownText(50 * 3_600)).toBe('50:00:00')
})

test('times are those of Vietnam', () => {
  expect(hourAndDay(flash.ends_at)).toBe('00:30 | 22/11')
  expect(hour(flash.starts_at)).toBe('09:00')
  expect(dayOf(flash.ends_at)).toBe('22/11')
})

describe('text of slots', () => {
  test.each([
    [{}, 'Còn 3/10 suất'],
    [{ state: 'coming' as const }, '10 suất, mở bán 09:00'],
    [{ state: 'sold_out' as const, slots_left: 0 }, 'Đã hết suất'],
    [{ state: 'sold_out' as const, slots_left: 0, slots_reserved: 2 }, 'Tạm hết suất'],
  ])('%o', (change, text) => {
    expect(slotText({ ...flash, ...change })).toBe(text)
  })

  test('the rules name the payment and the quantity per customer', () => {
    expect(ruleText(flash)).toBe(
      'Chỉ áp dụng khi thanh toán online — Mỗi SĐT chỉ được mua 1 sản phẩm cùng loại',
    )
    expect(ruleText({ is_online_only: false, needs_member: false, per_customer: 2 })).toBe(
      'Mỗi SĐT chỉ được mua 2 sản phẩm cùng loại',
    )
    expect(ruleText({ is_online_only: false, needs_member: true, per_customer: 2 })).toBe(
      'Dành riêng Smember — Mỗi SĐT chỉ được mua 2 sản phẩm cùng loại',
    )
  })
})
