import { expect, test } from 'vitest'
import type { FlashState } from '#contracts/price-parts.ts'
import { priceStory } from '#storefront/pages/product/about/price-story.ts'

const now = new Date('2026-11-20T08:00:00Z')
const days = [
  { day: '2026-09-01', price: 1_000_000 },
  { day: '2026-10-01', price: 800_000 },
  { day: '2026-11-01', price: 900_000 },
]
const known = { days, price: 900_000, next: null, now }
const next = (amount: number) => ({ at: '2026-11-21T03:00:00.000Z', amount })

test('says to wait only for a lower price that is planned', () => {
  expect(priceStory({ ...known, next: next(850_000) })?.advice).toEqual({
    title: 'Nên đợi',
    text: 'Từ 10:00 ngày 21/11 giá còn 850.000đ, rẻ hơn bây giờ 50.000đ.',
  })
  expect(priceStory(known)?.advice).toEqual({
    title: 'Có thể đợi',
    text: 'Giá thấp nhất 80 ngày qua là 800.000đ (01/10). Chưa có đợt giảm giá nào được công bố.',
  })
})

test('says to buy before a price rises, and at the lowest price', () => {
  expect(priceStory({ ...known, price: 700_000, next: next(900_000) })?.advice).toEqual({
    title: 'Nên mua',
    text: 'Giá hiện tại thấp nhất 80 ngày qua. Từ 10:00 ngày 21/11 giá lên 900.000đ.',
  })
  expect(priceStory({ ...known, price: 800_000 })?.advice.title).toBe('Nên mua')
})

test('tells guests of a flash sale for members alone, if nothing for everybody is as cheap', () => {
  const flash: FlashState = {
    ...{ flash_sale_id: 1, flash_sale_item_id: 1, name: 'Flash', state: 'coming', price: 600_000 },
    ...{ starts_at: '2026-11-21T02:00:00.000Z', ends_at: '2026-11-21T05:00:00.000Z' },
    ...{ slots: 5, slots_left: 5, slots_reserved: 0, per_customer: 1 },
    ...{ is_online_only: true, needs_member: true },
  }
  expect(priceStory({ ...known, flash })?.advice).toEqual({
    title: 'Nên đợi',
    text: 'Từ 09:00 ngày 21/11 thành viên Smember mua giá 600.000đ, rẻ hơn bây giờ 300.000đ.',
  })
  expect(priceStory({ ...known, flash: { ...flash, state: 'running' } })?.advice).toEqual({
    title: 'Nên mua',
    text: 'Thành viên Smember đang mua được giá 600.000đ, rẻ hơn bây giờ 300.000đ.',
  })
  const others = [
    { flash: { ...flash, state: 'sold_out' as const } },
    { flash: { ...flash, needs_member: false } },
    { flash, next: next(500_000) },
  ]
  for (const other of others) {
    expect(priceStory({ ...known, ...other })?.advice.text).not.toContain('Smember')
  }
})

test('says that nothing changes when nothing did', () => {
  const same = { ...known, days: [{ day: '2026-11-10', price: 900_000 }] }
  expect(priceStory(same)?.advice.title).toBe('Mua lúc nào cũng vậy')
})

test('draws steps and lists periods, the newest first', () => {
  const story = priceStory({ ...known, next: next(1_100_000) })
  expect(story?.graph).toMatchObject({
    since: '01/09',
    highest: '1.000.000đ',
    lowest: '800.000đ',
    line: 'M0 35H107V88H217V61H284V61',
    later: 'M284 61V8H320',
  })
  expect(story?.periods).toEqual([
    { days: '01/11 – nay', price: '900.000đ' },
    { days: '01/10 – 31/10', price: '800.000đ' },
    { days: '01/09 – 30/09', price: '1.000.000đ' },
  ])
})

test('names the top and the bottom of the drawing by what they are', () => {
  const marks = (more: Partial<Parameters<typeof priceStory>[0]>) =>
    priceStory({ ...known, ...more })?.graph.marks
  const [highest, lowest] = [
    { label: 'Cao nhất', price: '1.000.000đ' },
    { label: 'Thấp nhất', price: '800.000đ' },
  ]
  expect(marks({})).toEqual([highest, lowest])
  expect(marks({ next: next(900_000) })).toEqual([highest, lowest])
  expect(marks({ next: next(600_000) })).toEqual([highest, { label: 'Sắp tới', price: '600.000đ' }])
  expect(marks({ next: next(1_100_000) })).toEqual([
    { label: 'Sắp tới', price: '1.100.000đ' },
    lowest,
  ])
  const same = [{ day: '2026-11-10', price: 900_000 }]
  expect(marks({ days: same })).toEqual([{ label: 'Không đổi', price: '900.000đ' }])
})

test('tells nothing without a recorded day', () => {
  expect(priceStory({ ...known, days: [] })).toBeNull()
})
