import { afterAll, beforeAll, expect, test } from 'vitest'
import { scoreAll } from '#test/bench/relevance.ts'
import { success } from '#test/bench/relevance-score.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
})
afterAll(() => database.close())

test('the right product comes first, also for queries that were not used for tuning', async () => {
  const scored = await scoreAll(database.db)
  const of = (half: string) => success(scored.filter(({ query }) => query.half === half))
  const missed = scored.filter(({ query, rank }) => query.half === 'seen' && rank === 0)
  expect(missed.map(({ query }) => query.q)).toEqual([])
  expect(of('seen').at_1).toBeGreaterThanOrEqual(0.97)
  for (const half of ['held', 'met']) {
    expect(of(half).at_1).toBeGreaterThanOrEqual(0.9)
    expect(of(half).at_5).toBeGreaterThanOrEqual(0.98)
  }
})
