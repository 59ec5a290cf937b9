import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'

const settings = { fsync: 'off' }
let end: (() => void)[]

beforeEach(() => {
  end = []
})
afterEach(() => {
  for (const each of end.toReversed()) each()
})

/** Starts a server in a new folder whose name begins with `name`. */
async function started(name: string, own_settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), name))
  end.push(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres(folder, { settings: { ...settings, ...own_settings } })
  end.push(server.stop)
  return { ...server, data: join(server.home, 'data') }
}

async function isReached(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query('select inet_server_addr() is null as by_socket')
    await client.end()
    return (rows as { by_socket: boolean }[])[0]?.by_socket === true
  } catch {
    return false
  }
}

test("whatever characters its folder has, a server starts again although its socket's note names a process that lives", async () => {
  const { socket_url, data } = await started('Tiệm, "100%" #1@x?a=b&c\\d é:-')
  expect(await isReached(socket_url)).toBe(true)
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const port = new URL(socket_url).port
  // As after kill -9 of the server where nobody collects dead processes: its id stays in use.
  const { uid, gid } = statSync(data)
  const other = spawn('sleep', ['60'], { uid, gid })
  end.push(() => other.kill())
  writeFileSync(join(data, `.s.PGSQL.${port}.lock`), `${other.pid}\n${data}\n0\n${port}\n${data}\n`)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(async () => expect(await isReached(socket_url)).toBe(false), 10_000)
  await vi.waitFor(async () => expect(await isReached(socket_url)).toBe(true), { timeout: 10_000 })
})

test('a folder that holds no sockets, as some shares of virtual machines, is no obstacle', async () => {
  const server = await started('tiem-share-', { unix_socket_directories: `/${'x'.repeat(200)}` })
  expect(server.socket_url).toBe(server.url)
})
