import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthsSince, type PricedDevice, suggestedPrice } from '#shop/inventory/used/used-price.ts'

const device: PricedDevice = {
  ...{ new_price: 20_000_000, grade: 'good', battery: 92, months_used: 0, days_listed: 0 },
}

test.each([
  [{}, 16_000_000],
  [{ grade: 'activated' }, 18_400_000],
  [{ grade: 'scratched', months_used: 12 }, 12_000_000],
  [{ battery: 80 }, 15_000_000],
  [{ battery: null }, 16_000_000],
  [{ days_listed: 29 }, 16_000_000],
  [{ days_listed: 61 }, 15_040_000],
  [{ months_used: 999, days_listed: 999 }, 5_440_000],
] as const)('%j costs %i', (changes, price) => {
  expect(suggestedPrice({ ...device, ...changes })).toBe(price)
})

const any_device = fc.record({
  new_price: fc.integer({ min: 100_000, max: 100_000_000 }),
  grade: fc.constantFrom(
    'activated' as const,
    'swapped' as const,
    'good' as const,
    'scratched' as const,
  ),
  battery: fc.option(fc.integer({ min: 1, max: 100 })),
  months_used: fc.integer({ min: 0, max: 120 }),
  days_listed: fc.integer({ min: 0, max: 400 }),
})

test('a suggestion is a multiple of 10.000đ below the new price, and falls with age, wear and days', () => {
  fc.assert(
    fc.property(any_device, (one) => {
      const price = suggestedPrice(one)
      expect(price % 10_000).toBe(0)
      expect(price).toBeGreaterThan(0)
      expect(price).toBeLessThan(one.new_price)
      expect(suggestedPrice({ ...one, months_used: one.months_used + 1 })).toBeLessThanOrEqual(
        price,
      )
      expect(suggestedPrice({ ...one, days_listed: one.days_listed + 30 })).toBeLessThanOrEqual(
        price,
      )
      const battery = Math.max(1, (one.battery ?? 100) - 5)
      expect(suggestedPrice({ ...one, battery })).toBeLessThanOrEqual(price)
    }),
  )
})

test('months of use begin at zero, also for a day in the future', () => {
  const now = new Date('2026-11-20T00:00:00Z')
  expect(monthsSince('2026-10-20', now)).toBe(1)
  expect(monthsSince('2027-01-01', now)).toBe(0)
  expect(monthsSince(null, now)).toBe(0)
})
