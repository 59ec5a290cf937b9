import { expect, test } from 'vitest'
import { queryOf } from '#platform/http/request-query.ts'

test.each([
  ['/a', {}],
  ['/a?', {}],
  ['/a?b=1&c=%3F', { b: '1', c: '?' }],
  ['/a?b=what?&c=2', { b: 'what?', c: '2' }],
])('%s', (url, fields) => {
  expect(Object.fromEntries(queryOf(url))).toEqual(fields)
})
