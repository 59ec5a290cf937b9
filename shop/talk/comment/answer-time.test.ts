import { expect, test } from 'vitest'
import { answerDue } from '#shop/talk/comment/answer-time.ts'

test.each([
  ['08:00', '2026-11-20T09:00'],
  ['15:20', '2026-11-20T16:20'],
  ['21:59', '2026-11-20T22:59'],
  ['22:00', '2026-11-21T09:00'],
  ['23:30', '2026-11-21T09:00'],
  ['00:10', '2026-11-20T09:00'],
  ['07:59', '2026-11-20T09:00'],
])('what is asked at %s is answered until %s', (time, due) => {
  const asked = new Date(`2026-11-20T${time}:00+07:00`)
  expect(answerDue(asked)).toEqual(new Date(`${due}:00+07:00`))
})
