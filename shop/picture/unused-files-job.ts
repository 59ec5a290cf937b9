import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { deleteUnusedFile } from '#shop/picture/picture-store.ts'
import { type PictureDeps, removePictureFiles } from '#shop/picture/pictures.ts'

interface Deps extends PictureDeps {
  log: Log
  /** Files are deleted that nothing has used since this instant. */
  retainedSince: (now: Date) => Date
}

/** Deletes files that no picture needs any more, one transaction for each. Returns how many. */
export async function sweepUnusedFiles({ db, now, log, pictures, retainedSince }: Deps) {
  const since = retainedSince(now())
  const removeBytes = (hash: string) => removePictureFiles(pictures, hash)
  let files = 0
  while (await transaction(db, (tx) => deleteUnusedFile(tx, since, removeBytes))) files += 1
  if (files > 0) log.info({ files }, 'unused files deleted')
  return files
}

export function unusedFilesJob(deps: Deps): Job {
  return {
    name: 'sweep-files',
    every_ms: 3_600_000,
    run: async () => void (await sweepUnusedFiles(deps)),
  }
}
