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
    const answer = { pid: process.pid, run_jobs, drawn_secret, gathers: gather_metrics !== undefined }
    setTimeout(() => response.end(JSON.stringify(answer)), ms)
  }
  return { handle, close: async () => log.info('app closed') }
}
`

interface ProcessAnswer {
  pid: number
  run_jobs: boolean
  drawn_secret: string
  gathers: boolean
}

/** A shop of two processes, with an app that only answers which process it is. */
export function twoProcesses(): StandInShop {
  return standInShop(app, () => ({
    WEB_CONCURRENCY: '2',
    DATABASE_URL: inject('test_server_url'),
  }))
}

/** Returns the answer of each process: sends requests until both have answered. */
export async function bothOf(run: Run): Promise<ProcessAnswer[]> {
  const output = new Map<number, ProcessAnswer>()
  for (let attempts = 0; attempts < 400 && output.size < 2; attempts++) {
    const answer = await ask(run, '/').catch(() => null)
    if (answer) output.set(answer.pid, answer)
    else await sleep(25)
    // A killed process may have answered before it ended.
    for (const pid of output.keys()) if (!isAlive(pid)) output.delete(pid)
    await sleep(10)
  }
  return [...output.values()]
}

export function ask(run: Run, path: string, agent?: Agent): Promise<ProcessAnswer> {
  return new Promise((done, failed) => {
    const request = get(run.url + path, agent ? { agent } : { agent: false }, (response) => {
      let text = ''
      response.on('data', (part) => (text += String(part)))
      response.on('end', () => done(JSON.parse(text) as ProcessAnswer))
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
