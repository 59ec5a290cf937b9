import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttledLog } from '#platform/observe/throttled-log.ts'
import { createLog } from '#platform/observe/log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('of a thousand refusals in a second twenty are logged, and then the number of the others', () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const log = createLog({ service: 'test', level: 'info', destination })
  const logOften = throttledLog()
  const refuse = (code: string) => logOften(log, 'info', code, { code }, 'refused')
  for (let n = 0; n < 1_000; n++) refuse('sold_out')
  refuse('quote_not_found')
  expect(lines).toHaveLength(21)
  vi.advanceTimersByTime(1_000)
  expect(lines).toHaveLength(22)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ code: 'sold_out', times: 980 })
  refuse('sold_out')
  expect(lines).toHaveLength(23)
})
