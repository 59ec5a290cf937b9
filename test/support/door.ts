import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '#app.ts'
import { readConfig } from '#config/config.ts'
import type { Services } from '#contracts/all.ts'
import { createLog } from '#platform/log.ts'
import type { TestDatabase } from '#test/support/database.ts'

export interface Ask {
  token?: string
  json?: unknown
  form?: URLSearchParams | FormData
  headers?: Record<string, string>
  redirect?: RequestRedirect
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body, or null when it is no JSON. */
  body: { data?: unknown; error?: { code: string; message: string; data: unknown } } | null
}

/** The whole app behind a real socket: tests knock as apps and browsers do. */
export interface Door {
  url: string
  services: Services
  call: (method: string, path: string, ask?: Ask) => Promise<Answer>
  /** A new guest's token. */
  guest: () => Promise<string>
  close: () => Promise<void>
}

interface DoorOptions {
  now?: () => Date
  /** Settings as the environment would give them. */
  env?: Record<string, string>
  /** Keep rendered pages as the built shop does. */
  keep_pages?: boolean
}

export async function openDoor(database: TestDatabase, options: DoorOptions = {}): Promise<Door> {
  const log_lines = createLog({ service: 'test', level: 'fatal' })
  const app = await createApp({
    config: readConfig({ DATABASE_POOL: '10', ...options.env }),
    database_url: database.url,
    log: log_lines,
    now: options.now ?? (() => new Date()),
    assets: { kind: 'dev' },
    check_outputs: true,
    run_jobs: false,
    keep_pages: options.keep_pages ?? false,
  })
  const server = createServer(app.handle)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = (method: string, path: string, ask: Ask = {}) => knock(url + path, method, ask)
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

/** One request to any address. */
export async function knock(url: string, method: string, ask: Ask): Promise<Answer> {
  const headers = new Headers(ask.headers)
  if (ask.token !== undefined) headers.set('authorization', `Bearer ${ask.token}`)
  if (ask.json !== undefined) headers.set('content-type', 'application/json')
  const body = ask.json === undefined ? ask.form : JSON.stringify(ask.json)
  const redirect = ask.redirect ?? 'manual'
  const response = await fetch(url, {
    method,
    headers,
    redirect,
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

function parsed(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body']
  } catch {
    return null
  }
}
