import { describe, expect, test } from 'vitest'
import { promiseText } from '#pure/delivery-text.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import {
  type ClosedDay,
  homePromise,
  isRural,
  openDayAfter,
  pickupPromise,
  pickupPromises,
} from '#shop/delivery/delivery-promise.ts'

const rules = {
  ...{ cut_off: '17:00', near_hours: 2, prepare_minutes: 60 },
  ...{ away_days: 3, rural_days: 1 },
}
const shop = { shop_id: 1, name: 'Võ Thị Sáu', time_opening: '08:00 - 21:30' }
const at = (text: string) => new Date(`${text}:00+07:00`)
const factsAt = (text: string, closed_days: ClosedDay[] = []) => ({
  ...{ now: at(text), rules, closed_days },
})
const tet = ['2026-11-21', '2026-11-22'].map((day) => ({ day, shop_id: null }))

describe('when an order can be collected', () => {
  test.each([
    ['2026-11-20T16:20', 'Nhận 17:40 hôm nay tại Võ Thị Sáu', '2026-11-20T16:40'],
    ['2026-11-20T05:00', 'Nhận 09:00 hôm nay tại Võ Thị Sáu', '2026-11-20T08:00'],
    ['2026-11-20T20:15', 'Nhận 21:30 hôm nay tại Võ Thị Sáu', '2026-11-20T20:30'],
    ['2026-11-20T20:16', 'Nhận 09:00 ngày mai tại Võ Thị Sáu', '2026-11-21T00:00'],
  ])('at %s: %s, until %s', (now, text, until) => {
    const promise = pickupPromise(factsAt(now), shop)
    expect(promiseText(promise, vietnamDay(at(now)))).toBe(text)
    expect(promise.until).toBe(at(until).toISOString())
  })

  test('not on a closed day, of all shops or of this one', () => {
    const textOf = (closed_days: ClosedDay[]) =>
      promiseText(pickupPromise(factsAt('2026-11-20T21:00', closed_days), shop), '2026-11-20')
    expect(textOf(tet)).toBe('Nhận 09:00 ngày 23/11 tại Võ Thị Sáu')
    expect(textOf([{ day: '2026-11-21', shop_id: 1 }])).toContain('ngày 22/11')
    expect(textOf([{ day: '2026-11-21', shop_id: 2 }])).toContain('ngày mai')
    const closed_now = factsAt('2026-11-21T10:00', tet)
    expect(promiseText(pickupPromise(closed_now, shop), null)).toBe(
      'Nhận 09:00 ngày 23/11 tại Võ Thị Sáu',
    )
  })

  test.each([
    [840, '2026-11-20T05:00'],
    [1_440, '2026-11-20T10:00'],
    [1_440, '2026-11-20T23:00'],
  ])('%s minutes of work, more than a day has: at %s', (minutes, now) => {
    const facts = { ...factsAt(now), rules: { ...rules, prepare_minutes: minutes } }
    const day = '2026-11-22'
    expect(pickupPromise(facts, shop)).toMatchObject({ day, time: '08:00' })
    const closed_days = [{ day, shop_id: null }]
    expect(pickupPromise({ ...facts, closed_days }, shop).day > day).toBe(true)
  })

  test('for several shops at once: each by its own hours, days and name', () => {
    const facts = factsAt('2026-11-20T20:30', [{ day: '2026-11-21', shop_id: 3 }])
    const shops = [
      { shop_id: 1, name: 'Võ Thị Sáu', time_opening: '08:00 - 21:30' },
      { shop_id: 2, name: 'Quang Trung', time_opening: '08:00 - 21:30' },
      { shop_id: 3, name: 'Nguyễn Oanh', time_opening: '08:00 - 21:30' },
      { shop_id: 4, name: 'Phú Nhuận', time_opening: '09:00 - 22:00' },
    ]
    expect(pickupPromises(facts, shops)).toEqual(
      shops.map((one) => ({ shop_id: one.shop_id, promise: pickupPromise(facts, one) })),
    )
  })

  test('without an hour where the opening hours are not known', () => {
    const promise = pickupPromise(factsAt('2026-11-20T10:00'), { ...shop, time_opening: 'Cả ngày' })
    expect(promiseText(promise, '2026-11-20')).toBe('Nhận ngày mai tại Võ Thị Sáu')
  })
})

describe('when a delivery arrives', () => {
  test.each([
    ['2026-11-20T15:10', true, false, 'Giao trước 17:30 hôm nay'],
    ['2026-11-20T06:00', true, false, 'Giao trước 10:00 hôm nay'],
    ['2026-11-20T17:00', true, false, 'Giao ngày mai'],
    ['2026-11-20T15:10', true, true, 'Giao ngày mai'],
    ['2026-11-20T15:10', false, false, 'Giao ngày 23/11'],
    ['2026-11-20T17:00', false, true, 'Giao ngày 25/11'],
  ])('at %s, near: %s, rural: %s: %s', (now, is_near, is_rural, text) => {
    expect(promiseText(homePromise(factsAt(now), { is_near, is_rural }), '2026-11-20')).toBe(text)
  })

  test('never on a closed day, and a closed day is no day of the way', () => {
    const on = (now: string, is_near: boolean) =>
      homePromise(factsAt(now, tet), { is_near, is_rural: false }).day
    expect(on('2026-11-20T18:00', true)).toBe('2026-11-23')
    expect(on('2026-11-21T10:00', true)).toBe('2026-11-24')
    expect(on('2026-11-20T10:00', false)).toBe('2026-11-25')
  })
})

test('a promise is never earlier than its until, and until is not before now', () => {
  for (let minute = 0; minute < 1_440; minute += 7) {
    const now = new Date(at('2026-11-20T00:00').getTime() + minute * 60_000)
    const facts = { now, rules, closed_days: [] }
    const promises = [
      pickupPromise(facts, shop),
      homePromise(facts, { is_near: true, is_rural: false }),
      homePromise(facts, { is_near: false, is_rural: true }),
    ]
    for (const { day, time, until } of promises) {
      expect(new Date(until) >= now).toBe(true)
      expect(at(`${day}T${time ?? '23:59'}`) >= now).toBe(true)
    }
  }
})

test('days and wards', () => {
  expect(openDayAfter('2026-11-20', 3, [])).toBe('2026-11-23')
  expect(openDayAfter('2026-11-20', 3, tet)).toBe('2026-11-25')
  expect([isRural('Phường Tân Định'), isRural('Xã Bình Hưng'), isRural(null)]).toEqual([
    ...[false, true, false],
  ])
})
