import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import type { Client } from 'pg'
import type { AppOptions } from '#app.ts'
import { ConfigError, describeConfig, loadConfig, type Config } from '#config/config.ts'
import { chooseLibraryBuild } from '#config/node-env.ts'
import { app_rights } from '#db/app-rights.ts'
import { readyDatabase } from '#db/ready-database.ts'
import { redateOffersHourly } from '#db/seed/redate-offers-hourly.ts'
import { systemNow } from '#platform/clock.ts'
import { openAppRole, renewRights } from '#platform/database/app-role.ts'
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
type OpenOptions = Omit<AppOptions, 'assets'>

/** A command that works on the database and then ends. */
type Tool = (args: string[], openTerminal: OpenTerminal) => Promise<unknown>

const root = import.meta.dirname
// In development an open tab keeps a socket for hot reload; shutdown does not wait for it.
const drain_limit_ms: Record<ServeCommand, number> = { serve: 10_000, dev: 300 }
/** Errors whose message says what to do. They are printed without a stack trace. */
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

/** Tables that have rows when a database is in use: a restore must not overwrite them unless told to. */
const occupied_by = ['product', 'customer', 'shop']

// Loaded only when called, because an open shop needs none of them.
const tools: Record<string, Tool> = {
  async import(args, openTerminal) {
    const { importRequest, runImport } = await import('#shop/flows/import/import-command.ts')
    const { acceptPicturesFrom } = await import('#shop/flows/import/picture-address.ts')
    const { reservedPaths } = await import('#storefront/addresses/reserved-paths.ts')
    acceptPicturesFrom(Object.values(loadConfig().images.origins))
    const request = importRequest(args)
    const file = resolve(request.file)
    await runImport({ ...request, file, reserved: reservedPaths() }, await openTerminal())
  },
  async export(args, openTerminal) {
    const { runExport } = await import('#shop/flows/import/import-command.ts')
    const file = resolve(fileRequest('export', args).file)
    await runExport(file, await openTerminal())
  },
  async recover(args, openTerminal) {
    const { recoverCommand } = await import('#shop/flows/staff/recover-director.ts')
    const { auth_paths } = await import('#admin/addresses/auth-paths.ts')
    const { inviteUrl } = await import('#admin/pages/people/invite-url.ts')
    const config = loadConfig()
    await recoverCommand(args, openTerminal, {
      ...config,
      now: systemNow,
      inviteUrl: (invite) => inviteUrl(config.public_url, auth_paths.invite, invite),
    })
  },
  async backup(args, openTerminal) {
    const { backupCommand } = await import('#platform/backup/backup-command.ts')
    const { filesOnDisk } = await import('#platform/files/open-files.ts')
    await backupCommand(args, openTerminal, { now: systemNow, files: filesOnDisk(loadConfig()) })
  },
  async restore(args, openTerminal) {
    const { restoreCommand } = await import('#platform/backup/backup-command.ts')
    const migrations = join(root, 'db', 'migrations')
    const { openFileStore } = await import('#platform/files/open-files.ts')
    const config = loadConfig()
    const role = { ...config, rights: app_rights }
    const rights = {
      renewRights: async (client: Client) => {
        await client.query('select make_ledger_months(now(), 3)')
        await renewRights(client, role)
      },
    }
    const files = openFileStore(config)
    const { redoAfterRestore } = await import('#shop/flows/staff/customers/redo-after-restore.ts')
    const finish = (url: string, made_at: Date) =>
      redoAfterRestore(url, made_at, { ...config, files, now: systemNow })
    await restoreCommand(args, openTerminal, { migrations, occupied_by, files, finish, ...rights })
  },
}

const end = openProcessEnd()
// Compiled code is cached beside the build, so that the next start is faster.
enableCompileCache(join(root, 'dist', 'compiled'))
await main(process.argv[2] ?? 'serve')

