import { type Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { type Run, type StandInShop, standInShop } from '#test/support/process/stand-in-shop.ts'

const app = `
export async function createApp({ log, run_jobs, drawn_secret, gather_metrics }) {
  const handle = (request, response) => {
    const ms = request.url.startsWith('/slow') ? 600 : 0
    if (request.url === '/crash') process.exit(3)
    if (request.url === '/metrics') void gather_metrics().catch(() => undefined)
    const say = { pid: process.pid, run_jobs, drawn_secret, gathers: gather_metrics !== undefined }
    setTimeout(() => response.end(JSON.stringify(say)), ms)
  }
  return { handle, close: async () => log.info('app closed') }
}
`

export interface Said {
  pid: number
  run_jobs: boolean
  drawn_secret: string
  gathers: boolean
}

/** A shop of two processes, with an app that only says which of them answered. */
export function twoProcesses(): StandInShop {
  return standInShop(app, () => ({
    WEB_CONCURRENCY: '2',
    DATABASE_URL: inject('test_server_url'),
  }))
}

/** What each process says: knocks until both have answered. */
export async function bothOf(run: Run): Promise<Said[]> {
  const said = new Map<number, Said>()
  for (let tries = 0; tries < 400 && said.size < 2; tries++) {
    const one = await ask(run, '/').catch(() => null)
    if (one) said.set(one.pid, one)
    else await sleep(25)
    // One that was killed may have answered before it went.
    for (const pid of said.keys()) if (!isAlive(pid)) said.delete(pid)
    await sleep(10)
  }
  return [...said.values()]
}

export function ask(run: Run, path: string, agent?: Agent): Promise<Said> {
  return new Promise((done, failed) => {
    const request = get(run.url + path, agent ? { agent } : { agent: false }, (response) => {
      let text = ''
      response.on('data', (part) => (text += String(part)))
      response.on('end', () => done(JSON.parse(text) as Said))
    })
    request.on('error', failed)
  })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
