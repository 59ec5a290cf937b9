import { expect, test } from 'vitest'
import type { ProductPromotion } from '#contracts/storefront/catalog.ts'
import {
  hourAndDay,
  promotionGroups,
  validUntil,
} from '#storefront/pages/product/promotion-texts.ts'

const promotion = (changes: Partial<ProductPromotion>): ProductPromotion => ({
  uuid: 'a',
  kind: 'catalogue',
  name: 'Giảm ngay 500.000đ',
  description: '',
  choice_group: null,
  gift: null,
  quota_left: null,
  per_customer: null,
  valid_until: null,
  item_ids: null,
  ...changes,
})
const color = { item_id: 7 }

test('groups alternatives and marks the one included in the price', () => {
  const promotions = [
    promotion({ uuid: 'gift', kind: 'gift', choice_group: 'one' }),
    promotion({ uuid: 'off', choice_group: 'one' }),
    promotion({ uuid: 'other' }),
    promotion({ uuid: 'elsewhere', item_ids: [8] }),
    promotion({ uuid: 'member', kind: 'member' }),
  ]
  const [choice, other, ...none] = promotionGroups(promotions, { ...color, applied: ['off'] })
  expect(choice).toMatchObject({ is_choice: true, taken: 'off', name: 'chosen_promotions[0]' })
  expect(choice?.note).toMatch(/đã gồm “Giảm ngay 500.000đ”/)
  expect(choice?.promotions.map(({ uuid }) => uuid)).toEqual(['gift', 'off'])
  expect(other).toMatchObject({ is_choice: false, taken: null, note: null })
  expect(none).toEqual([])
  expect(promotionGroups(promotions, color)[0]?.taken).toBe('gift')
})

test('price and promotions are valid until the first of them ends', () => {
  const promotions = [
    promotion({ valid_until: '2026-09-20T16:00:00.000Z' }),
    promotion({ uuid: 'b', kind: 'member', valid_until: '2026-09-16T16:00:00.000Z' }),
  ]
  expect(validUntil({ promotions }, color)).toBe('2026-09-20T16:00:00.000Z')
  expect(validUntil({ promotions }, { ...color, valid_until: '2026-09-19T16:00:00.000Z' })).toBe(
    '2026-09-19T16:00:00.000Z',
  )
  expect(validUntil({ promotions: [] }, color)).toBeNull()
  expect(hourAndDay('2026-09-20T16:00:00.000Z')).toBe('23:00 | 20/09')
})
