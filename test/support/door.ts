import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AppOptions, createApp } from '#app.ts'
import { readConfig } from '#config/config.ts'
import { loadToolConfig } from '#config/tools.ts'
import type { Services } from '#contracts/all.ts'
import { createLog, type Log } from '#platform/observe/log.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { low_cost } from '#test/support/providers.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { type Answer, type Ask, knock } from '#test/support/knock.ts'

export { knock, type Answer, type Ask }

/** The whole app as an HTTP server: tests send requests as apps and browsers do. */
export interface Door {
  url: string
  services: Services
  call: (method: string, path: string, ask?: Ask) => Promise<Answer>
  /** Requests a token for a new guest. */
  guest: () => Promise<string>
  close: () => Promise<void>
}

export interface DoorOptions {
  now?: () => Date
  /** Settings as environment variables. */
  env?: Record<string, string>
  /** The shop's log; by default only fatal errors are logged, with TEST_LOG (config/tools.ts) others too. */
  log?: Log
  /** Gateways in place of the shop's own. */
  gateways?: readonly Gateway[]
  /** Cache rendered pages as the built shop does. */
  cache_pages?: boolean
  /** The member site. */
  callMemberSite?: typeof fetch
  ending?: AbortSignal
  live_pace?: AppOptions['live_pace']
  password_cost?: AppOptions['password_cost']
}

export async function openDoor(database: TestDatabase, options: DoorOptions = {}): Promise<Door> {
  const log =
    options.log ?? createLog({ service: 'test', level: loadToolConfig().test_log, human: true })
  const app = await createApp({
    // Rate limits are off by default: tests send in a second what shoppers send in a day.
    config: readConfig({
      ...{ DATABASE_POOL: '10', RATE_LIMITS: 'off', DATA_DIR: database.data_dir },
      ...options.env,
    }),
    database_url: database.served_url,
    log,
    now: options.now ?? (() => new Date()),
    assets: { kind: 'dev' },
    check_outputs: true,
    password_cost: options.password_cost ?? low_cost,
    run_jobs: false,
    ...(options.gateways === undefined ? {} : { gateways: options.gateways }),
    ...(options.callMemberSite === undefined ? {} : { callMemberSite: options.callMemberSite }),
    ...(options.ending === undefined ? {} : { ending: options.ending }),
    ...(options.live_pace === undefined ? {} : { live_pace: options.live_pace }),
    cache_pages: options.cache_pages ?? false,
  })
  const server = createServer(app.handle)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // `fetch` asks for compressed answers. Only the tests of cached pages need them, and both sides compute for them.
  const encoding: Record<string, string> =
    options.cache_pages === true ? {} : { 'accept-encoding': 'identity' }
  const call = (method: string, path: string, ask: Ask = {}) =>
    knock(url + path, method, { ...ask, headers: { ...encoding, ...ask.headers } })
  return {
    url,
    services: app.services,
    call,
    guest: async () => {
      const answer = await call('POST', '/api/sso/auth/guest-token', { json: {} })
      const data = answer.body?.data as { token: string } | undefined
      return data?.token ?? ''
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
    },
  }
}
