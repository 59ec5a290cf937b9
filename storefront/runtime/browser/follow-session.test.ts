import { expect, test } from 'vitest'
import { autoLoginAnswer } from '#storefront/runtime/browser/follow-session.ts'

test('a message of the member site needs the auto-login flag, code and state (contract §5)', () => {
  const answer = { auto_login: true, code: 'c', state: 's' }
  expect(autoLoginAnswer(answer)).toEqual({ code: 'c', state: 's' })
  const { auto_login: _flag, ...response } = answer
  expect(autoLoginAnswer({ type: 'authorization_response', response })).toEqual(response)
  const others: unknown[] = [
    ...[{ type: 'authorization_response' }, { type: 'other', response }],
    ...[null, undefined, 'auto_login', 1, [], {}],
    ...[
      { ...answer, auto_login: 'true' },
      { ...answer, auto_login: false },
    ],
    ...[
      { ...answer, code: '' },
      { ...answer, state: '' },
      { ...answer, code: {} },
    ],
    ...[
      { auto_login: true, code: 'c' },
      { code: 'c', state: 's' },
    ],
  ]
  for (const other of others) expect(autoLoginAnswer(other)).toBeNull()
})
