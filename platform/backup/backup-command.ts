import { backupDatabase } from '#platform/backup/backup.ts'
import type { Now } from '#platform/clock.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import { openProgress, type Screen } from '#platform/processes/progress.ts'
import { restoreDatabase } from '#platform/backup/restore.ts'

interface Terminal {
  url: string
  screen: Screen
  say: (words: string) => void
}

const number = new Intl.NumberFormat('en')

/** The one file behind a command, and whether --replace is there. */
export function fileRequest(command: string, args: readonly string[]) {
  const replace = args.includes('--replace')
  const [file, ...more] = args.filter((word) => word !== '--replace')
  if (file === undefined || more.length > 0 || (replace && command !== 'restore')) {
    const option = command === 'restore' ? ' [--replace]' : ''
    throw new CommandProblem(`Usage: npm run ${command} -- FILE${option}`)
  }
  return { file, replace }
}

/** `npm run backup -- FILE`. */
export async function runBackup(
  file: string,
  { url, screen, say, now }: Terminal & { now: Now },
): Promise<void> {
  const progress = openProgress(screen)
  const started = performance.now()
  const { tables, rows, bytes } = await backupDatabase(url, file, {
    now,
    on_progress: progress.show,
  })
  progress.clear()
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  say(
    `${number.format(rows)} rows of ${tables} tables in ${file}, ${size}, ${seconds(started)}. Try it: restore it elsewhere.`,
  )
  say(
    'It holds names, addresses and orders of customers and the hashes of their session tokens; only you may read it. ' +
      'Keys of ways to pay are in it sealed: without SECRET_KEY, or gateways.key of DATA_DIR, they are entered anew. ' +
      'Not in it: settings and SECRET_KEY of the environment, files of DATA_DIR beside the database.',
  )
}

/** `npm run restore -- FILE [--replace]`. */
export async function runRestore(
  request: { file: string; replace: boolean; migrations: string; occupied_by: readonly string[] },
  { url, screen, say }: Terminal,
): Promise<void> {
  const progress = openProgress(screen)
  const started = performance.now()
  const { made_at, rows, tables, migrated } = await restoreDatabase(url, request.file, {
    ...request,
    on_progress: progress.show,
  })
  progress.clear()
  if (migrated.length > 0) say(`Brought up to date: ${migrated.join(', ')}`)
  say(
    `The shop of ${made_at} is back: ${number.format(rows)} rows of ${tables} tables, ${seconds(started)}.`,
  )
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
