import { describe, expect, test } from 'vitest'
import { askAgainIn, keptUntil, placeState, slotAsk } from '#shop/inventory/waitlist/waitlist.ts'

const now = new Date('2026-11-20T08:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const waiting = { held_until: null, place: 2, is_open: true, is_sold: false }
const gone = { state: 'gone', place: null, until: null }

describe('what is told of a place', () => {
  test.each([
    ['nobody is in line', null, gone],
    ['waits', waiting, { state: 'waiting', place: 2, until: null }],
    [
      'kept',
      { ...waiting, held_until: later(1) },
      { state: 'yours', place: null, until: later(1) },
    ],
    ['kept until now', { ...waiting, held_until: now }, gone],
    ['the window is over', { ...waiting, is_open: false }, gone],
    ['kept, but the window is over', { ...waiting, held_until: later(9), is_open: false }, gone],
    ['all sold for good', { ...waiting, is_sold: true }, gone],
    [
      'kept, all others sold for good',
      { ...waiting, held_until: later(9), is_sold: true },
      { state: 'yours', place: null, until: later(9) },
    ],
  ])('%s', (_name, facts, told) => {
    expect(placeState(facts, now)).toEqual(told)
  })
})

test('a slot is kept for a minute, and never after its window', () => {
  expect(keptUntil(now, later(3_600))).toEqual(later(60))
  expect(keptUntil(now, later(20))).toEqual(later(20))
})

test('who is far behind asks less often', () => {
  const at = (place: number) => askAgainIn({ state: 'waiting', place, until: null })
  expect([at(1), at(20), at(21), at(1_000)]).toEqual([3, 3, 10, 10])
})

test('nobody waits for more than one may have, without a limit, or unknown', () => {
  const claim = {
    reason: 'flash' as const,
    name: '',
    item_id: 1,
    quantity: 1,
    quota_id: 5,
    customer_limit: { key: 'flash:1:2', most: 1 },
  }
  const place = { quota_id: 5, customer_key: '+84', quantity: 1, limit_key: 'flash:1:2', most: 1 }
  expect(slotAsk(claim, 1, '+84')).toEqual(place)
  expect(slotAsk(claim, 2, '+84')).toBeNull()
  expect(slotAsk(claim, 1, null)).toBeNull()
  expect(slotAsk({ ...claim, quota_id: null }, 1, '+84')).toBeNull()
  expect(slotAsk({ ...claim, customer_limit: null }, 1, '+84')).toBeNull()
})
