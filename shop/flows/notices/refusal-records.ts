import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { type FileStore, FileStoreError } from '#platform/files/files-port.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { findSince } from '#shop/flows/notices/refused-since-store.ts'
import { retainedSince, retention_days } from '#shop/flows/sweep/retention.ts'

/**
 * A refusal of advertising, in the store of files: a restored backup does not replace it (decision 364). It names its
 * person as the database does, by a number or a hash. After a restore numbers are given again, so it says since when
 * the number was theirs (decision 368). Older records do not.
 */
const RefusalRecord = z.object({
  refused_at: z.iso.datetime(),
  purpose: z.enum(['mail', 'zalo', 'push', 'notice']),
  customer_id: z.int().nullable(),
  customer_since: z.iso.datetime().nullish(),
  /** The hash of the address that wants no mail, in hex. */
  email_hash: z.hex().length(64).nullable(),
  /** The browser that wants no offers; null for all of the customer. */
  browser: z.string().nullable(),
  browser_since: z.iso.datetime().nullish(),
  /** The wishes that were stopped (decision 203), as hashes of their secrets, in hex. */
  notices: z.array(z.hex().length(64)).optional(),
})

export type RefusalRecord = z.infer<typeof RefusalRecord>

type Refusal = Pick<RefusalRecord, 'purpose' | 'customer_id' | 'notices'> & {
  email_hash?: Buffer | null
  browser?: string | null
  refused_at: Date
}

export interface RefusalDeps {
  db: Database
  files: FileStore
  log: Log
}

const folder = 'refusals/'
/** How many records are read at once: a bucket answers each after some milliseconds. */
const at_once = 16

/** Stores a refusal that the database knows already. Without the store of files it counts all the same. */
export async function storeRefusal(
  { db, files, log }: RefusalDeps,
  { refused_at, purpose, customer_id, email_hash, browser = null, notices }: Refusal,
): Promise<void> {
  const day = refused_at.toISOString().slice(0, 10)
  const record: RefusalRecord = {
    ...{ refused_at: refused_at.toISOString(), purpose, customer_id, browser },
    ...(await findSince(db, { customer_id, browser })),
    email_hash: email_hash?.toString('hex') ?? null,
    ...(notices && { notices }),
  }
  try {
    const bytes = Buffer.from(JSON.stringify(record))
    await files.put(`${folder}${day}-${randomBytes(8).toString('hex')}.json`, bytes)
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    log.error({ err: error }, 'a refusal of advertising would be lost by a restore')
  }
}

/** How records name a wish. */
export function noticeHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** What was refused after `since`, and the names of records that cannot be read: those are left out. */
export async function refusalsSince(
  files: FileStore,
  since: Date,
): Promise<{ refusals: RefusalRecord[]; damaged: string[] }> {
  // Names begin with their day.
  const first_day = `${folder}${since.toISOString().slice(0, 10)}`
  const names: string[] = []
  for await (const name of files.list(folder)) if (name >= first_day) names.push(name)
  const refusals: RefusalRecord[] = []
  const damaged: string[] = []
  for (let from = 0; from < names.length; from += at_once) {
    const part = names.slice(from, from + at_once)
    const read = await Promise.all(
      part.map(async (name) => ({ name, bytes: await files.get(name) })),
    )
    for (const { name, bytes } of read) {
      const record = bytes === null ? null : recordOf(bytes)
      if (record === null) damaged.push(name)
      else if (new Date(record.refused_at) > since) refusals.push(record)
    }
  }
  return { refusals, damaged: damaged.toSorted() }
}

function recordOf(bytes: Buffer): RefusalRecord | null {
  try {
    return RefusalRecord.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}

interface SweepDeps {
  files: FileStore
  now: Now
}

/**
 * Removes records that are older than any choice about consent is retained: the yes that they take back is swept from a
 * database that is restored from before them. Returns how many.
 */
export async function sweepRefusals({ files, now }: SweepDeps): Promise<number> {
  const since = retainedSince(now(), retention_days.consents).toISOString().slice(0, 10)
  let removed = 0
  for await (const name of files.list(folder)) {
    if (name >= `${folder}${since}`) continue
    await files.remove(name)
    removed += 1
  }
  return removed
}

export function sweepRefusalsJob(deps: SweepDeps): Job {
  return {
    name: 'sweep-refusals',
    every_ms: 24 * 3_600_000,
    run: async () => void (await sweepRefusals(deps)),
  }
}
