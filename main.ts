import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:http'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppOptions } from '#app.ts'
import { ConfigError, describeConfig, loadConfig, type Config } from '#config/config.ts'
import { chooseLibraryBuild } from '#config/node-env.ts'
import { readyDatabase } from '#db/ready-database.ts'
import { systemNow } from '#platform/clock.ts'
import { claimDataFolder, DataFolderError, openDataFolder } from '#platform/data-folder.ts'
import type { App } from '#platform/dev-server.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import {
  createListener,
  drain,
  listen,
  ListenError,
  requireFreePort,
} from '#platform/http-listener.ts'
import { createLog, type Log } from '#platform/log.ts'
import { MigrationError } from '#platform/migrate.ts'

type Command = 'serve' | 'dev'

class BuildMissing extends Error {}

const root = import.meta.dirname
// A developer's open tab keeps a socket for hot reload; nobody waits for that one.
const drain_limit_ms: Record<Command, number> = { serve: 10_000, dev: 300 }
const known_failures = [
  BuildMissing,
  ConfigError,
  DataFolderError,
  EmbeddedPostgresError,
  ListenError,
  MigrationError,
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
    if (command === 'serve' || command === 'dev') return await serve(command)
    console.error(`There is no command "${command}". Known: serve (default), dev, config.`)
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
    now: systemNow,
    on_progress: (doing) => log.info(doing),
  })
  const listener = createListener()
  const app = await openApp(command, { config, database_url: database.url, log, listener })
  openings.push(() => app.close())
  listener.on('request', app.handle)
  await listen(listener, config)
  openings.push(() => drain(listener, drain_limit_ms[command]))
  if (config.shop_mode === 'demo') {
    const { public_url, staff_token } = config
    log.info(`demo: staff look at ${public_url}/noi-bo/doi-soat with the password ${staff_token}`)
  }
  if (config.shop_mode === 'demo') {
    const { public_url, staff_token } = config
    log.info(`demo: staff look at ${public_url}/noi-bo/doi-soat with the password ${staff_token}`)
  }
  log.info(`${config.shop_name} is open at ${config.public_url} · data in ${database.place}`)
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

type Wiring = { config: Config; database_url: string; log: Log; listener: Server }
type AppModule = { createApp: (options: AppOptions) => Promise<App> }

async function openApp(command: Command, { listener, ...given }: Wiring): Promise<App> {
  const options = { ...given, now: systemNow }
  if (command === 'dev') {
    const { createDevApp } = await import('#platform/dev-server.ts')
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
  return { kind: 'built', manifest: JSON.parse(text), build }
}

function endOnSignals(log: Log): void {
  let asked_at: number | undefined
  const end = async (signal: string) => {
    if (asked_at !== undefined) {
      // Ctrl-C reaches us twice, from the terminal and through npm: only a later one is a hurry.
      if (performance.now() - asked_at > 1_000) process.exit(1)
      return
    }
    asked_at = performance.now()
    log.info(`${signal}: closing the shop`)
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
