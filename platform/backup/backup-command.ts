import { resolve } from 'node:path'
import type { Client } from 'pg'
import { backupDatabase } from '#platform/backup/backup.ts'
import type { FileStore } from '#platform/files/files-port.ts'
import type { Now } from '#platform/clock.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import { openProgress } from '#platform/processes/progress.ts'
import { fileRequest, type OpenTerminal } from '#platform/processes/terminal.ts'
import { restoreDatabase } from '#platform/backup/restore.ts'

const number = new Intl.NumberFormat('en')

/** `npm run backup -- FILE`. */
export async function backupCommand(
  args: readonly string[],
  openTerminal: OpenTerminal,
  { now, files }: { now: Now; files: FileStore | null },
): Promise<void> {
  const file = resolve(fileRequest('backup', args).file)
  const { url, screen, say } = await openTerminal()
  const progress = openProgress(screen)
  const started = performance.now()
  const made = await backupDatabase(url, file, {
    ...{ now, files },
    on_progress: progress.show,
  })
  progress.clear()
  const { tables, rows, bytes } = made
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  say(
    `${number.format(rows)} rows of ${tables} tables in ${file}, ${size}, ${seconds(started)}. Test it: restore it into another database.`,
  )
  say(
    'The file contains names, addresses and orders of customers and the hashes of their session tokens; only you may read it. ' +
      'Keys of payment gateways and personal values of the ledger in it are encrypted: without SECRET_KEY, or the .key files of DATA_DIR, enter the keys again; the values stay closed. ' +
      (files === null
        ? 'Uploaded pictures are in the bucket of S3_URL and not in it: copy the bucket. '
        : `Uploaded pictures are in it: ${number.format(made.files)} files. `) +
      'Not in it: settings and SECRET_KEY of the environment, other files of DATA_DIR beside the database.',
  )
}

/** What to say about a restored database, and what people must do before the shop opens: the command fails with it. */
export interface Finished {
  said: string
  problem: string | null
}

/** `npm run restore -- FILE [--replace]`. */
export async function restoreCommand(
  args: readonly string[],
  openTerminal: OpenTerminal,
  options: {
    migrations: string
    occupied_by: readonly string[]
    renewRights: (client: Client) => Promise<void>
    files: FileStore
    /** What has to be done in the restored database before the shop opens. */
    finish: (url: string, made_at: Date) => Promise<Finished>
  },
): Promise<void> {
  const { file, replace } = fileRequest('restore', args)
  const path = resolve(file)
  const { url, screen, say } = await openTerminal({ as_it_is: true })
  const progress = openProgress(screen)
  const started = performance.now()
  const { made_at, rows, tables, files, migrated } = await restoreDatabase(url, path, {
    ...options,
    replace,
    on_progress: progress.show,
  })
  const finished = await options.finish(url, new Date(made_at))
  progress.clear()
  if (migrated.length > 0) say(`Applied migrations: ${migrated.join(', ')}`)
  say(
    `Restored the backup of ${made_at}: ${number.format(rows)} rows of ${tables} tables, ${number.format(files)} files, ${seconds(started)}.`,
  )
  say(finished.said)
  if (finished.problem !== null) throw new CommandProblem(finished.problem)
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
