import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOnce, startJobs, type Job } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/observe/log.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let own: TestDatabase

beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.close())

function recorder() {
  const lines: string[] = []
  const log = createLog({
    service: 'test',
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
  })
  return { lines, log }
}

test('a job repeats until it is stopped, even after a failure', async () => {
  const { lines, log } = recorder()
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 2) throw new RangeError('second time unlucky')
  }
  const stop = startJobs([{ name: 'count', every_ms: 10, run }], { db: own.db, log })
  await expect.poll(() => runs).toBeGreaterThan(3)
  await stop()
  const at_stop = runs
  await sleep(60)
  expect(runs).toBe(at_stop)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('second time unlucky')
})

test('stopping waits for running jobs', async () => {
  const { log } = recorder()
  const seen: string[] = []
  const run = async () => {
    seen.push('begun')
    await sleep(100)
    seen.push('done')
  }
  const stop = startJobs([{ name: 'slow', every_ms: 5, run }], { db: own.db, log })
  await expect.poll(() => seen.length).toBe(1)
  await stop()
  expect(seen).toEqual(['begun', 'done'])
})

test('two processes never run a job at the same time', async () => {
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const job: Job = { name: 'alone', every_ms: 1, run: () => gate }
  const first = runOnce(job, own.db)
  await expect.poll(locksHeld).toBe(1)
  expect(await runOnce(job, own.db)).toBe(false)
  expect(await runOnce({ ...job, name: 'other', run: async () => undefined }, own.db)).toBe(true)
  open()
  expect(await first).toBe(true)
  expect(await locksHeld()).toBe(0)
})

async function locksHeld(): Promise<number> {
  const { rows } = await sql<{ locks: number }>`
    select count(*) as locks from pg_locks l join pg_database d on d.oid = l.database
    where l.locktype = 'advisory' and d.datname = current_database()`.execute(own.db)
  return rows[0]?.locks ?? 0
}
