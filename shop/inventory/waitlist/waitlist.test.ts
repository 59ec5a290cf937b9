import { describe, expect, test } from 'vitest'
import {
  askAgainIn,
  offeredUntil,
  queueState,
  slotRequest,
} from '#shop/inventory/waitlist/waitlist.ts'

const now = new Date('2026-11-20T08:00:00Z')
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const waiting = { offered_until: null, position: 2, is_open: true, is_sold: false }
const gone = { state: 'gone', place: null, until: null }

describe('the queue state that a customer sees', () => {
  test.each([
    ['nobody waits', null, gone],
    ['waits', waiting, { state: 'waiting', place: 2, until: null }],
    [
      'offered',
      { ...waiting, offered_until: secondsLater(1) },
      { state: 'yours', place: null, until: secondsLater(1) },
    ],
    ['offered until now', { ...waiting, offered_until: now }, gone],
    ['the window is over', { ...waiting, is_open: false }, gone],
    [
      'offered, but the window is over',
      { ...waiting, offered_until: secondsLater(9), is_open: false },
      gone,
    ],
    ['all sold for good', { ...waiting, is_sold: true }, gone],
    [
      'offered, all others sold for good',
      { ...waiting, offered_until: secondsLater(9), is_sold: true },
      { state: 'yours', place: null, until: secondsLater(9) },
    ],
  ])('%s', (_name, facts, expected) => {
    expect(queueState(facts, now)).toEqual(expected)
  })
})

test('a slot is offered for a minute, and never after its window', () => {
  expect(offeredUntil(now, secondsLater(3_600))).toEqual(secondsLater(60))
  expect(offeredUntil(now, secondsLater(20))).toEqual(secondsLater(20))
})

test('a customer far behind asks less often', () => {
  const at = (position: number) => askAgainIn({ state: 'waiting', place: position, until: null })
  expect([at(1), at(20), at(21), at(1_000)]).toEqual([3, 3, 10, 10])
})

test('no waitlist for more than the limit, without a limit, without a quota or for an unknown customer', () => {
  const claim = {
    reason: 'flash' as const,
    name: '',
    item_id: 1,
    quantity: 1,
    quota_id: 5,
    customer_limit: { key: 'flash:1:2', max: 1 },
  }
  const request = {
    quota_id: 5,
    customer_key: '+84',
    quantity: 1,
    limit_key: 'flash:1:2',
    max_quantity: 1,
  }
  expect(slotRequest(claim, 1, '+84')).toEqual(request)
  expect(slotRequest(claim, 2, '+84')).toBeNull()
  expect(slotRequest(claim, 1, null)).toBeNull()
  expect(slotRequest({ ...claim, quota_id: null }, 1, '+84')).toBeNull()
  expect(slotRequest({ ...claim, customer_limit: null }, 1, '+84')).toBeNull()
})
