import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '#test/support/shop-server.ts'

/** main.ts as its own process, with an app of a few lines in place of the built one. */
export interface Run {
  child: ChildProcess
  port: number
  url: string
  output: () => string
  ended: Promise<number | null>
}

export interface StandInShop {
  /** The folder of main.ts, the app and the data. */
  folder: string
  app: string
  start: (env?: Record<string, string>) => Promise<Run>
  /** Starts it and waits until it logs that it is open. */
  open: (env?: Record<string, string>) => Promise<Run>
  /** Returns the running shop, else starts one. */
  running: () => Promise<Run>
  closeAll: () => Promise<void>
  /** Process id of its own database; null after an orderly end. */
  databasePid: () => Promise<number | null>
}

/** Is created before the tests of a file and removed after them. `app` is the source of the built app. */
export function standInShop(app: string, defaultEnv: () => Record<string, string>): StandInShop {
  const runs: Run[] = []
  const shop: StandInShop = {
    folder: '',
    app: '',
    start: async (env = {}) => {
      const run = await startIn(shop.folder, { ...defaultEnv(), ...env })
      runs.push(run)
      return run
    },
    open: async (env) => {
      const run = await shop.start(env)
      await isOpen(run)
      return run
    },
    running: async () => runs.findLast(isRunning) ?? (await shop.open()),
    closeAll: async () => {
      for (const run of runs.splice(0)) {
        run.child.kill('SIGTERM')
        await run.ended
      }
    },
    databasePid: () => databasePid(shop.folder),
  }
  beforeAll(async () => {
    shop.folder = await makeFolder(app)
    shop.app = appIn(shop.folder)
  })
  afterAll(async () => {
    await shop.closeAll()
    await rm(shop.folder, { recursive: true, force: true })
  })
  return shop
}

async function makeFolder(app: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tiem stand-in ')) // a path with spaces, on purpose
  await chmod(folder, 0o755) // as root, the database runs as another user
  for (const file of ['main.ts', 'package.json']) await cp(file, join(folder, file))
  for (const linked of ['config', 'platform', 'db', 'pure', 'node_modules']) {
    await symlink(resolve(linked), join(folder, linked))
  }
  await mkdir(join(folder, 'dist', 'server'), { recursive: true })
  await mkdir(join(folder, 'dist', 'client'), { recursive: true })
  await writeFile(appIn(folder), app)
  const manifest = { 'web/runtime/early-presses.ts': { file: 'early-presses.js' } }
  await writeFile(join(folder, 'dist', 'client', 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'dist', 'client', 'early-presses.js'), '')
  return folder
}

function appIn(folder: string): string {
  return join(folder, 'dist', 'server', 'app.js')
}

async function startIn(folder: string, env: Record<string, string>): Promise<Run> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const child = spawn(process.execPath, ['main.ts'], {
    cwd: folder,
    env: { PORT: String(port), SEED: 'none', PATH: '/usr/sbin:/usr/bin:/bin', ...env },
  })
  let text = ''
  child.stdout.on('data', (part) => (text += String(part)))
  child.stderr.on('data', (part) => (text += String(part)))
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return { child, port, url: `http://127.0.0.1:${port}`, output: () => text, ended }
}

async function isOpen(run: Run): Promise<void> {
  for (let waited = 0; waited < 400; waited++) {
    if (run.output().includes('is open at')) return
    if (run.child.exitCode !== null) break
    await sleep(50)
  }
  throw new ReferenceError(`the shop did not open:\n${run.output()}`)
}

function isRunning({ child, output }: Run): boolean {
  return child.exitCode === null && child.signalCode === null && output().includes('is open at')
}

async function databasePid(folder: string): Promise<number | null> {
  const pid_file = join(folder, 'data', 'postgres', 'data', 'postmaster.pid')
  const text = await readFile(pid_file, 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text, 10)
}
