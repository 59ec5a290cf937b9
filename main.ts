import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import type { AppOptions } from '#app.ts'
import { ConfigError, describeConfig, loadConfig, type Config } from '#config/config.ts'
import { chooseLibraryBuild } from '#config/node-env.ts'
import { readyDatabase } from '#db/ready-database.ts'
import { keepOffersDated } from '#db/seed/keep-offers-dated.ts'
import { systemNow } from '#platform/clock.ts'
import { EmbeddedPostgresError } from '#platform/database/embedded-postgres.ts'
import { MigrationError } from '#platform/database/migrate.ts'
import { openServer, openServerBeside } from '#platform/database/open-server.ts'
import { DataFolderError, openDataFolder } from '#platform/files/data-folder.ts'
import { builtAssets, BuildMissing, loadBuiltApp } from '#platform/http/built-app.ts'
import type { App } from '#platform/http/dev-server.ts'
import { createListener, ListenError, requireFreePort } from '#platform/http/http-listener.ts'
import { createLog, type Log } from '#platform/observe/log.ts'
import { CommandProblem } from '#platform/processes/command-problem.ts'
import { openProcessEnd } from '#platform/processes/process-end.ts'
import { fileRequest, type OpenTerminal } from '#platform/processes/terminal.ts'
import type { WorkOrder } from '#platform/processes/worker-messages.ts'
import {
  awaitSuccessor,
  gatherMetrics,
  isWorker,
  notifyOpened,
  workOrder,
} from '#platform/processes/worker-process.ts'
import { startWorkers, WorkersError } from '#platform/processes/workers.ts'

type ServeCommand = 'serve' | 'dev'
type Opening = Omit<AppOptions, 'assets'>

/** A command that works on the database and ends. */
type Tool = (args: string[], openTerminal: OpenTerminal) => Promise<unknown>

const root = import.meta.dirname
// A developer's open tab keeps a socket for hot reload; nobody waits for that one.
const drain_limit_ms: Record<ServeCommand, number> = { serve: 10_000, dev: 300 }
/** Failures that tell in words what to do: their stack would only be in the way. */
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

/** Tables that hold rows when a database is in use: a restore must not write over them unasked. */
const occupied_by = ['product', 'customer', 'shop']

// Loaded when they are called: a shop that opens needs none of them.
const tools: Record<string, Tool> = {
  async import(args, openTerminal) {
    const { importRequest, runImport } = await import('#shop/flows/import/import-command.ts')
    const { takePicturesFrom } = await import('#shop/flows/import/picture-address.ts')
    const { reservedPaths } = await import('#storefront/addresses/reserved-paths.ts')
    takePicturesFrom(Object.values(loadConfig().images.origins))
    const request = importRequest(args)
    const file = resolve(request.file)
    await runImport({ ...request, file, reserved: reservedPaths() }, await openTerminal())
  },
  async export(args, openTerminal) {
    const { runExport } = await import('#shop/flows/import/import-command.ts')
    const file = resolve(fileRequest('export', args).file)
    await runExport(file, await openTerminal())
  },
  async backup(args, openTerminal) {
    const { backupCommand } = await import('#platform/backup/backup-command.ts')
    await backupCommand(args, openTerminal, systemNow)
  },
  async restore(args, openTerminal) {
    const { restoreCommand } = await import('#platform/backup/backup-command.ts')
    const migrations = join(root, 'db', 'migrations')
    await restoreCommand(args, openTerminal, { migrations, occupied_by })
  },
}

const end = openProcessEnd()
// Compiled code is cached beside the build: the next start spends its time on the shop instead.
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
    const is_known = known_failures.some((kind) => error instanceof kind)
    console.error(is_known && error instanceof Error ? error.message : error)
    await end.closeAll()
    process.exit(1)
  }
}

