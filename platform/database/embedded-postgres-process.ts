import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  globSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  EmbeddedPostgresError,
  type Installation,
} from '#platform/database/embedded-postgres-location.ts'

/** The state of a running server, from its postmaster.pid. */
export type ServerNote = {
  pid: number
  port: number
  /** The folder of its Unix socket; empty if it has none. */
  socket_folder: string
  ready: boolean
}

const start_limit_ms = 60_000

// Small settings: one shop on one machine. Durability (fsync, synchronous_commit) keeps its defaults.
const settings = {
  listen_addresses: '127.0.0.1',
  max_connections: '60',
  // A restore drops and makes all tables in one transaction, and each of them, with its indexes, takes locks.
  max_locks_per_transaction: '256',
  shared_buffers: '40MB',
  work_mem: '8MB',
  maintenance_work_mem: '32MB',
  effective_cache_size: '256MB',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  wal_level: 'minimal',
  max_wal_size: '256MB',
  autovacuum_max_workers: '2',
  random_page_cost: '1.1',
  huge_pages: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

// The server inherits no environment: its messages and encoding must not depend on who started it.
const server_env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/** Creates the cluster with UTF-8 text that does not depend on the locale of the machine. */
export function initialise(installation: Installation, data: string, password_file: string): void {
  const args = [
    `--pgdata=${data}`,
    '--username=tiem',
    `--pwfile=${password_file}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const result = runTool(installation, 'initdb', args)
  if (result.status !== 0)
    throw new EmbeddedPostgresError(explanationOf(installation, output(result)))
}

/** Starts the server detached on `port`, so that signals to this process do not reach it. */
export async function startServer(
  installation: Installation,
  data: string,
  port: number,
  extra: Record<string, string>,
): Promise<ServerNote> {
  const log_file = join(installation.home, 'postgres.log')
  const log = openSync(log_file, logIsLarge(log_file) ? 'w' : 'a')
  const from = statSync(log_file).size
  const options = Object.entries({
    ...settings,
    // A list: quoted, because a folder's name may contain a comma.
    unix_socket_directories: quoted(socketFolder(data)),
    port: String(port),
    ...extra,
  })
  const child = spawn(
    join(installation.binaries, 'bin', 'postgres'),
    ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...installation.account,
      cwd: '/',
      env: server_env,
      detached: true,
      stdio: ['ignore', log, log],
    },
  )
  closeSync(log)
  let failed = false
  child.once('error', () => (failed = true)).once('exit', () => (failed = true))
  child.unref()
  const deadline = Date.now() + start_limit_ms
  while (!failed && Date.now() < deadline) {
    const note = readServerNote(data)
    if (note !== null && note.pid === child.pid && note.ready) return note
    await sleep(10)
  }
  const log_text = readFileSync(log_file).subarray(from).toString()
  throw new EmbeddedPostgresError(explanationOf(installation, log_text))
}

/** Stops the server: open transactions are rolled back and all data is on disk. */
export function stopServer(installation: Installation, data: string): void {
  const stopped = runTool(installation, 'pg_ctl', [
    'stop',
    '-D',
    data,
    '-m',
    'fast',
    '-w',
    '-t',
    '15',
  ])
  if (stopped.status !== 0 && liveServer(data) !== null) {
    throw new EmbeddedPostgresError(`The database did not stop: ${output(stopped)}`)
  }
}

/** The state of a server that really runs, or null. */
export function liveServer(data: string): ServerNote | null {
  const note = readServerNote(data)
  if (note === null) return null
  const command = commandLine(note.pid)
  if (command.includes(data)) return note
  // After a restart of the machine the pid may belong to another process, and PostgreSQL would refuse to
  // start. The file of a dead process is not deleted: PostgreSQL uses it to detect children of the dead
  // server that still write.
  if (command !== '' && note.pid !== process.pid) rmSync(noteOf(data), { force: true })
  return null
}

/**
 * Lets a server start although the postmaster.pid of a dead one is there. Where no process collects zombies
 * (a container without init) the pid stays in use and PostgreSQL would believe the server alive. PostgreSQL
 * ignores the pid of its own parent, so that pid is written instead. The rest of the file stays: PostgreSQL
 * uses it to detect children of the dead server that still write (decisions/076). The note of its socket has the
 * same pid and protects no data, so it is deleted.
 */
export function disownServer(data: string): void {
  for (const file of globSync('.s.PGSQL.*', { cwd: data }))
    rmSync(join(data, file), { force: true })
  const note = textOf(noteOf(data))
  if (note !== null) writeFileSync(noteOf(data), note.replace(/^\d+/, String(process.pid)))
}

function readServerNote(data: string): ServerNote | null {
  const lines = textOf(noteOf(data))?.split('\n')
  if (lines === undefined) return null
  return {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    socket_folder: lines[4]?.trim() ?? '',
    ready: lines[7]?.trim() === 'ready',
  }
}

/** The data folder, which only the server's account may enter; empty if the socket's path would be too long. */
function socketFolder(data: string): string {
  const longest_path = 103
  return Buffer.byteLength(join(data, '.s.PGSQL.65535')) <= longest_path ? data : ''
}

function quoted(folder: string): string {
  return folder === '' ? '' : `"${folder.replaceAll('"', '""')}"`
}

function noteOf(data: string): string {
  return join(data, 'postmaster.pid')
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function commandLine(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return ''
  try {
    if (process.platform !== 'linux') {
      return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).stdout.toString()
    }
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function runTool(installation: Installation, tool: 'initdb' | 'pg_ctl', args: string[]) {
  return spawnSync(join(installation.binaries, 'bin', tool), args, {
    ...installation.account,
    cwd: '/',
    env: server_env,
  })
}

function output(ran: ReturnType<typeof spawnSync>): string {
  return `${ran.stdout?.toString() ?? ''}${ran.stderr?.toString() ?? ''}${ran.error?.message ?? ''}`
}

function logIsLarge(file: string): boolean {
  try {
    return statSync(file).size > 5_000_000
  } catch {
    return true
  }
}

function explanationOf(installation: Installation, log_text: string): string {
  const last = log_text.trim().split('\n').slice(-6).join('\n')
  if (/No space left|Disk quota/i.test(log_text)) {
    return `The disk is full: the database in ${installation.home} needs about 100 MB to start. Free some space or set DATA_DIR to another disk.\n${last}`
  }
  if (/Read-only file system|Permission denied/i.test(log_text)) {
    return `The database may not write to ${installation.home}. Make it writable or set DATA_DIR to a folder of your own.\n${last}`
  }
  return `The built-in database did not start:\n${last}`
}
