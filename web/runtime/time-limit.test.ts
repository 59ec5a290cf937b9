import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { form_limit_ms, withLimit } from '#web/runtime/time-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a load ends after ten seconds (contract §9), a form later', () => {
  const { signal } = new AbortController()
  const [load, form] = [withLimit(signal), withLimit(signal, form_limit_ms)]
  vi.advanceTimersByTime(9_999)
  expect([load.aborted, form.aborted]).toEqual([false, false])
  vi.advanceTimersByTime(1)
  expect([load.aborted, form.aborted]).toEqual([true, false])
  expect(load.reason).toMatchObject({ name: 'TimeoutError' })
  vi.advanceTimersByTime(form_limit_ms)
  expect(form.aborted).toBe(true)
})

test('the request also ends with the navigation it belongs to, before or after it began', () => {
  const navigation = new AbortController()
  const load = withLimit(navigation.signal)
  navigation.abort(new DOMException('Left', 'AbortError'))
  expect(load.reason).toMatchObject({ name: 'AbortError' })
  expect(withLimit(navigation.signal).reason).toMatchObject({ name: 'AbortError' })
})
