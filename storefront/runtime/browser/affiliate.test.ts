import { expect, test } from 'vitest'
import { readCookies } from '#pure/cookies.ts'
import { affiliateCookies } from '#storefront/runtime/browser/affiliate.ts'

const agreed = { secure: false, may_store: true }

test('a click of accesstrade is stored for 14 days and for 30 minutes (contract §9)', () => {
  expect(affiliateCookies('?utm_source=accesstrade&aff_sid=ats.67:Ab_c-1~2', agreed)).toEqual([
    'aff_session=ats.67%3AAb_c-1~2; Path=/; Max-Age=1209600; SameSite=Lax',
    'aff_short_session=ats.67%3AAb_c-1~2; Path=/; Max-Age=1800; SameSite=Lax',
  ])
  const stored = readCookies('a=1; aff_session=ats.67%3AAb_c-1~2')
  expect(stored.get('aff_session')).toBe('ats.67:Ab_c-1~2')
})

test.each(['?utm_source=google', '?utm_source=accesstrade', '?utm_source=accesstrade&aff_sid=<x>'])(
  '%s clears both, also without consent',
  (search) => {
    for (const may_store of [true, false]) {
      const lines = affiliateCookies(search, { secure: true, may_store })
      expect(lines.map((line) => line.split(';')[0])).toEqual([
        'aff_session=',
        'aff_short_session=',
      ])
      expect(lines.every((line) => line.includes('Max-Age=0'))).toBe(true)
    }
  },
)

test('nothing is stored without consent, and an address without a source changes nothing', () => {
  const click = '?utm_source=accesstrade&aff_sid=abc'
  expect(affiliateCookies(click, { secure: false, may_store: false })).toEqual([])
  for (const search of ['', '?aff_sid=abc', '?utm_source=']) {
    expect(affiliateCookies(search, agreed)).toEqual([])
  }
})
