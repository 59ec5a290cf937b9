import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playTimeline } from '#shop/shipment/sandbox/play-timeline.ts'

const begin = new Date('2026-11-28T03:00:00Z')
const percent = fc.integer({ min: 0, max: 100 })
const chances = fc.record({
  ...{ step_s: fc.integer({ min: 1, max: 86_400 }), fail_percent: percent },
  ...{ return_percent: percent, lose_percent: percent, late_percent: percent },
  ...{ double_percent: percent, swap_percent: percent, drop_percent: percent },
})
const none = { fail_percent: 0, return_percent: 0, lose_percent: 0, late_percent: 0 }

test('no message tells what has not happened yet', () => {
  const drawn = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }))
  fc.assert(
    fc.property(chances, drawn, (settings, numbers) => {
      const lines = playTimeline(settings, begin, () => numbers.next().value ?? 0)
      const early = lines.filter(
        ({ send_at, happened_at }) => send_at !== null && send_at < happened_at,
      )
      expect(early).toEqual([])
    }),
  )
})

test('a swapped message comes after the one that follows it', () => {
  const settings = { ...none, step_s: 60, double_percent: 0, drop_percent: 0, swap_percent: 100 }
  const lines = playTimeline(settings, begin, () => 0.5)
  const sent = lines.toSorted((one, other) => Number(one.send_at) - Number(other.send_at))
  expect(sent.map(({ status }) => status)).toEqual(['delivered', 'delivering', 'picked', 'ready'])
})
