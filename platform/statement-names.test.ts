import { expect, test } from 'vitest'
import { statementName } from '#platform/statement-names.ts'

test('the same text has the same name, another text another', () => {
  const name = statementName('select 1 from product where product_id = $1')
  expect(name).toBe(statementName('select 1 from product where product_id = $1'))
  expect(name).not.toBe(statementName('select 2 from product where product_id = $1'))
})

test('what is not repeated stays unnamed', () => {
  for (const text of ['begin', 'commit', 'savepoint a', 'set local lock_timeout = 1']) {
    expect(statementName(text)).toBeNull()
  }
})

test('a caller with ever new texts cannot fill the database with plans', () => {
  const names = Array.from({ length: 2_000 }, (_, n) => statementName(`select ${n}`))
  expect(names.filter((name) => name !== null).length).toBeLessThanOrEqual(500)
  expect(names.at(-1)).toBeNull()
})
