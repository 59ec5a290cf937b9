import { expect, test } from 'vitest'
import { doneAt, dueOf, mayAskExchange } from '#shop/repair/ticket/ticket-money.ts'

const promised_at = new Date('2026-11-22T10:00:00Z')
const warranty = { kind: 'part_warranty', promised_at, warranty_count: 1 }
const events = [
  { state: 'received', happened_at: '2026-11-20T03:00:00.000Z' },
  { state: 'ready', happened_at: '2026-11-21T03:00:00.000Z' },
  { state: 'handed_over', happened_at: '2026-11-30T03:00:00.000Z' },
] as const

test('a repair that was ready in time is not late because its customer came late', () => {
  const done_at = doneAt('handed_over', events)
  expect(done_at).toEqual(new Date('2026-11-21T03:00:00Z'))
  expect(mayAskExchange({ ...warranty, done_at }, new Date('2026-12-01'))).toBe(false)
})

test('one that is not done at the promised time is late, and so is one that was done later', () => {
  expect(doneAt('repairing', events)).toBeNull()
  expect(mayAskExchange({ ...warranty, done_at: null }, new Date('2026-11-23'))).toBe(true)
  const late = new Date('2026-11-22T11:00:00Z')
  expect(mayAskExchange({ ...warranty, done_at: late }, late)).toBe(true)
  expect(mayAskExchange({ ...warranty, kind: 'repair', done_at: late }, late)).toBe(false)
})

test('a repair that was given up costs its fee and the parts that stay in the device', () => {
  const lines = [
    { price: 900_000, state: 'used' },
    { price: 200_000, state: 'dropped' },
  ]
  const given_up = { state: 'refused', refusal_fee: 50_000, lines, paid: 100_000 } as const
  expect(dueOf(given_up)).toBe(850_000)
})
