import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { loadAddresses } from '#db/addresses/load-addresses.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import {
  createTemplate,
  onServer,
  renewTestRights,
  test_role,
} from '#test/support/database-templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server of this test run; every test file clones its own database on it. */
    test_server_url: string
    /** The same server over its Unix socket, which costs less. */
    test_socket_url: string
    /** The pictures that shops of this run have encoded (decision 365): each is encoded once. */
    test_pictures_dir: string
    /** The data folder of shops of this run that name none of their own. */
    test_data_dir: string
  }
}

const folder_prefix = 'tiem-test-'
const memory_folder = '/dev/shm'
const needed_memory = 2 * 1024 ** 3

// A test database lives for minutes: it needs no durability.
const fast_settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // Each test opens connections of its own: a password costs one round instead of 4096.
  scram_iterations: '1',
  // A victim of a deadlock is chosen at once, not after a second.
  deadlock_timeout: '100ms',
  // Plans a statement once for each connection, not at each of its first five executions.
  plan_cache_mode: 'force_generic_plan',
}

/** Starts one PostgreSQL for all test files, with an empty and migrated shop as a template. */
export async function setup(project: TestProject): Promise<() => void> {
  sweepAbandoned()
  const folder = mkdtempSync(join(fastFolder(), folder_prefix))
  writeFileSync(join(folder, 'owner.pid'), String(process.pid))
  const server = await startEmbeddedPostgres(folder, { settings: fast_settings })
  await onServer(server.url, hashPasswordAgain)
  await createTemplate(server.url, 'migrated', async (url) => {
    await migrate(url, 'db/migrations')
    await onServer(url, loadAddresses)
    await onServer(url, async (owner) => {
      await owner.query(`create role ${test_role.name} login password '${test_role.password}'`)
      await renewTestRights(owner)
    })
  })
  const pictures_dir = join(folder, 'pictures')
  const data_dir = join(folder, 'data')
  mkdirSync(pictures_dir)
  mkdirSync(data_dir)
  project.provide('test_data_dir', data_dir)
  project.provide('test_pictures_dir', pictures_dir)
  project.provide('test_server_url', server.url)
  project.provide('test_socket_url', server.socket_url)
  return () => {
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores the owner's password as the settings of this server say: `initdb` has stored it by its own. */
async function hashPasswordAgain(owner: Client): Promise<void> {
  const { user, password } = owner
  await owner.query(`alter role ${user} password '${password}'`)
}

/**
 * Returns a folder in memory if there is enough, else on disk. A clone of a database is some 600 small
 * files, which cost 60 ms in memory and up to 400 on a disk.
 */
function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory_folder)
    return bavail * bsize >= needed_memory ? memory_folder : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Ends the servers of killed test runs: servers are detached and survive their run. */
function sweepAbandoned(): void {
  const folders = [...new Set([tmpdir(), fastFolder()])].flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => name.startsWith(folder_prefix))
      .map((name) => join(parent, name)),
  )
  for (const folder of folders) {
    if (statSync(folder).uid !== process.getuid?.()) continue
    if (isAlive(numberIn(join(folder, 'owner.pid')))) continue
    const server = numberIn(join(folder, 'postgres', 'data', 'postmaster.pid'))
    if (isAlive(server)) process.kill(server, 'SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
}

function numberIn(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10)
  } catch {
    return 0
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
