import { expect, test } from 'vitest'
import { statementNames } from '#platform/database/statement-names.ts'

test('the same text has the same name, another text has another', () => {
  const nameOf = statementNames()
  const name = nameOf('select 1 from product where product_id = $1')
  expect(name).toBe(nameOf('select 1 from product where product_id = $1'))
  expect(name).not.toBe(nameOf('select 2 from product where product_id = $1'))
})

test('a statement that begins with a comment has a name: it is not planned at each call', () => {
  expect(statementNames()('\n  -- newest first\n  select 1')).not.toBeNull()
})

test('statements that are not repeated stay unnamed', () => {
  const nameOf = statementNames()
  for (const text of ['begin', 'commit', 'savepoint a', 'set local lock_timeout = 1']) {
    expect(nameOf(text)).toBeNull()
  }
})

test('a caller with always new texts cannot fill the database with plans', () => {
  const nameOf = statementNames()
  const names = Array.from({ length: 2_000 }, (_, n) => nameOf(`select ${n}`))
  expect(names.filter((name) => name !== null).length).toBeLessThanOrEqual(500)
  expect(names.at(-1)).toBeNull()
})
