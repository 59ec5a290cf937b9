import { describe, expect, test } from 'vitest'
import { clickIdCookie } from '#storefront/runtime/browser/click-id.ts'

describe('the click id of an ad', () => {
  test('is stored for seven days for all paths, SameSite=Lax (contract §9)', () => {
    expect(clickIdCookie('?utm_source=google&gclid=Cj0KCQ_a-b.1', false)).toBe(
      'gclid=Cj0KCQ_a-b.1; Path=/; Max-Age=604800; SameSite=Lax',
    )
    expect(clickIdCookie('?gclid=x', true)).toMatch(/; Secure$/)
  })

  test('may have 200 characters', () => {
    expect(clickIdCookie(`?gclid=${'x'.repeat(200)}`, false)).not.toBeNull()
    expect(clickIdCookie(`?gclid=${'x'.repeat(201)}`, false)).toBeNull()
  })

  test.each([
    '',
    '?',
    '?gclid=',
    '?gclid=a;%20Domain=evil.example',
    '?gclid=a%0d%0aSet-Cookie:%20x=1',
    '?gclid=%3Cscript%3E',
    '?gclid=a%00b',
    '?gclid=é',
    '?GCLID=abc',
    '?gclid=%E0%A4%A',
  ])('%j contains none', (search) => {
    expect(clickIdCookie(search, false)).toBeNull()
  })
})