async function serve(command: ServeCommand): Promise<void> {
  const config = loadConfig()
  process.chdir(root)
  chooseLibraryBuild(command === 'dev' ? 'development' : 'production')
  const log = openLog('shop', config.log_level)
  end.endOnSignals(log)
  openDataFolder(config.data_dir)
  await requireFreePort(config)
  const database = await openServer(config, { log, end })
  await readyDatabase(database.url, {
    seed: config.seed,
    is_opening: config.shop_mode === 'demo',
    now: systemNow,
    on_progress: (doing) => log.info(doing),
  })
  if (config.shop_mode === 'demo' && config.seed === 'demo') {
    const on_failed = (error: unknown) => log.warn({ err: error }, 'offers keep their old dates')
    end.defer(keepOffersDated(database.url, { now: systemNow, on_failed }))
  }
  const order = { database_url: database.url, drawn_secret: randomBytes(24).toString('hex') }
  const count = command === 'dev' ? 1 : config.web_concurrency
  const limit_ms = drain_limit_ms[command]
  if (count === 1) await openDoors(command, { config, log, order: { ...order, runs_jobs: true } })
  else end.defer(await startWorkers({ count, order, log, limit_ms }))
  if (config.shop_mode === 'demo') {
    const { public_url, staff_token } = config
    log.info(`demo: staff look at ${public_url}/noi-bo/doi-soat with the password ${staff_token}`)
  }
  log.info(`${config.shop_name} is open at ${config.public_url} · data in ${database.location}`)
}

/** One of several processes that answer. The one that started it cares for database, folder and signals. */
async function serveBeside(): Promise<void> {
  const settings = loadConfig()
  process.chdir(root)
  chooseLibraryBuild('production')
  const { log_level, database_pool, web_concurrency } = settings
  const log = openLog('shop', log_level)
  end.endOnSignals(log, awaitSuccessor)
  // All processes together open as many connections as one would.
  const pool = Math.max(2, Math.floor(database_pool / web_concurrency))
  const config = { ...settings, database_pool: pool }
  await openDoors('serve', { config, log, order: await workOrder(), is_beside: true })
  notifyOpened()
}

interface Doors {
  config: Config
  log: Log
  order: WorkOrder
  is_beside?: boolean
}

async function openDoors(command: ServeCommand, doors: Doors): Promise<void> {
  const { config, log, order, is_beside = false } = doors
  const { runs_jobs: run_jobs, ...shared } = order
  const options = { ...shared, config, log, run_jobs, now: systemNow }
  const listener = createListener()
  const app =
    command === 'dev'
      ? await openDevApp(options, listener.server)
      : await openBuiltApp({ ...options, gather_metrics: is_beside ? gatherMetrics : undefined })
  end.defer(() => app.close())
  listener.server.on('request', app.handle)
  await listener.listen(config)
  end.defer(() => listener.drain(drain_limit_ms[command]))
}

async function openBuiltApp(options: Opening): Promise<App> {
  return appOf(await loadBuiltApp(root), { ...options, assets: builtAssets(root) })
}

async function openDevApp(options: Opening, listener: Server): Promise<App> {
  const { createDevApp } = await import('#platform/http/dev-server.ts')
  const createApp = (module: unknown) => appOf(module, { ...options, assets: { kind: 'dev' } })
  return createDevApp({ root, listener, log: options.log, createApp })
}

/** The app of a module graph that is loaded at run time: built, or by Vite. */
function appOf(module: unknown, options: AppOptions): Promise<App> {
  return (module as { createApp: (options: AppOptions) => Promise<App> }).createApp(options)
}

/** Runs a command on the shop's database; while the shop is open, beside it, but for a restore. */
async function runTool(tool: Tool, command: string, args: string[]): Promise<void> {
  const config = loadConfig()
  const log = openLog(command, 'warn')
  end.endOnSignals(log)
  await tool(args, async ({ as_it_is } = { as_it_is: false }) => {
    process.chdir(root)
    openDataFolder(config.data_dir)
    const open = as_it_is ? openServer : openServerBeside
    const { url } = await open(config, { log, end })
    const say = (text: string) => console.log(text)
    if (!as_it_is) {
      await readyDatabase(url, { seed: config.seed, now: systemNow, on_progress: say })
    }
    return { url, screen: process.stdout, say }
  })
  await end.closeAll()
}

function openLog(service: string, level: string): Log {
  return createLog({ service, level, human: process.stdout.isTTY })
}
