import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/**
 * Deletes receipts of bulk jobs and of files that staff took, at most a batch of each. The function of the database
 * leaves what is younger than a year, because serving processes may not delete these rows themselves.
 */
export async function deleteOldReceipts(
  db: Database,
  { jobs, files }: { jobs: Date; files: Date },
  batch: number,
): Promise<{ jobs: number; files: number }> {
  const { rows } = await sql<{ jobs: number; files: number }>`
    select jobs, files from delete_old_receipts(${jobs}, ${files}, ${batch}::integer)`.execute(db)
  return rows[0] ?? { jobs: 0, files: 0 }
}
