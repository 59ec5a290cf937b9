import { sql, type Kysely } from 'kysely'
import type { Log } from '#platform/observe/log.ts'
import { isDatabaseUnavailable } from '#platform/database/postgres.ts'

/** Work that is repeated. `run` may be called at any time, twice, or not for a while. */
export interface Job {
  name: string
  every_ms: number
  run: () => Promise<void>
}

interface Runner<Tables> {
  db: Kysely<Tables>
  log: Log
}

/**
 * Runs each job at its interval. The returned function stops them and waits for running jobs. Several
 * processes on one database never run a job at the same time: they take an advisory lock of PostgreSQL,
 * which ends with its connection, so a killed process does not block the others.
 */
export function startJobs<Tables>(
  jobs: readonly Job[],
  runner: Runner<Tables>,
): () => Promise<void> {
  const stops = jobs.map((job) => repeat(job, runner))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Runs a job now unless another process is running it. Returns whether it ran. */
export async function runOnce<Tables>(job: Job, db: Kysely<Tables>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${`job:${job.name}`}, 0)`
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_lock(${key}) as is_ours`.execute(connection)
    if (rows[0]?.is_ours !== true) return false
    try {
      await job.run()
      return true
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}

function repeat<Tables>(job: Job, { db, log }: Runner<Tables>): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null
  let under_way: Promise<void> = Promise.resolve()
  let stopped = false
  const next = () => {
    if (stopped) return
    // The interval varies, so that processes that started together do not stay synchronous.
    timer = setTimeout(start, job.every_ms * (0.9 + Math.random() * 0.2))
    timer.unref()
  }
  const start = () => {
    under_way = attempt(job, db, log).then(next)
  }
  next()
  return async () => {
    stopped = true
    if (timer) clearTimeout(timer)
    await under_way
  }
}

async function attempt<Tables>(job: Job, db: Kysely<Tables>, log: Log): Promise<void> {
  try {
    await runOnce(job, db)
  } catch (error) {
    // The job is repeated anyway. An unavailable database is also logged where it is needed.
    const level = isDatabaseUnavailable(error) ? 'warn' : 'error'
    log[level]({ err: error, job: job.name }, 'a job failed')
  }
}
