import { expect, test } from 'vitest'
import { statementNames } from '#platform/database/statement-names.ts'

test('the same text has the same name, another text has another', () => {
  const nameOf = statementNames()
  const name = nameOf('select 1 from product where product_id = $1')?.name
  expect(name).toBe(nameOf('select 1 from product where product_id = $1')?.name)
  expect(name).not.toBe(nameOf('select 2 from product where product_id = $1')?.name)
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

test.each([
  ['select 1 from product', true],
  ['\n  with a as (select updated_at from product) select * from a', true],
  ['select 1 from product for no key update', false],
  ['select 1 from product for share', false],
  ['with gone as (delete from cart returning 1) select * from gone', false],
  ['select pg_try_advisory_lock(1)', false],
  ['insert into cart default values', false],
])('%s is a plain read: %s', (text, is_plain_read) => {
  expect(statementNames()(text)?.is_plain_read).toBe(is_plain_read)
})
