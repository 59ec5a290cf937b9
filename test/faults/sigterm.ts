import { readdirSync, readFileSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, FaultFailure, noneOf } from '#test/faults/fault.ts'
import { fillStock, isAlive, openSite, type Site } from '#test/faults/site.ts'

const shoppers = 16

/** F16: SIGTERM to one of two processes at a time, under load. No request fails. */
export const sigterm: Fault = async (report, { rounds }) => {
  const site = await openSite({ env: { WEB_CONCURRENCY: '2' } })
  try {
    const items = await fillStock(site)
    const load = startLoad(site, items)
    const times = rounds(4, 20)
    try {
      await sleep(1_000)
      for (let time = 1; time <= times; time++) await replaceProcess(site, time)
    } finally {
      await load.end()
    }
    const { counts } = load
    const how = `${counts.answers} answers, ${times} times, ${shoppers} shoppers on keep-alive connections`
    noneOf(report, 'requests that failed', counts.failures, how)
    report({
      name: 'announced closes',
      value: counts.announced_closes,
      unit: '',
      bar: times,
      good: 'at least',
      how: 'Connection: close on the last answer of a process',
    })
  } finally {
    await site.close()
  }
}

/** Ends the older or the younger process, alternately, and waits until it is gone. */
async function replaceProcess(site: Site, time: number): Promise<void> {
  const before = workersOf(site.shop().pid)
  const ending = before[time % before.length]
  if (before.length !== 2 || ending === undefined) {
    throw new FaultFailure(`${before.length} processes answer`)
  }
  process.kill(ending, 'SIGTERM')
  const until = performance.now() + 30_000
  while (isAlive(ending)) {
    if (performance.now() > until) throw new FaultFailure('a process does not end')
    await sleep(20)
  }
  await sleep(Math.random() * 300)
}

interface Load {
  answers: number
  announced_closes: number
  failures: string[]
}

function startLoad(site: Site, items: readonly number[]) {
  const counts: Load = { answers: 0, announced_closes: 0, failures: [] }
  let is_over = false
  const shop = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = requesterOn(site.url, agent, counts)
    // Every second shopper pauses between steps, so that connections are idle for different times.
    const think = () => (number % 2 === 0 ? sleep(Math.random() * 700) : null)
    for (let turn = 0; !is_over; turn++) {
      await buyOnce(ask, items[(turn + number) % items.length] ?? 0, think)
    }
    agent.destroy()
  }
  const work = Promise.all(Array.from({ length: shoppers }, (_, number) => shop(number)))
  return {
    counts,
    end: async () => {
      is_over = true
      await work
    },
  }
}

type AskOn = (method: string, path: string, token?: string, json?: unknown) => Promise<unknown>

async function buyOnce(ask: AskOn, item_id: number, think: () => unknown): Promise<void> {
  await ask('GET', '/')
  await think()
  const guest = (await ask('POST', '/api/sso/auth/guest-token', undefined, {})) as
    | { token: string }
    | undefined
  if (guest === undefined) return
  const steps: [string, unknown][] = [
    ['/v1/cart', { item_id }],
    [
      '/v1/quote',
      { Quote: { type: 1, province_id: 30 }, QuoteItems: [{ item_id, item_quantity: 1 }] },
    ],
    [
      '/v1/quote/address',
      {
        name: 'Nguyễn Văn An',
        phone: `09${Math.floor(10_000_000 + Math.random() * 80_000_000)}`,
        shipping_method: 'home_delivery',
        province_id: 30,
        ward_name: 'Phường Tân Định',
        street: '12 Trần Quang Khải',
      },
    ],
    ['/v1/order', { payment_method: 'cod' }],
  ]
  for (const [path, json] of steps) {
    await think()
    await ask('POST', `/api/cart${path}`, guest.token, json)
  }
}

/** Sends requests of one shopper. Returns the data of a successful answer and records all others. */
function requesterOn(url: string, agent: Agent, counts: Load): AskOn {
  return async (method, path, token, json) => {
    try {
      const { status, headers, text } = await askOnce(url + path, { method, agent, token, json })
      counts.answers += 1
      if (headers.connection === 'close') counts.announced_closes += 1
      if (status === 200) return path.startsWith('/api/') ? JSON.parse(text).data : null
      counts.failures.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`)
    } catch (error) {
      counts.failures.push(`${method} ${path}: ${String(error)}`)
    }
    return undefined
  }
}

interface RequestOptions {
  method: string
  agent: Agent
  token: string | undefined
  json: unknown
}

function askOnce(address: string, { method, agent, token, json }: RequestOptions) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>(
    (resolve, reject) => {
      const headers = {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      }
      const outgoing = request(address, { method, agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => (text += String(part)))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end(json === undefined ? undefined : JSON.stringify(json))
    },
  )
}

/** The worker processes of a primary process, oldest first. */
function workersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid && isShopProcess(name))
    .map(Number)
    .filter(isAlive)
    .toSorted((a, b) => a - b)
}

/** Excludes the database, which is also a child process of the shop. */
function isShopProcess(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts')
  } catch {
    return false
  }
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}
