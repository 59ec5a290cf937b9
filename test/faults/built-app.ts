import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readConfig } from '#config/config.ts'
import { createLog } from '#platform/observe/log.ts'
import { type Answer, type Ask, knock } from '#test/support/knock.ts'

interface BuiltApp {
  handle: (request: IncomingMessage, response: ServerResponse) => void
  close: () => Promise<void>
}

interface RunningApp {
  url: string
  call: (method: string, path: string, ask?: Ask) => Promise<Answer>
  close: () => Promise<void>
}

/** Runs the built app in this process with an injected clock, on the database of an open shop. */
export async function openBuiltApp(options: {
  database_url: string
  data_dir: string
  now: () => Date
}): Promise<RunningApp> {
  const built = (await import(pathToFileURL(resolve('dist', 'server', 'app.js')).href)) as {
    createApp: (options: object) => Promise<BuiltApp>
  }
  const app = await built.createApp({
    config: readConfig({ RATE_LIMITS: 'off', DATA_DIR: join(options.data_dir, 'beside') }),
    database_url: options.database_url,
    log: createLog({ service: 'beside', level: 'fatal' }),
    now: options.now,
    assets: { kind: 'dev' },
    run_jobs: false,
    cache_pages: false,
  })
  const server = createServer(app.handle)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    call: (method, path, ask = {}) => knock(url + path, method, ask),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await app.close()
    },
  }
}
