import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import {
  chooseInstallation,
  EmbeddedPostgresError,
  type Installation,
} from '#platform/database/embedded-postgres-location.ts'
import {
  disownServer,
  initialise,
  liveServer,
  startServer,
  stopServer,
  type ServerNote,
} from '#platform/database/embedded-postgres-process.ts'

export { EmbeddedPostgresError }

/** A running built-in server. `stop` shuts it down cleanly. */
type EmbeddedPostgres = {
  url: string
  /** The same database over its Unix socket, which costs less CPU than TCP; `url` if it has none (decision 112). */
  socket_url: string
  /** The folder that contains the database's files. */
  home: string
  /** True if a shop that was killed had left the server running. */
  adopted: boolean
  notices: string[]
  stop: () => void
}

type Options = {
  /** Additional server settings. Tests use them to trade durability for speed. */
  settings?: Record<string, string>
  on_progress?: (doing: string) => void
  /** Called when the server died and was started again, or could not be started. */
  on_restart?: (outcome: { error?: unknown }) => void
}

const database_name = 'tiem'
const major_version = '18'
const start_attempts = 40
const attempt_pause_ms = 100
const transient = /already in use|still in use|is another postmaster|could not bind/i
const no_socket = /could not create any Unix-domain socket/i
const watch_interval_ms = 250

/**
 * Starts or takes over the PostgreSQL of `data_dir`. Creates it at first use. Throws an
 * EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(
  data_dir: string,
  options: Options = {},
): Promise<EmbeddedPostgres> {
  const installation = chooseInstallation(data_dir)
  const data = join(installation.home, 'data')
  const progress = options.on_progress ?? (() => undefined)
  if (!existsSync(join(data, 'PG_VERSION'))) {
    progress('creating the database')
    makeCluster(installation, data)
  }
  refuseOtherVersion(data)
  const password = readFileSync(join(installation.home, 'password'), 'utf8').trim()
  const left_running = liveServer(data)
  if (left_running === null) progress('starting the database')
  const settings = options.settings ?? {}
  const note = await runningServer(installation, data, settings, left_running)
  const urlAt = (host: string, name: string) =>
    `postgres://tiem:${password}@${host}:${note.port}/${name}`
  const url = (name: string) => urlAt('127.0.0.1', name)
  const { socket_folder } = note
  await ensureDatabase(url('postgres'))
  const watch = watchServer(
    installation,
    data,
    { ...settings, port: String(note.port) },
    options.on_restart,
  )
  return {
    url: url(database_name),
    socket_url: urlAt(
      socket_folder === '' ? '127.0.0.1' : encodeURIComponent(socket_folder),
      database_name,
    ),
    home: installation.home,
    adopted: note.pid === left_running?.pid,
    notices: installation.notices,
    stop: () => {
      clearInterval(watch)
      stopServer(installation, data)
    },
  }
}

/** The URL of the database that a running shop has open on `data_dir`, or null. */
export function findRunningPostgres(data_dir: string): { url: string; home: string } | null {
  const { home } = chooseInstallation(data_dir)
  const note = liveServer(join(home, 'data'))
  if (note?.ready !== true) return null
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  return { url: `postgres://tiem:${password}@127.0.0.1:${note.port}/${database_name}`, home }
}

function makeCluster(installation: Installation, data: string): void {
  // Created beside its folder and then moved, so that a crash leaves no incomplete cluster in its place.
  const unfinished = `${data}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const password_file = join(installation.home, 'password')
  writeFileSync(password_file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (installation.account !== null) {
    chownSync(unfinished, installation.account.uid, installation.account.gid)
    chownSync(password_file, installation.account.uid, installation.account.gid)
  }
  initialise(installation, unfinished, password_file)
  renameSync(unfinished, data)
}

function refuseOtherVersion(data: string): void {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (version === major_version) return
  throw new EmbeddedPostgresError(
    `${data} was made by PostgreSQL ${version}; the built-in one is ${major_version}. Move it with the old version's pg_dump, or set DATA_DIR to an empty folder.`,
  )
}

async function runningServer(
  installation: Installation,
  data: string,
  settings: Record<string, string>,
  left_running: ServerNote | null,
): Promise<ServerNote> {
  let live = left_running
  let own_settings = settings
  let problem: unknown
  for (let attempt = 1; attempt <= start_attempts; attempt++) {
    if (live?.ready === true) return live
    try {
      if (live === null) {
        disownServer(data)
        return await startServer(installation, data, await freePort(), own_settings)
      }
    } catch (error) {
      // Another process took the port meanwhile, or the children of a killed server are still ending. Both
      // problems pass without help.
      problem = error
      // Some shared folders of virtual machines hold no sockets: then TCP is used.
      if (no_socket.test(String(error))) {
        own_settings = { ...settings, unix_socket_directories: '' }
      } else if (!transient.test(String(error))) throw error
    }
    await sleep(Math.min(10 * attempt, attempt_pause_ms))
    live = liveServer(data)
  }
  if (live?.ready === true) return live
  throw problem ?? new EmbeddedPostgresError(`The database in ${data} does not become ready.`)
}

// The operating system may kill the server when memory is short. Its URL must not change.
function watchServer(
  installation: Installation,
  data: string,
  settings: Record<string, string>,
  onRestart: Options['on_restart'] = () => undefined,
): NodeJS.Timeout {
  let busy = false
  const check = async () => {
    if (busy || liveServer(data) !== null) return
    busy = true
    try {
      await runningServer(installation, data, settings, null)
      onRestart({})
    } catch (error) {
      onRestart({ error })
      await sleep(2_000, undefined, { ref: false })
    } finally {
      busy = false
    }
  }
  return setInterval(() => void check(), watch_interval_ms).unref()
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const existing = await client.query('select 1 from pg_database where datname = $1', [
      database_name,
    ])
    if (existing.rowCount === 0) await client.query(`create database ${database_name}`)
  } finally {
    await client.end()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
