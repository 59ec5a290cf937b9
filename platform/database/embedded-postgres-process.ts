import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  EmbeddedPostgresError,
  type Installation,
} from '#platform/database/embedded-postgres-location.ts'

/** What a running server says about itself in postmaster.pid. */
export type ServerNote = { pid: number; port: number; ready: boolean }

const start_limit_ms = 60_000

// Small and quiet: one shop on one machine. Durability (fsync, synchronous_commit) stays as it is.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
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

// The server inherits nothing of ours: its messages and letters must not depend on who started it.
const server_env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/** Makes the cluster with UTF-8 letters that do not depend on the machine's own locale. */
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
  const made = runTool(installation, 'initdb', args)
  if (made.status !== 0) throw new EmbeddedPostgresError(explanationOf(installation, output(made)))
}

/** Starts the server detached on `port`, so that signals meant for us never reach it. */
export async function startServer(
  installation: Installation,
  data: string,
  port: number,
  extra: Record<string, string>,
): Promise<ServerNote> {
  const log_file = join(installation.home, 'postgres.log')
  const log = openSync(log_file, logIsLarge(log_file) ? 'w' : 'a')
  const from = statSync(log_file).size
  const options = Object.entries({ ...settings, port: String(port), ...extra })
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
  const said = readFileSync(log_file).subarray(from).toString()
  throw new EmbeddedPostgresError(explanationOf(installation, said))
}

/** Ends the server in good order: open transactions are rolled back, everything is on disk. */
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

/** The note of a server that is really alive, or null. */
export function liveServer(data: string): ServerNote | null {
  const note = readServerNote(data)
  if (note === null) return null
  const command = commandLine(note.pid)
  if (command.includes(data)) return note
  // After a restart of the machine the number may belong to somebody else, and PostgreSQL would
  // refuse to start. The note of a process that is gone stays: by it PostgreSQL finds out whether
  // children of the dead server still write.
  if (command !== '' && note.pid !== process.pid) rmSync(noteOf(data), { force: true })
  return null
}

/**
 * Lets a server start over the note of one that is gone. Where nobody collects dead processes (a
 * container without init) its number stays taken and PostgreSQL would believe it alive; the number of
 * the one who starts it counts as nobody's. The rest of the note stays: by it PostgreSQL finds out
 * whether children of the dead server still write (decisions/076).
 */
export function disownServer(data: string): void {
  const note = textOf(noteOf(data))
  if (note !== null) writeFileSync(noteOf(data), note.replace(/^\d+/, String(process.pid)))
}

function readServerNote(data: string): ServerNote | null {
  const lines = textOf(noteOf(data))?.split('\n')
  if (lines === undefined) return null
  return {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    ready: lines[7]?.trim() === 'ready',
  }
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

function explanationOf(installation: Installation, said: string): string {
  const last = said.trim().split('\n').slice(-6).join('\n')
  if (/No space left|Disk quota/i.test(said)) {
    return `The disk is full: the database in ${installation.home} needs about 100 MB to start. Free some space or set DATA_DIR to another disk.\n${last}`
  }
  if (/Read-only file system|Permission denied/i.test(said)) {
    return `The database may not write to ${installation.home}. Make it writable or set DATA_DIR to a folder of your own.\n${last}`
  }
  return `The built-in database did not start:\n${last}`
}
