import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:http'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppOptions } from '#app.ts'
import { ConfigError, describeConfig, loadConfig, type Config } from '#config/config.ts'
import { chooseLibraryBuild } from '#config/node-env.ts'
import { readyDatabase } from '#db/ready-database.ts'
import { keepOffersDated } from '#db/seed/keep-offers-dated.ts'
import { systemNow } from '#platform/clock.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import { claimDataFolder, DataFolderError, openDataFolder } from '#platform/files/data-folder.ts'
import type { App } from '#platform/http/dev-server.ts'
import {
  EmbeddedPostgresError,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded-postgres.ts'
import {
  createListener,
  drain,
  listen,
  ListenError,
  requireFreePort,
} from '#platform/http/http-listener.ts'
import { createLog, type Log } from '#platform/observe/log.ts'
import { MigrationError } from '#platform/database/migrate.ts'
import {
  awaitSuccessor,
  gatherMetrics,
  isWorker,
  tellOpened,
  workOrder,
} from '#platform/processes/worker-process.ts'
import type { WorkOrder } from '#platform/processes/worker-messages.ts'
import { startWorkers, WorkersError } from '#platform/processes/workers.ts'

type Command = 'serve' | 'dev'
type Tool = (command: string, args: string[], open: OpenForTool) => Promise<unknown>
type OpenForTool = (how?: { as_it_is: boolean }) => Promise<string>

class BuildMissing extends Error {}

const root = import.meta.dirname
// A developer's open tab keeps a socket for hot reload; nobody waits for that one.
const drain_limit_ms: Record<Command, number> = { serve: 10_000, dev: 300 }
const known_failures = [
  BuildMissing,
  CommandProblem,
  ConfigError,
  DataFolderError,
  EmbeddedPostgresError,
  ListenError,
  MigrationError,
  WorkersError,
]

// Loaded when asked for: a shop that opens needs none of them.
const tools: Record<string, Tool> = {
  async import(_command, args, open) {
    const { importRequest, runImport } = await import('#shop/flows/import/import-command.ts')
    const { addresses } = await import('#storefront/addresses/addresses.ts')
    const reserved = Object.values(addresses).map(({ path }) => path.split('/')[1] ?? '')
    const { takePicturesFrom } = await import('#shop/flows/import/picture-address.ts')
    takePicturesFrom(Object.values(loadConfig().images.origins))
    const request = importRequest(args)
    const file = resolve(request.file)
    await runImport(
      { ...request, file, reserved: [...reserved, ...machine_addresses] },
      await at(open),
    )
  },
  async export(command, args, open) {
    const { runExport } = await import('#shop/flows/import/import-command.ts')
    const { fileRequest } = await import('#platform/backup/backup-command.ts')
    const file = resolve(fileRequest(command, args).file)
    await runExport(file, await at(open))
  },
  async backup(command, args, open) {
    const { fileRequest, runBackup } = await import('#platform/backup/backup-command.ts')
    const file = resolve(fileRequest(command, args).file)
    await runBackup(file, { ...(await at(open)), now: systemNow })
  },
  async restore(command, args, open) {
    const { fileRequest, runRestore } = await import('#platform/backup/backup-command.ts')
    const request = fileRequest(command, args)
    const place = {
      file: resolve(request.file),
      migrations: join(root, 'db', 'migrations'),
      occupied_by: ['product', 'customer', 'shop'],
    }
    await runRestore({ ...request, ...place }, await at(() => open({ as_it_is: true })))
  },
}
/** Addresses at the root that answer machines. */
const machine_addresses = [
  ...['noi-bo', 'ngan-hang-thu', 'cong-thanh-toan-thu', 'plain.css'],
  ...['api', 'image', 'media', 'assets', '_data', 'session', 'admin', 'build'],
  ...['healthz', 'readyz', 'metrics', 'robots.txt', 'sitemap.xml', 'favicon.ico'],
]

// What has been opened, to be closed in the opposite order, whenever the end comes.
const openings: (() => unknown)[] = []
let ending = false

// Compiled code is kept beside the build: the next start spends its time on the shop instead.
enableCompileCache(join(root, 'dist', 'compiled'))
await main(process.argv[2] ?? 'serve')

async function main(command: string): Promise<void> {
  try {
    if (command === 'config') return console.log(describeConfig())
    if (isWorker()) return await serveBeside()
    if (command === 'serve' || command === 'dev') return await serve(command)
    const tool = tools[command]
    if (tool !== undefined) return await runTool(tool, command, process.argv.slice(3))
    const known = ['serve (default)', 'dev', 'config', ...Object.keys(tools)].join(', ')
    console.error(`There is no command "${command}". Known: ${known}.`)
    process.exitCode = 1
  } catch (error) {
    console.error(known_failures.some((kind) => error instanceof kind) ? messageOf(error) : error)
    await closeAll()
    process.exit(1)
  }
}

async function serve(command: Command): Promise<void> {
  const config = loadConfig()
  process.chdir(root)
  chooseLibraryBuild(command === 'dev' ? 'development' : 'production')
  const log = createLog({
    service: 'shop',
    level: config.log_level,
    human: process.stdout.isTTY,
  })
  endOnSignals(log)
  openDataFolder(config.data_dir)
  await requireFreePort(config)
  const database = await openServer(config, log)
  await readyDatabase(database.url, {
    seed: config.seed,
    is_opening: config.shop_mode === 'demo',
    now: systemNow,
    on_progress: (doing) => log.info(doing),
  })
  if (config.shop_mode === 'demo' && config.seed === 'demo') {
    const on_failed = (error: unknown) => log.warn({ err: error }, 'offers keep their old dates')
    openings.push(keepOffersDated(database.url, { now: systemNow, on_failed }))
  }
  const order = { database_url: database.url, drawn_secret: randomBytes(24).toString('hex') }
  const count = command === 'dev' ? 1 : config.web_concurrency
  const limit_ms = drain_limit_ms[command]
  if (count === 1) await openDoors(command, { config, log, order: { ...order, runs_jobs: true } })
  else openings.push(await startWorkers({ count, order, log, limit_ms }))
  if (config.shop_mode === 'demo') {
    const { public_url, staff_token } = config
    log.info(`demo: staff look at ${public_url}/noi-bo/doi-soat with the password ${staff_token}`)
  }
  log.info(`${config.shop_name} is open at ${config.public_url} · data in ${database.place}`)
}

/** One of several processes that answer: database, folder and signals are the care of its starter. */
async function serveBeside(): Promise<void> {
  const settings = loadConfig()
  process.chdir(root)
  chooseLibraryBuild('production')
  const { log_level, database_pool, web_concurrency } = settings
  const log = createLog({ service: 'shop', level: log_level, human: process.stdout.isTTY })
  endOnSignals(log, awaitSuccessor)
  // All processes together hold as many connections as one would.
  const pool = Math.max(2, Math.floor(database_pool / web_concurrency))
  const config = { ...settings, database_pool: pool }
  await openDoors('serve', { config, log, order: await workOrder(), is_beside: true })
  tellOpened()
}

interface Doors {
  config: Config
  log: Log
  order: WorkOrder
  is_beside?: boolean
}

async function openDoors(
  command: Command,
  { config, log, order, is_beside }: Doors,
): Promise<void> {
  const listener = createListener()
  const gather_metrics = is_beside === true ? gatherMetrics : undefined
  const app = await openApp(command, { config, log, listener, ...order, gather_metrics })
  openings.push(() => app.close())
  listener.on('request', app.handle)
  await listen(listener, config)
  openings.push(() => drain(listener, drain_limit_ms[command]))
}

/** Runs a command on the shop's database; while the shop is open, beside it, but for a restore. */
async function runTool(tool: Tool, command: string, args: string[]): Promise<void> {
  const config = loadConfig()
  const log = createLog({ service: command, level: 'warn', human: process.stdout.isTTY })
  endOnSignals(log)
  await tool(command, args, async ({ as_it_is } = { as_it_is: false }) => {
    process.chdir(root)
    openDataFolder(config.data_dir)
    const { url } = await openServerBeside(config, log, !as_it_is)
    const on_progress = (doing: string) => console.log(doing)
    if (!as_it_is) await readyDatabase(url, { seed: config.seed, now: systemNow, on_progress })
    return url
  })
  await closeAll()
}

async function at(open: OpenForTool) {
  const say = (words: string) => console.log(words)
  return { url: await open(), screen: process.stdout, say }
}

async function openServerBeside(config: Config, log: Log, may_share: boolean) {
  try {
    return await openServer(config, log)
  } catch (error) {
    const running =
      error instanceof DataFolderError && may_share ? findRunningPostgres(config.data_dir) : null
    if (running === null) throw error
    return { url: running.url, place: config.data_dir }
  }
}

async function openServer(config: Config, log: Log): Promise<{ url: string; place: string }> {
  if (config.database_url !== null) {
    return {
      url: config.database_url,
      place: `${config.data_dir} and the database of DATABASE_URL`,
    }
  }
  openings.push(claimDataFolder(config.data_dir))
  const server = await startEmbeddedPostgres(config.data_dir, {
    on_progress: (doing) => log.info(doing),
    on_restart: ({ error }) =>
      error === undefined
        ? log.warn('the database had died and was started again')
        : log.error({ err: error }, 'the database has died and does not start again'),
  })
  openings.push(server.stop)
  for (const notice of server.notices) log.warn(notice)
  if (server.adopted) log.info('took over the database that was left running')
  return { url: server.url, place: config.data_dir }
}

type Wiring = Pick<AppOptions, 'config' | 'log' | 'gather_metrics'> &
  WorkOrder & { listener: Server }
type AppModule = { createApp: (options: AppOptions) => Promise<App> }

async function openApp(command: Command, { listener, runs_jobs, ...given }: Wiring): Promise<App> {
  const options = { ...given, run_jobs: runs_jobs, now: systemNow }
  if (command === 'dev') {
    const { createDevApp } = await import('#platform/http/dev-server.ts')
    const load = (module: unknown) =>
      (module as AppModule).createApp({ ...options, assets: { kind: 'dev' } })
    return createDevApp({ root, listener, log: given.log, createApp: load })
  }
  const built = join(root, 'dist', 'server', 'app.js')
  if (!existsSync(built)) throw new BuildMissing('The shop is not built yet. Run: npm start')
  const module: AppModule = await import(pathToFileURL(built).href)
  return module.createApp({ ...options, assets: builtAssets() })
}

/** A build is known by the hash of its manifest: the names in it carry the hashes of all files. */
function builtAssets(): AppOptions['assets'] {
  const file = join(root, 'dist', 'client', 'manifest.json')
  const text = readFileSync(file, 'utf8')
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const build = { id, time: statSync(file).mtime.toISOString() }
  const manifest = JSON.parse(text)
  const early_presses = readFileSync(
    join(root, 'dist', 'client', manifest['web/runtime/early-presses.ts'].file),
    'utf8',
  )
  return { kind: 'built', manifest, build, early_presses }
}

/** `ready`: what a process waits for, still answering, before it closes. */
function endOnSignals(log: Log, ready: () => Promise<void> = async () => undefined): void {
  let asked_at: number | undefined
  const end = async (signal: string) => {
    if (asked_at !== undefined) {
      // Ctrl-C reaches us twice, from the terminal and through npm: only a later one is a hurry.
      if (performance.now() - asked_at > 1_000) process.exit(1)
      return
    }
    asked_at = performance.now()
    log.info(`${signal}: closing the shop`)
    await ready()
    await closeAll()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
  const crash = async (error: unknown) => {
    log.fatal({ err: error }, 'a mistake nobody caught: the shop closes')
    if (!ending) await closeAll()
    process.exit(1)
  }
  process.on('unhandledRejection', crash)
  process.on('uncaughtException', crash)
}

async function closeAll(): Promise<void> {
  ending = true
  for (const close of openings.reverse()) {
    try {
      await close()
    } catch (error) {
      console.error(messageOf(error))
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
