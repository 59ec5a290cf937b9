import { sql, type Kysely } from 'kysely'
import type { Log } from '#platform/observe/log.ts'
import { isDatabaseUnavailable } from '#platform/database/postgres.ts'

/** Work that repeats by itself. `run` may be called at any time, twice, or not for a while. */
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
 * Runs each job at its interval until the returned function is called, which waits for what is under
 * way. Of several processes on one database one runs a job at a time: an advisory lock of PostgreSQL,
 * gone with its connection, so a killed process blocks nobody.
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

/** Runs a job now unless another process is at it. Returns whether it ran. */
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
    // Processes that started together do not stay in step.
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
    // The next turn comes by itself; a database that is away has been logged by those who needed it.
    const level = isDatabaseUnavailable(error) ? 'warn' : 'error'
    log[level]({ err: error, job: job.name }, 'a job failed')
  }
}
