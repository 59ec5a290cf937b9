import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { loadToolConfig } from '#config/tools.ts'

/** The built shop as its own process, started as by `npm start`. */
export interface ShopServer {
  url: string
  pid: number
  /** Milliseconds from the start until the shop is open. */
  opened_in_ms: number
  /** Log lines at level error or above, and everything on stderr. */
  complaints: string[]
  close: () => Promise<void>
}

interface ShopServerOptions {
  /** Settings as environment variables. */
  env?: Record<string, string>
  /** The data folder, which stays after the end; by default a temporary folder. */
  data_dir?: string
  /** A folder of encoded pictures that shops share. By default a shop encodes its own. */
  pictures_dir?: string
  /** Flags for Node itself, such as --cpu-prof. */
  node_flags?: string[]
  port?: number
  /**
   * The host name of its address: passkeys need one, an IP address is none. With the second one shop and member site
   * are one site.
   */
  host?: 'localhost' | 'tiem.localhost'
  /** True: the development server with React's warnings instead of the build. */
  dev?: boolean
}

class ShopNotOpen extends Error {}

/** As in the script `start` (decisions/086, 184, 331, 341). */
const start_memory = {
  flags: ['--max-semi-space-size=16', '--no-allocation-site-pretenuring', '--expose-gc'],
  env: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    NODE_COMPILE_CACHE: resolve('dist/compiled'),
  },
}
const opening_limit_ms = 60_000
const serious = /"level":"(error|fatal)"/

/** Starts `node main.ts` and waits until it logs that it is open. */
export async function startShop(options: ShopServerOptions = {}): Promise<ShopServer> {
  const started = performance.now()
  const port = options.port ?? (await freePort())
  const url = `http://${options.host ?? '127.0.0.1'}:${port}`
  const folder = options.data_dir ?? mkdtempSync(join(tmpdir(), 'tiem-shop-'))
  if (options.pictures_dir !== undefined) symlinkSync(options.pictures_dir, join(folder, 'images'))
  const command = [resolve('main.ts'), ...(options.dev === true ? ['dev'] : [])]
  const child = spawn(
    process.execPath,
    [...start_memory.flags, ...(options.node_flags ?? []), ...command],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: loadToolConfig().search_path.join(':'),
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: folder,
        ...start_memory.env,
        ...options.env,
      },
    },
  )
  const complaints: string[] = []
  try {
    await opened(child, complaints)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    url,
    pid: child.pid ?? 0,
    opened_in_ms: performance.now() - started,
    complaints,
    close: async () => {
      await ended(child)
      if (options.data_dir === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function opened(child: ChildProcess, complaints: string[]): Promise<void> {
  const { promise, resolve: succeed, reject } = Promise.withResolvers<void>()
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new TypeError('the shop has no output to read')
  createInterface({ input: stdout }).on('line', (line) => {
    if (serious.test(line)) complaints.push(line)
    if (line.includes(' is open at ')) succeed()
  })
  createInterface({ input: stderr }).on('line', (line) => complaints.push(line))
  child.on('close', (code) => {
    reject(new ShopNotOpen(`the shop ended with ${code}:\n${complaints.join('\n')}`))
  })
  const failLate = () => reject(new ShopNotOpen(`the shop did not open:\n${complaints.join('\n')}`))
  const timer = setTimeout(failLate, opening_limit_ms)
  return promise.finally(() => clearTimeout(timer))
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await gone
}

/** Returns a port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