async function main(command: string): Promise<void> {
  try {
    if (command === 'config') return console.log(describeConfig())
    if (isWorker()) return await serveAsWorker()
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
    end.defer(redateOffersHourly(database.url, { now: systemNow, on_failed }))
  }
  const served = await openAppRole(database.url, { ...config, rights: app_rights })
  if (config.shop_mode === 'live' && served.problem !== null) {
    log.warn(ledgersUnprotected(served.problem))
  }
  const order = { database_url: served.url, drawn_secret: randomBytes(24).toString('hex') }
  const count = command === 'dev' ? 1 : config.web_concurrency
  const limit_ms = drain_limit_ms[command]
  if (count === 1)
    await startListening(command, { config, log, order: { ...order, runs_jobs: true } })
  else end.defer(await startWorkers({ count, order, log, limit_ms }))
  if (config.shop_mode === 'demo') {
    log.info(`demo: enter the staff pages with any role at ${config.public_url}/noi-bo`)
  }
  log.info(`${config.shop_name} is open at ${config.public_url} · data in ${database.location}`)
}

/** Runs one of several worker processes. The main process handles the database, the data folder and signals. */
async function serveAsWorker(): Promise<void> {
  const settings = loadConfig()
  process.chdir(root)
  chooseLibraryBuild('production')
  const { log_level, database_pool, web_concurrency } = settings
  const log = openLog('shop', log_level)
  end.endOnSignals(log, awaitSuccessor)
  // The processes share the connections of a single one, but each has at least two for shoppers and two for staff.
  const pool = Math.max(2, Math.floor(database_pool / web_concurrency))
  const config = { ...settings, database_pool: pool }
  await startListening('serve', { config, log, order: await workOrder(), is_worker: true })
  notifyOpened()
}

interface ListenOptions {
  config: Config
  log: Log
  order: WorkOrder
  is_worker?: boolean
}

/** Opens the app and starts to accept requests. */
async function startListening(command: ServeCommand, listen: ListenOptions): Promise<void> {
  const { config, log, order, is_worker = false } = listen
  const { runs_jobs: run_jobs, ...shared } = order
  const ending = new AbortController()
  const options = { ...shared, config, log, run_jobs, now: systemNow, ending: ending.signal }
  const listener = createListener()
  const app =
    command === 'dev'
      ? await openDevApp(options, listener.server)
      : await openBuiltApp({ ...options, gather_metrics: is_worker ? gatherMetrics : undefined })
  end.defer(() => app.close())
  // Loading the modules leaves 40 MB of dead objects and 30 MB of empty space, which V8 would keep (decisions 184,
  // 342).
  globalThis.gc?.({ execution: 'sync', flavor: 'last-resort' })
  listener.server.on('request', app.handle)
  await listener.listen(config)
  end.defer(() => listener.drain(drain_limit_ms[command]))
  // Event streams have no end of their own: without this, each shutdown would wait for the limit.
  end.defer(() => ending.abort())
}

async function openBuiltApp(options: OpenOptions): Promise<App> {
  return appOf(await loadBuiltApp(root), { ...options, assets: builtAssets(root) })
}

async function openDevApp(options: OpenOptions, listener: Server): Promise<App> {
  const { createDevApp } = await import('#platform/http/dev-server.ts')
  const createApp = (module: unknown) => appOf(module, { ...options, assets: { kind: 'dev' } })
  return createDevApp({ root, listener, log: options.log, createApp })
}

/** Creates the app of a module that is loaded at run time: from the build or by Vite. */
function appOf(module: unknown, options: AppOptions): Promise<App> {
  return (module as { createApp: (options: AppOptions) => Promise<App> }).createApp(options)
}

/** Runs a command on the shop's database. The shop may be open at the same time, except for a restore. */
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
      // The command may have brought new tables.
      await openAppRole(url, { ...config, rights: app_rights })
    }
    return { url, screen: process.stdout, say }
  })
  await end.closeAll()
}

/** What a live shop logs if its serving processes are not held to adding entries. */
function ledgersUnprotected(problem: string): string {
  return `whoever breaks into a serving process could rewrite the ledgers of staff and stock: ${problem}. Let DATABASE_URL create roles, or create one and name it in DATABASE_APP_URL (decisions/130)`
}

function openLog(service: string, level: string): Log {
  return createLog({ service, level, human: process.stdout.isTTY })
}
